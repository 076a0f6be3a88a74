package dev.metis.approval;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a person may say of a call whose outcome is unknown. */
public enum ReviewAnswer {
    /** It took effect: do not run it. */
    HAPPENED,
    /** It did not: run it once more. */
    RUN_IT,
    /** Leave it. */
    SKIP;

    /** The word on the wire. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<ReviewAnswer> ofWire(String word) {
        return Arrays.stream(values()).filter(a -> a.wire().equals(word)).findFirst();
    }

    public static List<String> words() {
        return Arrays.stream(values()).map(ReviewAnswer::wire).toList();
    }
}
