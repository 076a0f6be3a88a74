package dev.metis.providers.compatible;

/** Text that can be written as UTF-8: on the wire, never in the store, a lone surrogate becomes U+FFFD. */
final class WellFormed {
    private WellFormed() {}

    static String text(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                return text.codePoints()
                        .map(point -> point >= 0xd800 && point <= 0xdfff ? 0xfffd : point)
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                        .toString();
            }
        }
        return text;
    }
}
