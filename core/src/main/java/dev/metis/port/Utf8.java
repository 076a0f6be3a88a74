package dev.metis.port;

import java.util.Comparator;

/** Text as the store sees it: as UTF-8 bytes. */
public final class Utf8 {
    /** The order of the UTF-8 bytes, which is the order of the code points. */
    public static final Comparator<String> ORDER = Utf8::compare;

    private Utf8() {}

    /** How many bytes the text takes; refuses text with half a surrogate pair, which has no bytes. */
    public static int length(String text) {
        int bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                bytes += 1;
            } else if (c < 0x800) {
                bytes += 2;
            } else if (!Character.isSurrogate(c)) {
                bytes += 3;
            } else if (Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                bytes += 4;
                i++;
            } else {
                throw new IllegalArgumentException("text has half a surrogate pair at index " + i);
            }
        }
        return bytes;
    }

    private static int compare(String a, String b) {
        int common = Math.min(a.length(), b.length());
        for (int i = 0; i < common; i++) {
            char x = a.charAt(i);
            char y = b.charAt(i);
            if (x != y) {
                // A surrogate stands for a code point above every other char, though its own value is not.
                int surrogates = Boolean.compare(Character.isSurrogate(x), Character.isSurrogate(y));
                return surrogates != 0 ? surrogates : Character.compare(x, y);
            }
        }
        return Integer.compare(a.length(), b.length());
    }
}
