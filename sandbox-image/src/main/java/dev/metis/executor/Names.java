package dev.metis.executor;

/** Shows names that somebody else chose: control characters, quotes and direction marks cannot forge a line. */
final class Names {
    private Names() {}

    /** The name itself where it is harmless, else quoted with escapes. */
    static String shown(String name) {
        boolean plain = !name.isEmpty() && name.codePoints().allMatch(Names::harmless);
        if (plain) {
            return name;
        }
        StringBuilder quoted = new StringBuilder("\"");
        name.codePoints().forEach(c -> {
            if (c == '"' || c == '\\') {
                quoted.append('\\').appendCodePoint(c);
            } else if (harmless(c)) {
                quoted.appendCodePoint(c);
            } else {
                quoted.append(c == '\n' ? "\\n" : String.format("\\u{%x}", c));
            }
        });
        return quoted.append('"').toString();
    }

    private static boolean harmless(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.UNASSIGNED -> false;
            default -> c != '"' && c != '\\';
        };
    }
}
