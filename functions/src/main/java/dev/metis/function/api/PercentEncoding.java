package dev.metis.function.api;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads paths and queries as sent. What is no encoding of UTF-8 text is refused, never guessed. */
final class PercentEncoding {
    private static final int LONGEST = 8_192;

    private PercentEncoding() {}

    /** The segments of a path. */
    static List<String> path(String raw) {
        if (!raw.startsWith("/") || raw.length() > LONGEST) {
            throw Problem.field("path", "must begin with a slash and have at most " + LONGEST + " characters")
                    .raise();
        }
        List<String> segments = new ArrayList<>();
        for (String segment : raw.substring(1).split("/", -1)) {
            segments.add(decode("path", segment, false));
        }
        return segments;
    }

    /** The parameters of a query; one that comes twice is refused. */
    static Map<String, String> query(String raw) {
        if (raw.length() > LONGEST) {
            throw Problem.field("query", "must have at most " + LONGEST + " characters")
                    .raise();
        }
        Map<String, String> params = new LinkedHashMap<>();
        for (String pair : raw.split("&", -1)) {
            if (pair.isEmpty()) {
                continue;
            }
            int equals = pair.indexOf('=');
            String name = decode("query", equals < 0 ? pair : pair.substring(0, equals), true);
            String value = equals < 0 ? "" : decode(name, pair.substring(equals + 1), true);
            if (params.put(name, value) != null) {
                throw Problem.field(name, "must be given once").raise();
            }
        }
        return params;
    }

    private static String decode(String field, String text, boolean plusIsSpace) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '%') {
                bytes.write(hex(field, text, i + 1) * 16 + hex(field, text, i + 2));
                i += 2;
            } else if (c == '+' && plusIsSpace) {
                bytes.write(' ');
            } else if (c < 0x80) {
                bytes.write(c);
            } else {
                throw Problem.field(field, "is not percent-encoded").raise();
            }
        }
        return utf8(field, bytes.toByteArray());
    }

    private static int hex(String field, String text, int at) {
        int digit = at < text.length() ? Character.digit(text.charAt(at), 16) : -1;
        if (digit < 0) {
            throw Problem.field(field, "is not well percent-encoded").raise();
        }
        return digit;
    }

    private static String utf8(String field, byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw Problem.field(field, "is not UTF-8").raise();
        }
    }
}
