package dev.metis.bench;

import dev.metis.item.ItemMapper;
import dev.metis.local.engine.AslEngine;
import dev.metis.local.engine.EngineListener;
import dev.metis.local.engine.ThreadTimers;
import dev.metis.local.engine.journal.SqliteEngineJournal;
import dev.metis.local.store.SqliteDatabase;
import dev.metis.port.IdSource;
import dev.metis.port.Orchestrator.ExecutionStatus;
import dev.metis.port.TimeSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Task states a second through the embedded engine on its SQLite journal: executions in parallel, each a loop of a task, an
 * assignment and a choice. Prints a line for one execution alone (the latency of a state) and one for a hundred.
 */
public final class EngineBench {
    private static final int TASKS = 200;
    private static final int EXECUTIONS = 100;
    private static final String DEFINITION = """
            {"QueryLanguage":"JSONata","StartAt":"Begin","States":{
              "Begin":{"Type":"Pass","Assign":{"n":0},"Next":"Work"},
              "Work":{"Type":"Task","Resource":"arn:aws:states:::lambda:invoke","TimeoutSeconds":60,
                "Arguments":{"FunctionName":"work","Payload":{"runId":"{% $states.input.runId %}","n":"{% $n %}",
                  "entered":"{% $states.context.State.EnteredTime %}","retry":"{% $states.context.State.RetryCount %}"}},
                "Retry":[{"ErrorEquals":["States.ALL"]}],
                "Assign":{"n":"{% $n + 1 %}"},"Output":"{% $states.input %}","Next":"Again"},
              "Again":{"Type":"Choice","Choices":[{"Condition":"{% $n < TASKS %}","Next":"Work"}],"Default":"Done"},
              "Done":{"Type":"Succeed"}}}""";

    private final Path folder;
    private final AtomicInteger calls = new AtomicInteger();

    private EngineBench(Path folder) {
        this.folder = folder;
    }

    /** Runs the bench in a folder of its own, which it removes again. */
    public static void main(String[] arguments) throws Exception {
        Path folder = Files.createTempDirectory("metis-engine-bench");
        try {
            EngineBench bench = new EngineBench(folder);
            bench.measure("warm-up", 20);
            bench.measure("1 execution", 1);
            bench.measure(EXECUTIONS + " executions", EXECUTIONS);
        } finally {
            remove(folder);
        }
    }

    private void measure(String what, int executions) throws Exception {
        CountDownLatch ended = new CountDownLatch(executions);
        AtomicInteger succeeded = new AtomicInteger();
        EngineListener listener = new EngineListener() {
            @Override
            public void executionEnded(
                    String name,
                    JsonNode input,
                    ExecutionStatus status,
                    @Nullable String error,
                    @Nullable String cause) {
                succeeded.addAndGet(status == ExecutionStatus.SUCCEEDED ? 1 : 0);
                ended.countDown();
            }
        };
        calls.set(0);
        try (SqliteDatabase database = SqliteDatabase.open(folder.resolve(executions + ".db"));
                AslEngine engine = engine(database, listener)) {
            engine.deploy("bench", DEFINITION.replace("TASKS", String.valueOf(TASKS)), Map.of());
            engine.resume();
            long began = System.nanoTime();
            for (int index = 0; index < executions; index++) {
                engine.start("bench", "run-" + index, ItemMapper.parse("{\"runId\":\"run_" + index + "\"}"));
            }
            if (!ended.await(5, TimeUnit.MINUTES) || succeeded.get() != executions) {
                throw new IllegalStateException(succeeded + " of " + executions + " executions succeeded");
            }
            print(what, Duration.ofNanos(System.nanoTime() - began));
        }
    }

    private AslEngine engine(SqliteDatabase database, EngineListener listener) {
        TimeSource time = InstantSource.system()::instant;
        return new AslEngine(new AslEngine.Parts(
                time,
                new RandomIds(),
                new ThreadTimers(time),
                new SqliteEngineJournal(database),
                (_, payload) -> {
                    calls.incrementAndGet();
                    return payload;
                },
                listener));
    }

    private void print(String what, Duration took) {
        double seconds = took.toNanos() / 1e9;
        System.out.printf(
                Locale.ROOT,
                "%-15s %6d task states in %6.2f s: %7.0f a second, %.3f ms each%n",
                what,
                calls.get(),
                seconds,
                calls.get() / seconds,
                seconds * 1000 / calls.get());
    }

    private static void remove(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> {
                try {
                    Files.delete(file);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }

    /** Only the randomness that the engine asks for. */
    private static final class RandomIds implements IdSource {
        private final SecureRandom random = new SecureRandom();

        @Override
        public String ulid() {
            throw new UnsupportedOperationException("the engine makes no ids");
        }

        @Override
        public byte[] secret(int bytes) {
            byte[] secret = new byte[bytes];
            random.nextBytes(secret);
            return secret;
        }
    }
}
