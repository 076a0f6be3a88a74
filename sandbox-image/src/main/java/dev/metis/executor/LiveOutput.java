package dev.metis.executor;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** The live output of one call: bytes become text across the borders of chunks, and after 1 MB one note ends it. */
final class LiveOutput {
    private static final int MAX_CHARACTERS = 1 << 20;

    private final Command command;
    private final OutputSender sender;
    private final Stream stdout = new Stream("stdout");
    private final Stream stderr = new Stream("stderr");
    private int sent;

    LiveOutput(Command command, OutputSender sender) {
        this.command = command;
        this.sender = sender;
    }

    void stdout(byte[] bytes) throws InterruptedException {
        stdout.take(bytes, false);
    }

    void stderr(byte[] bytes) throws InterruptedException {
        stderr.take(bytes, false);
    }

    /** Lets out what a cut-off last character left. */
    void end() throws InterruptedException {
        stdout.take(new byte[0], true);
        stderr.take(new byte[0], true);
    }

    private void send(String stream, String text) throws InterruptedException {
        if (text.isEmpty() || sent > MAX_CHARACTERS) {
            return;
        }
        sent += text.length();
        sender.add(command, stream, text);
        if (sent > MAX_CHARACTERS) {
            sender.add(command, stream, "\n[… live output stops here at 1 MB; the artifact has all of it …]\n");
        }
    }

    /** Decodes one stream. */
    private final class Stream {
        private final String name;
        private final CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .onUnmappableCharacter(CodingErrorAction.REPLACE);
        private byte[] rest = new byte[0];
        private boolean ended;

        Stream(String name) {
            this.name = name;
        }

        void take(byte[] bytes, boolean last) throws InterruptedException {
            if (ended) {
                return;
            }
            ByteBuffer in = ByteBuffer.allocate(rest.length + bytes.length)
                    .put(rest)
                    .put(bytes)
                    .flip();
            CharBuffer out = CharBuffer.allocate(in.remaining() + 2);
            CoderResult result = decoder.decode(in, out, last);
            if (result.isOverflow()) {
                throw new IllegalStateException("a byte gives at most one character");
            }
            if (last) {
                ended = true;
                decoder.flush(out);
            }
            rest = new byte[in.remaining()];
            in.get(rest);
            send(name, out.flip().toString());
        }
    }
}
