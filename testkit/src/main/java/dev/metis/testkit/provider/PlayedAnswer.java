package dev.metis.testkit.provider;

import dev.metis.provider.FinishReason;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What the other side of an adapter shall do once, in words that fit every wire. With a status and no text the call
 * fails at once; {@code cutOff} ends the stream after the text without the word that it is whole.
 */
public record PlayedAnswer(
        String reasoning,
        String text,
        Duration pause,
        List<PlayedCall> calls,
        FinishReason finish,
        OptionalInt status,
        Optional<Duration> retryAfter,
        boolean cutOff) {
    public PlayedAnswer {
        Objects.requireNonNull(reasoning, "reasoning is null");
        Objects.requireNonNull(text, "text is null");
        calls = List.copyOf(calls);
    }

    public static PlayedAnswer text(String text) {
        return ended("", text, FinishReason.STOP);
    }

    public static PlayedAnswer ended(String reasoning, String text, FinishReason finish, PlayedCall... calls) {
        return new PlayedAnswer(
                reasoning, text, Duration.ZERO, List.of(calls), finish, OptionalInt.empty(), Optional.empty(), false);
    }

    public static PlayedAnswer slowly(String text, Duration pause) {
        return new PlayedAnswer(
                "", text, pause, List.of(), FinishReason.STOP, OptionalInt.empty(), Optional.empty(), false);
    }

    public static PlayedAnswer failed(int status, Optional<Duration> retryAfter) {
        return new PlayedAnswer(
                "", "", Duration.ZERO, List.of(), FinishReason.STOP, OptionalInt.of(status), retryAfter, false);
    }

    public static PlayedAnswer cutOffAfter(String text) {
        return new PlayedAnswer(
                "", text, Duration.ZERO, List.of(), FinishReason.STOP, OptionalInt.empty(), Optional.empty(), true);
    }

    /** A call of a tool that the request offers, with its arguments as a model would write them. */
    public record PlayedCall(String tool, String arguments) {}
}
