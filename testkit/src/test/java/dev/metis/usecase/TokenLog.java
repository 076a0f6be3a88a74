package dev.metis.usecase;

import dev.metis.port.Orchestrator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import tools.jackson.databind.JsonNode;

/** An orchestrator that runs nothing and remembers what it was told. */
final class TokenLog implements Orchestrator {
    final List<String> started = new CopyOnWriteArrayList<>();
    final List<String> stopped = new CopyOnWriteArrayList<>();
    final Map<String, JsonNode> answered = new ConcurrentHashMap<>();

    @Override
    public StartResult start(String stateMachine, String executionName, JsonNode input) {
        if (started.contains(executionName)) {
            return StartResult.ALREADY_USED;
        }
        started.add(executionName);
        return StartResult.STARTED;
    }

    @Override
    public void stop(String executionName, String error, String cause) {
        stopped.add(executionName);
    }

    @Override
    public Optional<ExecutionStatus> status(String executionName) {
        return started.contains(executionName) ? Optional.of(ExecutionStatus.RUNNING) : Optional.empty();
    }

    @Override
    public TokenResult succeed(String taskToken, JsonNode output) {
        return answered.putIfAbsent(taskToken, output) == null ? TokenResult.ACCEPTED : TokenResult.GONE;
    }

    @Override
    public TokenResult fail(String taskToken, String error, String cause) {
        throw new AssertionError("nothing fails a token here");
    }

    @Override
    public TokenResult heartbeat(String taskToken) {
        return TokenResult.ACCEPTED;
    }

    /** The outcome a token was answered with. */
    String outcome(String token) {
        JsonNode answer = answered.get(token);
        return answer == null ? "(none)" : answer.path("outcome").asString();
    }
}
