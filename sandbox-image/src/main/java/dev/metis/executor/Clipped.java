package dev.metis.executor;

import java.nio.charset.StandardCharsets;

/** A text that fits: whole, or its beginning and end with a note between that says how much is left out. */
record Clipped(String text, boolean complete) {
    /** What the model may see of one result. */
    static final int MAX_RESULT_BYTES = 40 * 1024;

    /** Cuts the middle out so that at most {@code maxBytes} of UTF-8 remain, the note included. */
    static Clipped middle(String text, int maxBytes, String note) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= maxBytes) {
            return new Clipped(text, true);
        }
        int room = maxBytes - note.length() * 3 - 80;
        int head = room * 6 / 10;
        int from = bytes.length - (room - head);
        String beginning = new String(bytes, 0, boundaryBefore(bytes, head), StandardCharsets.UTF_8);
        int start = boundaryAfter(bytes, from);
        String end = new String(bytes, start, bytes.length - start, StandardCharsets.UTF_8);
        int left = bytes.length - beginning.getBytes(StandardCharsets.UTF_8).length - (bytes.length - start);
        return new Clipped(beginning + "\n[… " + left + " bytes left out; " + note + " …]\n" + end, false);
    }

    /** The longest whole-code-point beginning of at most so many bytes. */
    static int boundaryBefore(byte[] bytes, int index) {
        int at = index;
        while (at > 0 && at < bytes.length && (bytes[at] & 0xC0) == 0x80) {
            at--;
        }
        return at;
    }

    private static int boundaryAfter(byte[] bytes, int index) {
        int at = index;
        while (at < bytes.length && (bytes[at] & 0xC0) == 0x80) {
            at++;
        }
        return at;
    }
}
