package dev.metis.local.engine;

import dev.metis.local.engine.journal.EngineJournal;
import dev.metis.local.engine.journal.JournalEntry;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/** What all executions of one engine share: its threads, its open tokens, and itself as they see it. */
final class EngineCore implements Engine, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(EngineCore.class.getName());
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final AslEngine.Parts parts;
    private final Map<String, Execution> executions = new ConcurrentHashMap<>();
    private final Map<String, TokenWait> tokens = new ConcurrentHashMap<>();
    private final ExecutorService threads = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("engine-", 0).factory());
    private volatile boolean closed;
    private volatile boolean broken;

    EngineCore(AslEngine.Parts parts) {
        this.parts = parts;
    }

    Map<String, Execution> executions() {
        return executions;
    }

    /** Whether it still can keep what it promises. */
    boolean serves() {
        return !closed && !broken;
    }

    @Override
    public Instant now() {
        return parts.time().now();
    }

    @Override
    public double random() {
        return (ByteBuffer.wrap(parts.ids().secret(Long.BYTES)).getLong() >>> 11) * 0x1.0p-53;
    }

    @Override
    public String token() {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(parts.ids().secret(32));
    }

    @Override
    public EngineJournal journal() {
        return parts.journal();
    }

    @Override
    public Timers timers() {
        return parts.timers();
    }

    @Override
    public FunctionInvoker functions() {
        return parts.functions();
    }

    @Override
    public Map<String, TokenWait> tokens() {
        return tokens;
    }

    @Override
    public void dispatch(Runnable task) {
        try {
            threads.execute(task);
        } catch (RejectedExecutionException e) {
            if (!closed) {
                throw e;
            }
        }
    }

    @Override
    public void ended(Execution execution, JournalEntry.ExecutionEnded end) {
        execution.ended(end.status());
        executions.remove(execution.name, execution);
        tell(end, execution.input);
    }

    /** Tells the listener of an end that is durable. */
    void tell(JournalEntry.ExecutionEnded end, JsonNode input) {
        dispatch(() -> parts.listener().executionEnded(end.execution(), input, end.status(), end.error(), end.cause()));
    }

    @Override
    public void halted(Execution execution, Throwable reason) {
        if (closed) {
            return;
        }
        broken = true;
        LOG.log(System.Logger.Level.ERROR, "execution " + execution.name + " stands still", reason);
        dispatch(() -> parts.listener().executionHalted(execution.name, reason));
    }

    /** Stops all threads. What is durable stays: the executions go on when the journal is opened again. */
    @Override
    public void close() {
        closed = true;
        parts.timers().close();
        executions.values().forEach(Execution::close);
        threads.shutdown();
        try {
            if (!threads.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                LOG.log(System.Logger.Level.WARNING, "a function ignores its interruption; its result will be dropped");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
