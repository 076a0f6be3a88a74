package dev.metis.testkit.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.metis.error.ErrorCode;
import dev.metis.provider.FinishReason;
import dev.metis.provider.ModelInfo;
import dev.metis.provider.ProviderAdapter;
import dev.metis.provider.ProviderEvent;
import dev.metis.provider.ProviderFailure;
import dev.metis.provider.StopSignal;
import dev.metis.provider.TurnEnd;
import dev.metis.provider.TurnRequest;
import dev.metis.testkit.provider.PlayedAnswer.PlayedCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * What every adapter keeps. A subclass puts an adapter before something that plays the answers it is given, one a call
 * in order, and says how to ask for the next one.
 */
public abstract class ProviderAdapterContract {
    private static final String TEXT = "Hello, 価格は€5 😀 and a longer tail of words.";
    private static final String ARGUMENTS = "{\"path\":\"a/b.txt\",\"content\":\"x\\ny 😀\"}";

    /** An adapter whose next calls get these answers. */
    protected abstract ProviderAdapter adapterPlaying(List<PlayedAnswer> answers);

    /** The request for the answer at this position; it offers fs.write and fs.read. */
    protected abstract TurnRequest request(int position);

    @Test
    void streamsTheTextInOrderAndEndsWhenTheProviderSaidSo() {
        Heard heard = hear(PlayedAnswer.text(TEXT));
        assertEquals(new TurnEnd(FinishReason.STOP), heard.ended());
        assertEquals(TEXT, heard.text());
        assertTrue(heard.events().size() > 3, "the text came in one piece: " + heard);
        assertEquals(List.of(), heard.calls());
    }

    @Test
    void neverSplitsACodePoint() {
        String emoji = "😀🎉👩‍👩‍👧".repeat(40);
        for (ProviderEvent event : hear(PlayedAnswer.text(emoji)).events()) {
            if (event instanceof ProviderEvent.TextDelta delta) {
                assertFalse(Character.isLowSurrogate(delta.text().charAt(0)));
                assertFalse(Character.isHighSurrogate(
                        delta.text().charAt(delta.text().length() - 1)));
            }
        }
    }

    @Test
    void givesReasoningBeforeTextAndApartFromIt() {
        Heard heard = hear(PlayedAnswer.ended("Let me think.", "Done.", FinishReason.STOP));
        assertEquals("Let me think.", heard.reasoning());
        assertEquals("Done.", heard.text());
        assertTrue(heard.events().getFirst() instanceof ProviderEvent.ReasoningDelta);
    }

    @Test
    void givesParallelCallsOnceEachInOrderWithTheArgumentsAsWritten() {
        Heard heard = hear(PlayedAnswer.ended(
                "",
                "Two calls.",
                FinishReason.TOOL_CALLS,
                new PlayedCall("fs.write", ARGUMENTS),
                new PlayedCall("fs.read", "{\"path\":\"b\"}")));
        assertEquals(new TurnEnd(FinishReason.TOOL_CALLS), heard.ended());
        assertEquals(
                List.of("0 fs.write " + ARGUMENTS, "1 fs.read {\"path\":\"b\"}"),
                heard.calls().stream()
                        .map(call -> call.index() + " " + call.tool() + " " + call.rawArguments())
                        .toList());
    }

    @Test
    void prv3_saysThatTheOutputLimitCutTheAnswerAndRepairsNothing() {
        Heard heard = hear(PlayedAnswer.ended(
                "", "", FinishReason.LENGTH, new PlayedCall("fs.write", "{\"path\":\"notes.md\",\"content\":\"# Ti")));
        assertEquals(new TurnEnd(FinishReason.LENGTH), heard.ended());
        heard.calls().forEach(call -> assertEquals("{\"path\":\"notes.md\",\"content\":\"# Ti", call.rawArguments()));
    }

    @Test
    void saysThatTheProviderWithheldTheAnswer() {
        assertEquals(
                new TurnEnd(FinishReason.REFUSED),
                hear(PlayedAnswer.ended("", "I can't.", FinishReason.REFUSED)).ended());
    }

    @Test
    void countsWhatTheCallConsumed() {
        Heard heard = hear(PlayedAnswer.text(TEXT));
        assertTrue(heard.usage().orElseThrow().usage().outputTokens() > 0);
    }

    @Test
    void classifiesEveryStatusOnce() {
        assertFailure(401, ErrorCode.PROVIDER_AUTH, false);
        assertFailure(403, ErrorCode.PROVIDER_AUTH, false);
        assertFailure(404, ErrorCode.PROVIDER_UNKNOWN, false);
        assertFailure(400, ErrorCode.PROVIDER_INVALID_REQUEST, false);
        assertFailure(408, ErrorCode.PROVIDER_UNAVAILABLE, true);
        assertFailure(429, ErrorCode.PROVIDER_RATE_LIMITED, true);
        assertFailure(500, ErrorCode.PROVIDER_UNAVAILABLE, true);
        assertFailure(503, ErrorCode.PROVIDER_OVERLOADED, true);
        assertFailure(529, ErrorCode.PROVIDER_OVERLOADED, true);
    }

