package dev.metis.providers.script;

import dev.metis.provider.FinishReason;
import dev.metis.provider.ProviderFailure;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** One model answer to play: reasoning, then text, then the calls, then the failure or the end. */
record ScriptTurn(
        String reasoning,
        String text,
        int deltaMs,
        List<ScriptCall> calls,
        Optional<FinishReason> finishReason,
        Optional<Supplier<ProviderFailure>> failure) {
    ScriptTurn {
        calls = List.copyOf(calls);
    }

    static ScriptTurn saying(String text, int deltaMs, ScriptCall... calls) {
        return new ScriptTurn("", text, deltaMs, List.of(calls), Optional.empty(), Optional.empty());
    }

    FinishReason end() {
        return finishReason.orElse(calls.isEmpty() ? FinishReason.STOP : FinishReason.TOOL_CALLS);
    }

    /** A call as a model would write it. */
    record ScriptCall(String tool, String rawArguments) {}
}
