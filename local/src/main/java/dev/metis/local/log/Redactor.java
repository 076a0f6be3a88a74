package dev.metis.local.log;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.regex.Pattern;

/**
 * Takes secrets out of text: those it was told, wherever they stand, and whatever has the shape of one. The names around
 * them stay, so that a reader sees what was there. Rather too much than too little. Takes time in proportion to the text,
 * whatever the text: no pattern here begins with an open-ended repetition.
 */
public final class Redactor {
    static final String MASK = "[secret]";

    private static final int SHORTEST_VALUE = 6;
    private static final String NAME_AND_VALUE_END = "[^\\r\\n\"',;&\\s}\\])]+";

    private record Shape(Pattern pattern, String replacement) {}

    private static final List<Shape> SHAPES = List.of(
            // Headers: everything up to the end of the line or of the quoted value, whatever the scheme.
            shape(
                    "(?i)((?:proxy-)?authorization|(?:x-)?(?:goog-)?api-?key|(?:set-)?cookie|x-amz-security-token)"
                            + "(\"?'?\\s*[:=]\\s*\"?'?\\[?)[^\\r\\n\"'\\]}]+",
                    "$1$2" + MASK),
            // Parameters of URLs and forms.
            shape(
                    "(?i)([?&;#](?:[a-z0-9_-]{0,40}(?:key|token|secret|password|passwd|signature|credential|ticket)"
                            + "|sig|code|auth)=)[^&#\\s\"'<>]+",
                    "$1" + MASK),
            // Members and settings with a telling name.
            shape(
                    "(?i)(password|passwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|nonce)"
                            + "(\"?'?\\s*[:=]\\s*\"?'?)(?!\\[secret)" + NAME_AND_VALUE_END,
                    "$1$2" + MASK),
            shape("(?i)\\b(bearer|basic|negotiate|digest)(\\s+)[A-Za-z0-9+/=._~-]{6,}", "$1$2" + MASK),
            // Users in URLs.
            shape("(://[^/\\s:@]{0,100}:)[^/\\s@]{1,500}(@)", "$1" + MASK + "$2"),
            // Known forms of tokens.
            shape("\\bm(?:ts|ss|tl|tt)_[0-9A-Za-z]{20,}", MASK),
            shape("\\b(?:sk|pk|rk)-[A-Za-z0-9_-]{10,}", MASK),
            shape("\\bgh[pousr]_[A-Za-z0-9]{20,}", MASK),
            shape("\\bgithub_pat_[A-Za-z0-9_]{20,}", MASK),
            shape("\\bxai-[A-Za-z0-9_-]{16,}", MASK),
            shape("\\bxox[a-z]-[A-Za-z0-9-]{10,}", MASK),
            shape("\\bAIza[A-Za-z0-9_-]{30,}", MASK),
            shape("\\bA(?:KIA|SIA|ROA|IDA)[A-Z0-9]{12,}", MASK),
            shape("\\beyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]*", MASK),
            shape("-----BEGIN [A-Z ]*PRIVATE KEY-----[\\s\\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)", MASK),
            // Long runs of base 64, such as task tokens of state machines.
            shape("(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/_-]{100,}+={0,2}", MASK));

    private final Set<String> values = new ConcurrentSkipListSet<>(
            java.util.Comparator.comparingInt(String::length).reversed().thenComparing(String::compareTo));

    /** From now on this value appears nowhere. Short ones are refused: they would eat ordinary words. */
    public void hide(String secret) {
        String value = secret.strip();
        if (value.length() >= SHORTEST_VALUE) {
            values.add(value);
        }
    }

    /** The text without secrets. */
    public String redact(String text) {
        String clean = text;
        for (String value : values) {
            clean = clean.replace(value, MASK);
        }
        for (Shape shape : SHAPES) {
            clean = shape.pattern().matcher(clean).replaceAll(shape.replacement());
        }
        return clean;
    }

    private static Shape shape(String pattern, String replacement) {
        return new Shape(Pattern.compile(pattern), replacement);
    }
}
