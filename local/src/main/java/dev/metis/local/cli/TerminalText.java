package dev.metis.local.cli;

import java.util.Locale;

/**
 * Makes text from outside fit for a terminal: what would move the cursor, hide or turn around other text, or end a line
 * of a log is spelled out as {@code \}{@code u{…}}. Tabs and line feeds stay where they are asked for.
 */
final class TerminalText {
    private TerminalText() {}

    /** Text of several lines. */
    static String lines(String text) {
        return spell(text.replace("\r\n", "\n"), true);
    }

    /** Text that stays on one line. */
    static String oneLine(String text) {
        return spell(text, false);
    }

    /** JSON in which every character that a terminal could obey is written as JSON's own escape. */
    static String json(String json) {
        StringBuilder plain = new StringBuilder(json.length());
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            boolean special = c < ' ' || isHidden(c);
            if (special) {
                plain.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                plain.append(c);
            }
        }
        return plain.toString();
    }

    private static String spell(String text, boolean breaks) {
        StringBuilder plain = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            boolean kept = c == '\t' || (c == '\n' && breaks);
            if (kept || (c >= ' ' && !isHidden(c))) {
                plain.appendCodePoint(c);
            } else {
                plain.append(String.format(Locale.ROOT, "\\u{%X}", c));
            }
        });
        return plain.toString();
    }

    private static boolean isHidden(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE,
                    Character.PRIVATE_USE -> c != 0x200D;
            default -> false;
        };
    }
}
