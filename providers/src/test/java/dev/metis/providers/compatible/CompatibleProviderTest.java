package dev.metis.providers.compatible;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.metis.provider.FinishReason;
import dev.metis.provider.ProviderAdapter;
import dev.metis.provider.StopSignal;
import dev.metis.provider.TurnRequest;
import dev.metis.testkit.provider.Heard;
import dev.metis.testkit.provider.PlayedAnswer;
import dev.metis.testkit.provider.ProviderAdapterContract;
import dev.metis.testkit.provider.StubAnswer;
import dev.metis.testkit.provider.StubCompatibleServer;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CompatibleProviderTest extends ProviderAdapterContract {
    private StubCompatibleServer stub = new StubCompatibleServer(0, Requests.inOrder());

    @AfterEach
    void closeTheStub() {
        stub.close();
    }

    @Override
    protected ProviderAdapter adapterPlaying(List<PlayedAnswer> answers) {
        stub.close();
        StubAnswer[] played =
                answers.stream().map(CompatibleProviderTest::played).toArray(StubAnswer[]::new);
        stub = new StubCompatibleServer(0, Requests.inOrder(played));
        return Requests.provider(stub);
    }

    @Override
    protected TurnRequest request(int position) {
        return Requests.simple();
    }

    @Test
    void sendsWhatTheWireWantsAndTheKeyInItsHeaderOnly() {
        ProviderAdapter adapter = adapterPlaying(List.of(PlayedAnswer.text("Hi")));
        assertEquals("Hi", Heard.from(adapter, request(0), StopSignal.NEVER).text());
        StubCompatibleServer.Request sent = stub.requests().getFirst();
        assertEquals("Bearer " + Requests.KEY, sent.headers().get("authorization"));
        assertEquals("stub-model", sent.body().path("model").asString());
        assertEquals(1_000, sent.body().path("max_tokens").asInt());
        assertTrue(sent.body().path("stream").asBoolean());
        assertTrue(sent.body().path("stream_options").path("include_usage").asBoolean());
        assertEquals(
                List.of("fs_write", "fs_read"),
                sent.body()
                        .path("tools")
                        .valueStream()
                        .map(tool -> tool.path("function").path("name").asString())
                        .toList());
        assertTrue(!sent.body().toString().contains(Requests.KEY));
    }

    private static StubAnswer played(PlayedAnswer answer) {
        if (answer.status().isPresent()) {
            return refused(answer);
        }
        StubAnswer stream = StubAnswer.stream();
        if (!answer.reasoning().isEmpty()) {
            stream = stream.reasoning(answer.reasoning());
        }
        stream = called(said(stream, answer), answer);
        return answer.cutOff()
                ? stream
                : stream.finish(wire(answer.finish())).usage(10, 5).done();
    }

    private static StubAnswer refused(PlayedAnswer answer) {
        StubAnswer error = StubAnswer.error(answer.status().getAsInt(), "some_error", "played");
        return answer.retryAfter()
                .map(wait -> error.header("Retry-After", Long.toString(wait.toSeconds())))
                .orElse(error);
    }

    private static StubAnswer said(StubAnswer begun, PlayedAnswer answer) {
        StubAnswer stream = begun;
        String text = answer.text();
        for (int from = 0; from < text.length(); ) {
            int to = text.offsetByCodePoints(from, Math.min(3, text.codePointCount(from, text.length())));
            stream = stream.text(text.substring(from, to)).pause(answer.pause());
            from = to;
        }
        return stream;
    }

    private static StubAnswer called(StubAnswer begun, PlayedAnswer answer) {
        StubAnswer stream = begun;
        for (int i = 0; i < answer.calls().size(); i++) {
            String arguments = answer.calls().get(i).arguments();
            String name = answer.calls().get(i).tool().replace('.', '_');
            int half = arguments.length() / 2;
            stream = stream.call(i, "call_" + i, name, arguments.substring(0, half))
                    .arguments(i, arguments.substring(half));
        }
        return stream;
    }

    private static String wire(FinishReason reason) {
        return switch (reason) {
            case STOP -> "stop";
            case TOOL_CALLS -> "tool_calls";
            case LENGTH -> "length";
            case REFUSED -> "content_filter";
        };
    }
}
