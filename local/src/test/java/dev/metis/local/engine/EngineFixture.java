package dev.metis.local.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.metis.item.ItemMapper;
import dev.metis.port.IdSource;
import dev.metis.port.Orchestrator.ExecutionStatus;
import dev.metis.port.Orchestrator.StartResult;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** An engine on a manual clock and a memory journal, with functions that the test writes. */
final class EngineFixture implements AutoCloseable {
    /** A call that a function got. */
    record Call(String function, JsonNode payload) {}

    /** How an execution ended. */
    record End(
            ExecutionStatus status,
            @Nullable String error,
            @Nullable String cause) {}

    final ManualClock clock;
    final MemoryJournal journal;
    final List<Call> calls = new CopyOnWriteArrayList<>();
    final List<JsonNode> outputs = new CopyOnWriteArrayList<>();
    final AslEngine engine;
    private final Map<String, FunctionInvoker> functions = new ConcurrentHashMap<>();
    private final Map<String, CompletableFuture<End>> ends = new ConcurrentHashMap<>();
    private final AtomicInteger names = new AtomicInteger();

    EngineFixture() {
        this(new ManualClock(), new MemoryJournal());
    }

    EngineFixture(ManualClock clock, MemoryJournal journal) {
        this.clock = clock;
        this.journal = journal;
        on("echo", payload -> payload);
        on("out", payload -> {
            outputs.add(payload);
            return payload;
        });
        EngineListener listener = new EngineListener() {
            @Override
            public void executionEnded(
                    String name,
                    JsonNode input,
                    ExecutionStatus status,
                    @Nullable String error,
                    @Nullable String cause) {
                end(name).complete(new End(status, error, cause));
            }
        };
        engine = new AslEngine(new AslEngine.Parts(clock, new SeededIds(), clock, journal, this::invoke, listener));
    }

    /** What a function of a test does. */
    interface Body {
        JsonNode apply(JsonNode payload) throws FunctionFailure, InterruptedException;
    }

    EngineFixture on(String function, Body body) {
        functions.put(function, (name, payload) -> {
            try {
                return body.apply(payload);
            } catch (InterruptedException e) {
                throw new FunctionFailure("java.lang.InterruptedException", "interrupted");
            }
        });
        return this;
    }

    EngineFixture failing(String function, String errorType) {
        return on(function, _ -> {
            throw new FunctionFailure(errorType, "it broke");
        });
    }

    private JsonNode invoke(String function, JsonNode payload) throws FunctionFailure {
        calls.add(new Call(function, payload));
        FunctionInvoker body = functions.get(function);
        if (body == null) {
            throw new FunctionFailure("Lambda.ResourceNotFoundException", "no function " + function);
        }
        return body.invoke(function, payload);
    }

    long calls(String function) {
        return calls.stream().filter(call -> call.function().equals(function)).count();
    }

    EngineFixture resume() {
        engine.resume();
        return this;
    }

    EngineFixture deploy(String definition) {
        engine.deploy("m", json(definition), Map.of());
        return this;
    }

    /** Starts the machine {@code m} under a new name. */
    String start(String input) {
        String name = "e" + names.incrementAndGet();
        assertEquals(StartResult.STARTED, engine.start("m", name, ItemMapper.parse(json(input))));
        return name;
    }

    CompletableFuture<End> end(String name) {
        return ends.computeIfAbsent(name, _ -> new CompletableFuture<>());
    }

    End await(String name) throws Exception {
        return end(name).get(10, TimeUnit.SECONDS);
    }

    End run(String definition, String input) throws Exception {
        deploy(definition);
        return await(start(input));
    }

    /** Runs a machine that has to succeed, and answers what the function {@code out} got last. */
    String output(String definition, String input) throws Exception {
        assertEquals(new End(ExecutionStatus.SUCCEEDED, null, null), run(definition, input));
        return plain(Objects.requireNonNull(outputs.getLast()));
    }

    /** JSON with single quotes, to be read without escapes. */
    static String json(String text) {
        return text.replace('\'', '"').replace('`', '\'');
    }

    static String plain(JsonNode node) {
        return ItemMapper.write(node).replace('"', '\'');
    }

    /** A machine from its states, in the quoting of {@link #json}. */
    static String machine(String start, String states) {
        return "{'QueryLanguage':'JSONata','StartAt':'%s','States':{%s}}".formatted(start, states);
    }

    /** A task that hands its payload to {@code out} and ends the machine. */
    static String out(String name, String payload) {
        return ("'%s':{'Type':'Task','Resource':'arn:aws:states:::lambda:invoke',"
                        + "'Arguments':{'FunctionName':'out','Payload':%s},'End':true}")
                .formatted(name, payload);
    }

    static String invoke(String name, String function, String more) {
        return ("'%s':{'Type':'Task','Resource':'arn:aws:states:::lambda:invoke',"
                        + "'Arguments':{'FunctionName':'%s','Payload':'{%% $states.input %%}'},%s}")
                .formatted(name, function, more);
    }

    static String waiting(String name, String function, String more) {
        return ("'%s':{'Type':'Task','Resource':'arn:aws:states:::lambda:invoke.waitForTaskToken',"
                        + "'Arguments':{'FunctionName':'%s','Payload':{'token':'{%% $states.context.Task.Token %%}',"
                        + "'input':'{%% $states.input %%}'}},%s}")
                .formatted(name, function, more);
    }

    @Override
    public void close() {
        engine.close();
    }

    /** Ids and randomness that repeat from one test run to the next, not from one engine to the next. */
    static final class SeededIds implements IdSource {
        private static final AtomicInteger SEEDS = new AtomicInteger(42);
        private final Random random = new Random(SEEDS.incrementAndGet());
        private int number;

        @Override
        public synchronized String ulid() {
            return String.format(Locale.ROOT, "%026d", ++number);
        }

        @Override
        public synchronized byte[] secret(int bytes) {
            byte[] secret = new byte[bytes];
            random.nextBytes(secret);
            return secret;
        }
    }
}
