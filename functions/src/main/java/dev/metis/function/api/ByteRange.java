package dev.metis.function.api;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a {@code Range} header asks of so many bytes. Several ranges, and what is no range, count as the whole. */
sealed interface ByteRange {
    Pattern ONE = Pattern.compile("bytes=([0-9]{0,15})-([0-9]{0,15})");

    /** Everything. */
    record Whole() implements ByteRange {}

    /** From one byte to another, both included. */
    record Part(long from, long to) implements ByteRange {}

    /** Nothing that is there. */
    record Beyond() implements ByteRange {}

    static ByteRange of(Optional<String> header, long bytes) {
        Matcher range = ONE.matcher(header.orElse("").strip());
        if (!range.matches() || (range.group(1).isEmpty() && range.group(2).isEmpty())) {
            return new Whole();
        }
        if (range.group(1).isEmpty()) {
            long last = Math.min(Long.parseLong(range.group(2)), bytes);
            return last == 0 ? new Beyond() : new Part(bytes - last, bytes - 1);
        }
        long from = Long.parseLong(range.group(1));
        long to = range.group(2).isEmpty() ? bytes - 1 : Math.min(Long.parseLong(range.group(2)), bytes - 1);
        if (!range.group(2).isEmpty() && Long.parseLong(range.group(2)) < from) {
            return new Whole();
        }
        return from >= bytes ? new Beyond() : new Part(from, to);
    }
}
