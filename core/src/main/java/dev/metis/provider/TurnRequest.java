package dev.metis.provider;

import dev.metis.tool.ToolDefinition;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Everything one model call needs. {@code model} is the provider's own id. {@code tools} are exactly those of the
 * manifest; the transcript may hold calls of tools that are no longer offered. {@code script} is read by the scripted
 * provider alone.
 */
public record TurnRequest(
        String model,
        String instructions,
        List<TranscriptEntry> transcript,
        List<ToolDefinition> tools,
        int maxOutputTokens,
        Optional<ScriptCue> script) {
    public TurnRequest {
        Objects.requireNonNull(model, "model is null");
        Objects.requireNonNull(instructions, "instructions is null");
        Objects.requireNonNull(script, "script is null");
        transcript = List.copyOf(transcript);
        tools = List.copyOf(tools);
        if (maxOutputTokens < 1) {
            throw new IllegalArgumentException("maxOutputTokens is " + maxOutputTokens + "; at least 1");
        }
    }
}
