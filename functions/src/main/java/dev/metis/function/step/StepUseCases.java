package dev.metis.function.step;

import dev.metis.usecase.AwaitAnswer;
import dev.metis.usecase.AwaitSandbox;
import dev.metis.usecase.BeginAttempt;
import dev.metis.usecase.ExecuteToolCall;
import dev.metis.usecase.FinishRun;
import dev.metis.usecase.RequestApproval;
import dev.metis.usecase.TakeTurn;

/** The use cases behind the steps; a runtime wires them. */
public record StepUseCases(
        BeginAttempt beginAttempt,
        TakeTurn takeTurn,
        ExecuteToolCall executeToolCall,
        RequestApproval requestApproval,
        AwaitAnswer awaitAnswer,
        AwaitSandbox awaitSandbox,
        FinishRun finishRun) {}
