package dev.metis.providers;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What a provider asked for by Retry-After: seconds, whole or not, or a date in one of the three forms of RFC 9110.
 * Nonsense, zero and a moment that has passed ask for nothing, so that the caller's own growing pause applies; nothing
 * asks for more than a week.
 */
public final class RetryAfter {
    private static final Duration LONGEST = Duration.ofDays(7);
    private static final Pattern SECONDS = Pattern.compile("\\d{1,12}(\\.\\d{1,9})?");
    private static final int YEARS_BACK = 49;

    private RetryAfter() {}

    public static Optional<Duration> parse(String header, Instant now) {
        String text = header.strip();
        if (SECONDS.matcher(text).matches()) {
            return sane(Duration.ofMillis(Math.round(Double.parseDouble(text) * 1_000)));
        }
        return date(text, now).flatMap(at -> sane(Duration.between(now, at)));
    }

    /** The same in milliseconds, as some providers send beside it. */
    public static Optional<Duration> parseMillis(String header) {
        String text = header.strip();
        return SECONDS.matcher(text).matches()
                ? sane(Duration.ofMillis(Math.round(Double.parseDouble(text))))
                : Optional.empty();
    }

    private static Optional<Duration> sane(Duration wait) {
        if (wait.isNegative() || wait.isZero()) {
            return Optional.empty();
        }
        return Optional.of(wait.compareTo(LONGEST) > 0 ? LONGEST : wait);
    }

    private static Optional<Instant> date(String text, Instant now) {
        // The name of the day says nothing that the date does not, and is often wrong.
        int comma = text.indexOf(',');
        String date = (comma < 0 ? text.replaceFirst("^[A-Za-z]+\\s+", "") : text.substring(comma + 1))
                .strip()
                .replaceAll("\\s+", " ");
        for (DateTimeFormatter form : forms(now)) {
            try {
                return Optional.of(LocalDateTime.parse(date, form).toInstant(ZoneOffset.UTC));
            } catch (DateTimeException e) {
                // not this form
            }
        }
        return Optional.empty();
    }

    private static List<DateTimeFormatter> forms(Instant now) {
        DateTimeFormatter rfc850 = new DateTimeFormatterBuilder()
                .parseCaseInsensitive()
                .appendPattern("d-MMM-")
                .appendValueReduced(
                        ChronoField.YEAR,
                        2,
                        2,
                        now.atOffset(ZoneOffset.UTC).toLocalDate().minusYears(YEARS_BACK))
                .appendPattern(" H:mm:ss 'GMT'")
                .toFormatter(Locale.US);
        return List.of(form("d MMM uuuu H:mm:ss 'GMT'"), rfc850, form("MMM d H:mm:ss uuuu"));
    }

    private static DateTimeFormatter form(String pattern) {
        return new DateTimeFormatterBuilder()
                .parseCaseInsensitive()
                .appendPattern(pattern)
                .toFormatter(Locale.US);
    }
}
