package dev.metis.executor;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Takes a text as bytes and keeps a window of its lines; every line is counted, only the window is held. */
final class LineWindow {
    private static final int MAX_LINE_BYTES = 2_000;
    private static final int MAX_WINDOW_CHARACTERS = 36_000;

    private final int start;
    private final int count;
    private final StringBuilder shown = new StringBuilder();
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private long lineNumber = 1;
    private long lineBytes;
    private long bytes;
    private int lastShown;
    private boolean full;
    private boolean invalid;

    LineWindow(int start, int count) {
        this.start = start;
        this.count = count;
        this.lastShown = start - 1;
    }

    void take(byte[] buffer, int length) {
        bytes += length;
        int from = 0;
        for (int i = 0; i < length; i++) {
            if (buffer[i] == '\n') {
                append(buffer, from, i);
                endLine();
                from = i + 1;
            }
        }
        append(buffer, from, length);
    }

    private boolean wanted() {
        return !full && lineNumber >= start && lineNumber < (long) start + count;
    }

    private void append(byte[] buffer, int from, int to) {
        lineBytes += to - from;
        int room = MAX_LINE_BYTES - line.size();
        if (wanted() && room > 0) {
            line.write(buffer, from, Math.min(room, to - from));
        }
    }

    private void endLine() {
        if (wanted()) {
            byte[] kept = line.toByteArray();
            int end = kept.length < lineBytes ? wholeCharacters(kept) : kept.length;
            String text = new String(kept, 0, end, StandardCharsets.UTF_8);
            String cut = lineBytes > end ? " [… " + (lineBytes - end) + " more bytes in this line …]" : "";
            full = shown.length() + text.length() > MAX_WINDOW_CHARACTERS;
            if (!full) {
                invalid |= text.indexOf('\uFFFD') >= 0;
                shown.append(String.format("%6d\t%s%s\n", lineNumber, text, cut));
                lastShown = (int) lineNumber;
            }
        }
        line.reset();
        lineBytes = 0;
        lineNumber++;
    }

    private static int wholeCharacters(byte[] kept) {
        int end = kept.length;
        while (end > 0 && (kept[end - 1] & 0xC0) == 0x80) {
            end--;
        }
        return end > 0 && (kept[end - 1] & 0x80) != 0 ? end - 1 : kept.length;
    }

    String text(String name, String hash) {
        if (lineBytes > 0) {
            endLine();
        }
        long total = lineNumber - 1;
        String head = name + ": " + total + (total == 1 ? " line, " : " lines, ") + bytes + " bytes, hash " + hash;
        if (invalid) {
            head += " (not all of it is valid UTF-8: what cannot be read is shown as \uFFFD)";
        }
        if (total > 0 && start > total) {
            return head + "\n[there is no line " + start + "]";
        }
        String more = lastShown < total
                ? "[lines " + start + " to " + lastShown + " of " + total + "; go on with startLine " + (lastShown + 1)
                        + "]"
                : "";
        return head + "\n" + shown + more;
    }
}