    @Test
    void passesOnHowLongTheProviderAsksToWait() {
        ProviderFailure failure = hear(PlayedAnswer.failed(429, Optional.of(Duration.ofSeconds(7))))
                .failed();
        assertEquals(Optional.of(Duration.ofSeconds(7)), failure.retryAfter());
    }

    @Test
    void takesAStreamThatEndsWithoutTheProvidersWordForAFailure() {
        Heard heard = hear(PlayedAnswer.cutOffAfter("Hel"));
        assertEquals(ErrorCode.STREAM_INCOMPLETE, heard.failed().code());
        assertTrue(heard.failed().retryable());
        assertEquals("Hel", heard.text());
    }

    @Test
    void prv5_givesTheNextAttemptsAnswerWholeAfterAFailure() {
        ProviderAdapter adapter = adapterPlaying(List.of(PlayedAnswer.cutOffAfter("Hel"), PlayedAnswer.text("Hello")));
        assertEquals(ErrorCode.STREAM_INCOMPLETE, hear(adapter, 0).failed().code());
        Heard second = hear(adapter, 1);
        assertEquals("Hello", second.text());
        assertEquals(new TurnEnd(FinishReason.STOP), second.ended());
    }

    @Test
    void startsNothingAfterAStop() {
        ManualStop stop = new ManualStop();
        stop.stop();
        Heard heard = Heard.from(adapterPlaying(List.of(PlayedAnswer.text(TEXT))), request(0), stop);
        assertTrue(heard.failed().isStopped());
        assertEquals("", heard.text());
    }

    @Test
    void endsAtOnceWhenAStopComesInTheMiddleOfAPause() {
        ManualStop stop = new ManualStop();
        ProviderAdapter adapter =
                adapterPlaying(List.of(PlayedAnswer.slowly("one two three four", Duration.ofSeconds(30))));
        Thread[] stopper = new Thread[1];
        ProviderFailure failure = assertTimeoutPreemptively(
                Duration.ofSeconds(10),
                () -> assertThrows(
                        ProviderFailure.class,
                        () -> adapter.stream(
                                request(0), event -> stopper[0] = Thread.startVirtualThread(stop::stop), stop)));
        assertTrue(failure.isStopped());
        assertEquals(0, stop.registered());
    }

    @Test
    void passesOnAnExceptionOfTheSinkUnchanged() {
        IllegalStateException mine = new IllegalStateException("the log is full");
        ProviderAdapter adapter = adapterPlaying(List.of(PlayedAnswer.text(TEXT)));
        IllegalStateException thrown = assertThrows(
                IllegalStateException.class,
                () -> adapter.stream(
                        request(0),
                        event -> {
                            throw mine;
                        },
                        StopSignal.NEVER));
        assertSame(mine, thrown);
    }

    @Test
    void forgetsTheStopSignalWhenItReturns() {
        ManualStop stop = new ManualStop();
        Heard.from(adapterPlaying(List.of(PlayedAnswer.text(TEXT))), request(0), stop);
        assertEquals(0, stop.registered());
    }

    @Test
    void namesItsModelsWithItsOwnIdAndNoneTwice() {
        ProviderAdapter adapter = adapterPlaying(List.of());
        Set<String> seen = new HashSet<>();
        for (ModelInfo model : adapter.models()) {
            assertEquals(adapter.id(), model.provider());
            assertTrue(seen.add(model.id()), "twice: " + model.id());
        }
        assertTrue(adapter.configured());
    }

    @Test
    void servesManyCallsAtOnceWithoutMixingThem() throws Exception {
        int calls = 16;
        ProviderAdapter adapter = adapterPlaying(Collections.nCopies(calls, PlayedAnswer.text(TEXT)));
        List<Callable<Heard>> all = new ArrayList<>();
        for (int i = 0; i < calls; i++) {
            int position = i;
            all.add(() -> hear(adapter, position));
        }
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Heard> future : threads.invokeAll(all, 30, TimeUnit.SECONDS)) {
                assertEquals(TEXT, future.get().text());
            }
        }
    }

    private void assertFailure(int status, ErrorCode code, boolean retryable) {
        Heard heard = hear(PlayedAnswer.failed(status, Optional.empty()));
        ProviderFailure failure = heard.failed();
        assertEquals(code, failure.code(), "status " + status);
        assertEquals(retryable, failure.retryable(), "status " + status);
        assertEquals(OptionalInt.of(status), failure.httpStatus());
        assertEquals("", heard.text());
    }

    private Heard hear(PlayedAnswer answer) {
        return hear(adapterPlaying(List.of(answer)), 0);
    }

    private Heard hear(ProviderAdapter adapter, int position) {
        return Heard.from(adapter, request(position), StopSignal.NEVER);
    }
}
