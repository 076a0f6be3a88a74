package dev.metis.providers.compatible;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * Server-Sent Events from bytes that may be cut anywhere: inside a code point, between CR and LF, inside a field name.
 * Nothing is decoded before its line is whole, so that no cut can become a replacement character; bytes that are not
 * UTF-8 are an error, never a guess. Lines and events are bounded.
 */
final class SseParser {
    private static final int MAX_LINE = 8 * 1024 * 1024;
    private static final byte[] BOM = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

    private final Consumer<SseEvent> events;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream(512);
    private final StringBuilder data = new StringBuilder();
    private String name = "";
    private boolean hasData;
    private boolean afterCr;
    private boolean firstLine = true;

    /** An event with its data lines joined; the name is "" when none was given. */
    record SseEvent(String name, String data) {}

    SseParser(Consumer<SseEvent> events) {
        this.events = events;
    }

    void accept(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            byte b = bytes.get();
            boolean second = afterCr && b == '\n';
            afterCr = b == '\r';
            if (second) {
                continue;
            }
            if (b == '\n' || b == '\r') {
                lineEnded();
            } else {
                if (line.size() >= MAX_LINE) {
                    throw new IOException("a line of the stream is longer than " + MAX_LINE + " bytes");
                }
                line.write(b);
            }
        }
    }

    /** The stream has ended: what is whole is given out, even where the last empty line is missing. */
    void end() throws IOException {
        if (line.size() > 0) {
            lineEnded();
        }
        dispatch();
    }

    private void lineEnded() throws IOException {
        String text = decode();
        line.reset();
        if (text.isEmpty()) {
            dispatch();
            return;
        }
        int colon = text.indexOf(':');
        if (colon == 0) {
            return;
        }
        String field = colon < 0 ? text : text.substring(0, colon);
        String value = colon < 0 ? "" : text.substring(colon + 1);
        field(field, value.startsWith(" ") ? value.substring(1) : value);
    }

    private void field(String field, String value) throws IOException {
        switch (field) {
            case "data" -> {
                if (hasData) {
                    data.append('\n');
                }
                hasData = true;
                if (data.length() + value.length() > MAX_LINE) {
                    throw new IOException("an event of the stream is longer than " + MAX_LINE + " characters");
                }
                data.append(value);
            }
            case "event" -> name = value;
            default -> {
                // id, retry and fields of the future say nothing to this reader.
            }
        }
    }

    private void dispatch() {
        if (hasData) {
            events.accept(new SseEvent(name, data.toString()));
        }
        data.setLength(0);
        hasData = false;
        name = "";
    }

    private String decode() throws IOException {
        byte[] bytes = line.toByteArray();
        int from = firstLine && startsWithBom(bytes) ? BOM.length : 0;
        firstLine = false;
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, from, bytes.length - from))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IOException("the stream holds bytes that are not UTF-8", e);
        }
    }

    private static boolean startsWithBom(byte[] bytes) {
        return bytes.length >= BOM.length && bytes[0] == BOM[0] && bytes[1] == BOM[1] && bytes[2] == BOM[2];
    }
}
