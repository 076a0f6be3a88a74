package dev.metis.testkit.runtime;

import dev.metis.port.Orchestrator;
import dev.metis.port.SandboxLauncher;
import dev.metis.port.Scheduler;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import tools.jackson.databind.JsonNode;

/** A runtime in which executions are started and nothing ever runs: what is accepted stays as it was accepted. */
public final class QuietRuntime implements Orchestrator, Scheduler, SandboxLauncher {
    private final List<String> started = new CopyOnWriteArrayList<>();

    /** The names of the executions that were started, in order. */
    public List<String> started() {
        return List.copyOf(started);
    }

    @Override
    public StartResult start(String stateMachine, String executionName, JsonNode input) {
        started.add(executionName);
        return StartResult.STARTED;
    }

    @Override
    public void stop(String executionName, String error, String cause) {}

    @Override
    public Optional<ExecutionStatus> status(String executionName) {
        return Optional.empty();
    }

    @Override
    public TokenResult succeed(String taskToken, JsonNode output) {
        return TokenResult.ACCEPTED;
    }

    @Override
    public TokenResult fail(String taskToken, String error, String cause) {
        return TokenResult.ACCEPTED;
    }

    @Override
    public TokenResult heartbeat(String taskToken) {
        return TokenResult.ACCEPTED;
    }

    @Override
    public void at(Instant instant, String target, String key) {}

    @Override
    public void cancel(String target, String key) {}

    @Override
    public LaunchResult launch(SandboxSpec spec) {
        return new LaunchResult.Unavailable("nothing runs here", "");
    }

    @Override
    public void stop(SandboxKey key) {}
}
