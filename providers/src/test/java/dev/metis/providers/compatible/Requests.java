package dev.metis.providers.compatible;

import dev.metis.port.TimeSource;
import dev.metis.provider.TranscriptEntry;
import dev.metis.provider.TurnRequest;
import dev.metis.testkit.provider.StubAnswer;
import dev.metis.testkit.provider.StubCompatibleServer;
import dev.metis.tool.ToolDefinition;
import dev.metis.tool.ToolEffect;
import dev.metis.tool.ToolExecutor;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import tools.jackson.databind.node.JsonNodeFactory;

/** What the tests of the codec ask and how. */
final class Requests {
    static final Instant NOW = Instant.parse("2026-11-25T10:00:00Z");
    static final TimeSource TIME = () -> NOW;
    static final String KEY = "sk-test-0123456789abcdef";
    static final Timeouts QUICK = new Timeouts(
            Duration.ofSeconds(5),
            Duration.ofSeconds(20),
            Duration.ofSeconds(20),
            Duration.ofSeconds(60),
            Duration.ofSeconds(5));

    private Requests() {}

    static TurnRequest asking(List<TranscriptEntry> transcript, String... tools) {
        List<ToolDefinition> offered = Stream.of(tools).map(Requests::tool).toList();
        return new TurnRequest("stub-model", "Be brief.", transcript, offered, 1_000, Optional.empty());
    }

    static TurnRequest simple() {
        return asking(List.of(new TranscriptEntry.UserMessage("Hi")), "fs.write", "fs.read");
    }

    static ToolDefinition tool(String name) {
        return new ToolDefinition(
                name,
                "Does " + name,
                JsonNodeFactory.instance.objectNode().put("type", "object"),
                ToolEffect.READ,
                ToolExecutor.SANDBOX,
                true,
                30);
    }

    static CompatibleSettings settings(StubCompatibleServer stub) {
        return CompatibleSettings.compatible(
                        stub.baseUrl().toString(), Optional.of(KEY), Optional.of("stub-model"), false)
                .withTimeouts(QUICK);
    }

    static CompatibleProvider provider(StubCompatibleServer stub) {
        return new CompatibleProvider(settings(stub), TIME);
    }

    /** A script that gives these answers in order. */
    static Function<StubCompatibleServer.Request, StubAnswer> inOrder(StubAnswer... answers) {
        Deque<StubAnswer> left = new ArrayDeque<>(List.of(answers));
        return request -> {
            synchronized (left) {
                return left.isEmpty()
                        ? StubAnswer.error(404, "not_found", "the script has no more answers")
                        : left.removeFirst();
            }
        };
    }
}
