package dev.metis.executor;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * All output of a program: in a file of the executor's scratch as it came, both streams in one, up to 64 MB; and of each stream the
 * beginning and the end for the model.
 */
final class Capture implements StarterClient.Sink, AutoCloseable {
    private static final long MAX_WHOLE = 64L << 20;

    private final Path file;
    private final OutputStream whole;
    private final LiveOutput live;
    private final Ends stdout = new Ends(22_000);
    private final Ends stderr = new Ends(13_000);
    private long bytes;

    Capture(Path scratch, LiveOutput live) throws IOException {
        this.file = Files.createTempFile(scratch, "output", ".txt");
        this.whole = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16);
        this.live = live;
    }

    @Override
    public void stdout(byte[] chunk) throws IOException, InterruptedException {
        keep(chunk);
        stdout.take(chunk);
        live.stdout(chunk);
    }

    @Override
    public void stderr(byte[] chunk) throws IOException, InterruptedException {
        keep(chunk);
        stderr.take(chunk);
        live.stderr(chunk);
    }

    private void keep(byte[] chunk) throws IOException {
        if (bytes < MAX_WHOLE) {
            whole.write(chunk, 0, (int) Math.min(chunk.length, MAX_WHOLE - bytes));
        }
        bytes += chunk.length;
    }

    Path file() {
        return file;
    }

    /** Whether the model does not see all of it. */
    boolean cut() {
        return stdout.cut() || stderr.cut();
    }

    /** Beyond what the artifact may hold. */
    boolean overflowed() {
        return bytes > MAX_WHOLE;
    }

    String stdoutText() {
        return stdout.text();
    }

    String stderrText() {
        return stderr.text();
    }

    long stdoutBytes() {
        return stdout.total;
    }

    long stderrBytes() {
        return stderr.total;
    }

    @Override
    public void close() throws IOException {
        whole.close();
    }

    /** The beginning and the end of a stream, in bounded memory. */
    private static final class Ends {
        private final int half;
        private final ByteArrayOutputStream head = new ByteArrayOutputStream();
        private final byte[] tail;
        private long total;
        private long inTail;

        Ends(int max) {
            this.half = max / 2;
            this.tail = new byte[half];
        }

        void take(byte[] chunk) {
            total += chunk.length;
            int toHead = Math.min(chunk.length, half - head.size());
            head.write(chunk, 0, toHead);
            for (int i = Math.max(toHead, chunk.length - half); i < chunk.length; i++) {
                tail[(int) ((inTail + i - toHead) % half)] = chunk[i];
            }
            inTail += chunk.length - toHead;
        }

        boolean cut() {
            return inTail > half;
        }

        String text() {
            byte[] beginning = head.toByteArray();
            int kept = (int) Math.min(inTail, half);
            byte[] end = new byte[kept];
            for (int i = 0; i < kept; i++) {
                end[i] = tail[(int) ((inTail - kept + i) % half)];
            }
            if (!cut()) {
                ByteArrayOutputStream both = new ByteArrayOutputStream();
                both.writeBytes(beginning);
                both.writeBytes(end);
                return both.toString(StandardCharsets.UTF_8);
            }
            int headEnd = wholeBefore(beginning);
            int tailStart = wholeAfter(end);
            long left = total - headEnd - (kept - tailStart);
            return new String(beginning, 0, headEnd, StandardCharsets.UTF_8) + "\n[… " + left
                    + " bytes left out; the whole output is in the artifact …]\n"
                    + new String(end, tailStart, kept - tailStart, StandardCharsets.UTF_8);
        }

        private static int wholeBefore(byte[] bytes) {
            int at = bytes.length;
            while (at > 0 && at > bytes.length - 4 && (bytes[at - 1] & 0xC0) == 0x80) {
                at--;
            }
            return at > 0 && (bytes[at - 1] & 0xC0) == 0xC0 ? at - 1 : bytes.length;
        }

        private static int wholeAfter(byte[] bytes) {
            int at = 0;
            while (at < Math.min(4, bytes.length) && (bytes[at] & 0xC0) == 0x80) {
                at++;
            }
            return at;
        }
    }
}
