package dev.metis.event;

import org.jspecify.annotations.Nullable;

/** Facts of what a run consumed and what slowed it. */
public sealed interface UsageEvent extends RunEventBody {
    /** What one model call consumed; the cost is absent when no price is known. */
    record UsageReported(
            long inputTokens,
            long outputTokens,
            long cachedInputTokens,
            long reasoningTokens,
            @Nullable Double costUsd) implements UsageEvent {}

    /** A provider asked to wait; {@code retry} counts from 1. */
    record RateLimitHit(String provider, long retryAfterMs, int retry) implements UsageEvent {}

    /** The context was made smaller. */
    record ContextCompacted(long beforeTokens, long afterTokens, int summaryVersion) implements UsageEvent {}
}
