package dev.metis.providers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryAfterTest {
    private static final Instant NOW = Instant.parse("2026-11-25T10:00:00Z");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "30 | PT30S",
                "Wed, 25 Nov 2026 10:00:30 GMT | PT30S",
                "Wednesday, 25-Nov-26 10:00:30 GMT | PT30S",
                "Wed Nov 25 10:00:30 2026 | PT30S",
                "Tue, 25 Nov 2026 10:00:30 GMT | PT30S",
                "wed, 25 nov 2026 10:00:30 gmt | PT30S",
                "0.5 | PT0.5S",
                "1.75 | PT1.75S",
                "' 7 ' | PT7S",
                "86400 | PT24H",
                "99999999999 | PT168H",
                "Sun, 25 Nov 2096 10:00:30 GMT | PT168H",
                "0 | none",
                "0.0 | none",
                "-1 | none",
                "abc | none",
                "'' | none",
                "NaN | none",
                "1e3 | none",
                "0x10 | none",
                "Wed, 25 Nov 2026 09:59:00 GMT | none",
                "Wednesday, 25-Nov-76 10:00:30 GMT | PT168H",
                "Wednesday, 25-Nov-77 10:00:30 GMT | none",
                "Wed, 99 Nov 2026 10:00:30 GMT | none",
                "9999999999999999999999999 | none"
            })
    void prv4_readsSecondsAndEveryFormOfDateAndTakesNonsenseForNothing(String header, String expected) {
        Optional<Duration> wait = expected.equals("none") ? Optional.empty() : Optional.of(Duration.parse(expected));
        assertEquals(wait, RetryAfter.parse(header, NOW));
    }

    @ParameterizedTest
    @CsvSource({"1500, PT1.5S", "0, none", "-5, none", "soon, none"})
    void readsMilliseconds(String header, String expected) {
        Optional<Duration> wait = expected.equals("none") ? Optional.empty() : Optional.of(Duration.parse(expected));
        assertEquals(wait, RetryAfter.parseMillis(header));
    }
}
