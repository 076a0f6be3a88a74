package dev.metis.providers.script;

import java.util.ArrayList;
import java.util.List;

/** Cuts text the way models stream it: a word with the space after it, long words in pieces, code points whole. */
final class Pieces {
    private static final int LONGEST = 32;

    private Pieces() {}

    static List<String> of(String text) {
        List<String> pieces = new ArrayList<>();
        int start = 0;
        int at = 0;
        int length = 0;
        while (at < text.length()) {
            int point = text.codePointAt(at);
            at += Character.charCount(point);
            length++;
            if (length >= LONGEST || Character.isWhitespace(point)) {
                pieces.add(text.substring(start, at));
                start = at;
                length = 0;
            }
        }
        if (start < text.length()) {
            pieces.add(text.substring(start));
        }
        return pieces;
    }
}
