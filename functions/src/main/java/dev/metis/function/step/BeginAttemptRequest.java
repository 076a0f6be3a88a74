package dev.metis.function.step;

/** The execution that asks for the lease: of which run, for which attempt and segment, under which definition. */
public record BeginAttemptRequest(
        String owner, String runId, int attempt, int segment, String execution, String stateMachineVersion) {}
