package dev.metis.providers.compatible;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.metis.error.ErrorCode;
import dev.metis.error.PermanentException;
import dev.metis.provider.FinishReason;
import dev.metis.provider.ProviderFailure;
import dev.metis.provider.StopSignal;
import dev.metis.provider.TurnEnd;
import dev.metis.provider.Usage;
import dev.metis.testkit.provider.Heard;
import dev.metis.testkit.provider.ManualStop;
import dev.metis.testkit.provider.StubAnswer;
import dev.metis.testkit.provider.StubCompatibleServer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompatibleWireTest {
    private static final String TEXT = "価格は€5 😀";
    private static final StubAnswer HELLO =
            StubAnswer.stream().text("Hello").finish("stop").done();
    private static final Timeouts SHORT = new Timeouts(
            Duration.ofSeconds(5),
            Duration.ofMillis(300),
            Duration.ofMillis(300),
            Duration.ofSeconds(60),
            Duration.ofMillis(300));

    @Test
    void prv1_hearsTheSameTextFromOneByteAChunkAndFromCutsAtEveryByteOfIt() {
        StubAnswer answer = StubAnswer.stream().text(TEXT).finish("stop").done();
        assertEquals(TEXT, hear(answer.byteByByte()).text());
        int from = indexOf(answer.body(), (byte) 0xe4);
        int[] inside = new int[17];
        Arrays.setAll(inside, i -> from + 1 + i);
        for (int cut : inside) {
            assertEquals(TEXT, hear(answer.cutAt(cut)).text(), "cut at " + cut);
        }
    }

    @Test
    void joinsASurrogatePairThatTheServerEscapedInTwoChunks() {
        Heard heard = hear(StubAnswer.stream()
                .chunk("{\"choices\":[{\"delta\":{\"content\":\"a\\ud83d\"}}]}")
                .chunk("{\"choices\":[{\"delta\":{\"content\":\"\\ude00b\"}}]}")
                .finish("stop")
                .done());
        assertEquals("a😀b", heard.text());
    }

    @Test
    void prv5_takesAnErrorInsideAStreamForTheFailureThatItIs() {
        String overloaded = "{\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}";
        for (StubAnswer start : List.of(StubAnswer.stream(), StubAnswer.stream().text("Hel"))) {
            Heard heard = hear(start.chunk(overloaded).done());
            assertEquals(ErrorCode.PROVIDER_OVERLOADED, heard.failed().code());
            assertTrue(heard.failed().retryable());
        }
        Heard named = hear(StubAnswer.stream().raw("event: error\ndata: {\"message\":\"Overloaded\"}\n\n"));
        assertEquals(ErrorCode.PROVIDER_OVERLOADED, named.failed().code());
    }

    @Test
    void prv5_answersWholeAfterAnOverloadedAttemptAndCountsTheTokensOfTheFirst() {
        StubAnswer first =
                StubAnswer.stream().text("Hel").usage(9, 1).chunk("{\"error\":{\"code\":529,\"message\":\"busy\"}}");
        try (StubCompatibleServer stub = new StubCompatibleServer(0, Requests.inOrder(first, HELLO))) {
            CompatibleProvider provider = Requests.provider(stub);
            Heard failed = Heard.from(provider, Requests.simple(), StopSignal.NEVER);
            assertEquals(ErrorCode.PROVIDER_OVERLOADED, failed.failed().code());
            assertEquals(new Usage(9, 1, 0, 0), failed.usage().orElseThrow().usage());
            assertEquals(
                    "Hello",
                    Heard.from(provider, Requests.simple(), StopSignal.NEVER).text());
        }
    }

    @Test
    void prv5_says529IsOverloadAndMayBeRetriedWithoutAHint() {
        ProviderFailure failure = hear(StubAnswer.error(529, "")).failed();
        assertEquals(ErrorCode.PROVIDER_OVERLOADED, failure.code());
        assertEquals(Optional.empty(), failure.retryAfter());
        assertEquals(OptionalInt.of(529), failure.httpStatus());
    }

    @Test
    void prv4_readsTheHintOfA429InEveryForm() {
        assertEquals(Optional.of(Duration.ofSeconds(30)), waitOf("Retry-After", "Wed, 25 Nov 2026 10:00:30 GMT"));
        assertEquals(Optional.of(Duration.ofMillis(500)), waitOf("Retry-After", "0.5"));
        assertEquals(Optional.empty(), waitOf("Retry-After", "-1"));
        assertEquals(Optional.of(Duration.ofMillis(1_200)), waitOf("retry-after-ms", "1200"));
    }

    @ParameterizedTest
    @CsvSource({
        "stop, STOP",
        "eos, STOP",
        "length, LENGTH",
        "max_tokens, LENGTH",
        "content_filter, REFUSED",
        "tool_calls, STOP"
    })
    void mapsEveryFinishReason(String wire, FinishReason reason) {
        assertEquals(
                new TurnEnd(reason),
                hear(StubAnswer.stream().text("x").finish(wire).done()).ended());
    }

    @Test
    void saysToolCallsWhenThereAreSomeThoughTheServerSaysStop() {
        Heard heard = hear(
                StubAnswer.stream().call(0, "a", "fs_read", "{}").finish("stop").done());
        assertEquals(new TurnEnd(FinishReason.TOOL_CALLS), heard.ended());
        assertEquals("fs.read", heard.calls().getFirst().tool());
    }

    @Test
    void takesAFinishReasonWithoutDoneForTheEndAndDoneWithoutAFinishReasonForACut() {
        assertEquals(
                new TurnEnd(FinishReason.STOP),
                hear(StubAnswer.stream().text("x").finish("stop")).ended());
        assertEquals(
                ErrorCode.STREAM_INCOMPLETE,
                hear(StubAnswer.stream().text("x").done()).failed().code());
        assertEquals(
                ErrorCode.STREAM_INCOMPLETE, hear(StubAnswer.stream()).failed().code());
        assertEquals(
                ErrorCode.STREAM_INCOMPLETE,
                hear(StubAnswer.stream().text("x").breakConnection()).failed().code());
        assertEquals(
                ErrorCode.STREAM_INCOMPLETE,
                hear(StubAnswer.stream().text("x").raw("data: {\"choices\":[{\"del"))
                        .failed()
                        .code());
    }

    @Test
    void givesNoCallOfACutAnswer() {
        Heard heard = hear(StubAnswer.stream().call(0, "a", "fs_write", "{\"path\":\"notes.md\"}"));
        assertEquals(ErrorCode.STREAM_INCOMPLETE, heard.failed().code());
        assertEquals(List.of(), heard.calls());
    }

    @Test
    void readsTheWholeAnswerOfAServerThatDoesNotStream() {
        Heard heard = hear(StubAnswer.whole("application/json; charset=utf-8", """
                {"choices":[{"index":0,"finish_reason":"tool_calls","message":{"role":"assistant","content":"x",
                "reasoning":"r","tool_calls":[{"id":"a","type":"function","function":{"name":"fs_read","arguments":
                "{}"}}]}}],"usage":{"prompt_tokens":3,"completion_tokens":2,"prompt_tokens_details":
                {"cached_tokens":1},"completion_tokens_details":{"reasoning_tokens":1}}}"""));
        assertEquals(new TurnEnd(FinishReason.TOOL_CALLS), heard.ended());
        assertEquals("x", heard.text());
        assertEquals("r", heard.reasoning());
        assertEquals(new Usage(3, 2, 1, 1), heard.usage().orElseThrow().usage());
    }

    @Test
    void doesNotWaitForADoneThatNeverComesAfterAWholeAnswer() {
        Heard heard = assertTimeoutPreemptively(
                Duration.ofSeconds(15),
                () -> hear(StubAnswer.stream().text("x").finish("stop").hang()));
        assertEquals(new TurnEnd(FinishReason.STOP), heard.ended());
    }

    @Test
    void failsWhenNothingComesInTime() {
        ProviderFailure silent =
                hear(SHORT, StubAnswer.stream().text("x").hang()).failed();
        assertEquals(ErrorCode.PROVIDER_UNAVAILABLE, silent.code());
        assertTrue(silent.retryable());
    }

    @Test
    void endsAnAnswerThatTricklesForEver() {
        StubAnswer trickle = StubAnswer.stream();
        for (int i = 0; i < 100; i++) {
            trickle = trickle.raw(": still here\n").pause(Duration.ofMillis(100));
        }
        Timeouts brief = new Timeouts(
                Duration.ofSeconds(5),
                Duration.ofSeconds(5),
                Duration.ofSeconds(5),
                Duration.ofMillis(500),
                Duration.ofSeconds(5));
        assertEquals(
                ErrorCode.STREAM_INCOMPLETE,
                hear(brief, trickle.hang()).failed().code());
    }

    @Test
    void failsRetryablyWhenNobodyListens() {
        StubCompatibleServer gone = new StubCompatibleServer(0, Requests.inOrder());
        CompatibleProvider provider = Requests.provider(gone);
        gone.close();
        ProviderFailure failure =
                Heard.from(provider, Requests.simple(), StopSignal.NEVER).failed();
        assertEquals(ErrorCode.PROVIDER_UNAVAILABLE, failure.code());
        assertTrue(failure.retryable());
        assertEquals(
                List.of("stub-model"),
                provider.models().stream().map(model -> model.id()).toList());
    }

    @Test
    void refusesRedirectsAndWebPages() {
        try (StubCompatibleServer other = new StubCompatibleServer(0, request -> HELLO)) {
            StubAnswer redirect =
                    new StubAnswer(307, Map.of(), List.of()).header("Location", other.baseUrl() + "/chat/completions");
            ProviderFailure failure = hear(redirect).failed();
            assertEquals(ErrorCode.PROVIDER_INVALID_REQUEST, failure.code());
            assertFalse(failure.retryable());
            assertEquals(List.of(), other.allRequests());
        }
        ProviderFailure page =
                hear(StubAnswer.whole("text/html", "<html>Welcome</html>")).failed();
        assertEquals(ErrorCode.PROVIDER_INVALID_REQUEST, page.code());
    }

    @Test
    void showsTheProvidersWordsWithoutTheKeyAndWithoutEnd() {
        String words = "Incorrect key " + Requests.KEY + " or sk-proj-abc***xyz\n" + "x".repeat(5_000);
        ProviderFailure failure =
                hear(StubAnswer.error(401, "invalid_api_key", words)).failed();
        String message = String.valueOf(failure.getMessage());
        assertEquals(ErrorCode.PROVIDER_AUTH, failure.code());
        assertFalse(message.contains(Requests.KEY), message);
        assertFalse(message.contains("sk-"), message);
        assertFalse(message.contains("\n"), message);
        assertTrue(message.length() < 400, message);
    }

    @Test
    void tellsAFullContextAndAnEmptyPurseFromOtherRefusals() {
        StubAnswer full =
                StubAnswer.error(400, "{\"error\":{\"code\":\"context_length_exceeded\",\"message\":\"too long\"}}");
        assertEquals(ErrorCode.CONTEXT_OVERFLOW, hear(full).failed().code());
        StubAnswer words =
                StubAnswer.error(400, "{\"message\":\"This model's maximum context length is 4096 tokens\"}");
        assertEquals(ErrorCode.CONTEXT_OVERFLOW, hear(words).failed().code());
        ProviderFailure purse = hear(StubAnswer.error(429, "insufficient_quota", "You exceeded your quota"))
                .failed();
        assertEquals(ErrorCode.PROVIDER_RATE_LIMITED, purse.code());
        assertFalse(purse.retryable());
    }

    @Test
    void givesUpAHabitThatAServerRefusesAndRemembersIt() {
        StubAnswer noUsage = StubAnswer.error(400, "invalid_request_error", "Unknown field: stream_options");
        StubAnswer noTokens = StubAnswer.error(
                400, "invalid_request_error", "'max_tokens' is not supported: use 'max_completion_tokens' instead");
        try (StubCompatibleServer stub =
                new StubCompatibleServer(0, Requests.inOrder(noUsage, noTokens, HELLO, HELLO))) {
            CompatibleProvider provider = Requests.provider(stub);
            assertEquals(
                    "Hello",
                    Heard.from(provider, Requests.simple(), StopSignal.NEVER).text());
            assertEquals(
                    "Hello",
                    Heard.from(provider, Requests.simple(), StopSignal.NEVER).text());
            assertEquals(4, stub.requests().size());
            assertEquals(
                    "max_completion_tokens",
                    stub.requests().getLast().body().has("max_completion_tokens") ? "max_completion_tokens" : "none");
            assertFalse(stub.requests().getLast().body().has("stream_options"));
            assertFalse(stub.requests().getLast().body().has("max_tokens"));
        }
    }

    @Test
    void stopsWhileItWaitsForTheHeadOfTheAnswer() throws InterruptedException {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        try (StubCompatibleServer stub = new StubCompatibleServer(0, request -> {
            asked.countDown();
            await(release);
            return HELLO;
        })) {
            ManualStop stop = new ManualStop();
            Thread stopper = Thread.startVirtualThread(() -> {
                await(asked);
                stop.stop();
            });
            ProviderFailure failure = assertTimeoutPreemptively(
                    Duration.ofSeconds(10),
                    () -> Heard.from(Requests.provider(stub), Requests.simple(), stop)
                            .failed());
            assertTrue(failure.isStopped());
            assertEquals(0, stop.registered());
            stopper.join();
        } finally {
            release.countDown();
        }
    }

    @Test
    void passesOnAFaultOfTheSinkEvenWhereItLooksLikeOneOfOurs() {
        PermanentException mine = new PermanentException(ErrorCode.STALE_WRITER, "taken over");
        try (StubCompatibleServer stub = new StubCompatibleServer(0, request -> HELLO)) {
            CompatibleProvider provider = Requests.provider(stub);
            PermanentException thrown = assertThrows(
                    PermanentException.class,
                    () -> provider.stream(
                            Requests.simple(),
                            event -> {
                                throw mine;
                            },
                            StopSignal.NEVER));
            assertSame(mine, thrown);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertTrue(latch.await(20, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Optional<Duration> waitOf(String header, String value) {
        StubAnswer limited = StubAnswer.error(429, "rate_limit", "slow down").header(header, value);
        ProviderFailure failure = hear(limited).failed();
        assertEquals(ErrorCode.PROVIDER_RATE_LIMITED, failure.code());
        return failure.retryAfter();
    }

    private static Heard hear(StubAnswer answer) {
        return hear(Requests.QUICK, answer);
    }

    private static Heard hear(Timeouts timeouts, StubAnswer answer) {
        try (StubCompatibleServer stub = new StubCompatibleServer(0, Requests.inOrder(answer))) {
            CompatibleProvider provider =
                    new CompatibleProvider(Requests.settings(stub).withTimeouts(timeouts), Requests.TIME);
            return Heard.from(provider, Requests.simple(), StopSignal.NEVER);
        }
    }

    private static int indexOf(byte[] bytes, byte sought) {
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == sought) {
                return i;
            }
        }
        throw new AssertionError("not there");
    }
}
