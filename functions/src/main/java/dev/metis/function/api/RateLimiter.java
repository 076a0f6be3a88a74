package dev.metis.function.api;

import dev.metis.port.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A token bucket for each of many keys: {@code burst} calls at once, {@code perSecond} on the long run. Keys that are
 * full again are forgotten, and no more than {@value #MOST_KEYS} are remembered.
 */
final class RateLimiter {
    private static final int MOST_KEYS = 10_000;

    private final TimeSource time;
    private final double perSecond;
    private final int burst;
    private final Map<String, Bucket> buckets = new LinkedHashMap<>(16, 0.75f, true);

    RateLimiter(TimeSource time, double perSecond, int burst) {
        if (perSecond <= 0 || burst < 1) {
            throw new IllegalArgumentException("a limit must let something through");
        }
        this.time = time;
        this.perSecond = perSecond;
        this.burst = burst;
    }

    private record Bucket(double tokens, Instant at) {}

    /** What became of a call: whether it may go on, how many more may, and when there is one again or all are. */
    record Verdict(boolean allowed, int limit, int remaining, Duration retryAfter, Duration reset) {
        long retryAfterSeconds() {
            return Math.max(1, (retryAfter.toMillis() + 999) / 1_000);
        }

        long resetSeconds() {
            return (reset.toMillis() + 999) / 1_000;
        }
    }

    synchronized Verdict take(String key) {
        Instant now = time.now();
        Bucket bucket = buckets.getOrDefault(key, new Bucket(burst, now));
        // A clock that was set back fills nothing.
        double elapsed = Math.max(0, Duration.between(bucket.at(), now).toMillis() / 1_000.0);
        double tokens = Math.min(burst, bucket.tokens() + elapsed * perSecond);
        boolean allowed = tokens >= 1;
        double left = allowed ? tokens - 1 : tokens;
        buckets.put(key, new Bucket(left, now));
        forget(now);
        return new Verdict(allowed, burst, (int) left, allowed ? Duration.ZERO : wait(1 - left), wait(burst - left));
    }

    private Duration wait(double tokens) {
        return Duration.ofMillis((long) Math.ceil(tokens / perSecond * 1_000));
    }

    /** The map is in order of use: what was not used for the longest time is at its head. */
    private void forget(Instant now) {
        var oldest = buckets.entrySet().iterator();
        Bucket head = oldest.next().getValue();
        boolean full = Duration.between(head.at(), now).toMillis() / 1_000.0 * perSecond >= burst;
        if (full || buckets.size() > MOST_KEYS) {
            oldest.remove();
        }
    }
}
