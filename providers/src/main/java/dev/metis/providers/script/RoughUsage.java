package dev.metis.providers.script;

import dev.metis.provider.AssistantPart;
import dev.metis.provider.TranscriptEntry;
import dev.metis.provider.TurnRequest;
import dev.metis.provider.Usage;

/** An estimate, as nobody tokenises here: a token for every four characters, and nothing is cached. */
final class RoughUsage {
    private static final int CHARACTERS_A_TOKEN = 4;

    private RoughUsage() {}

    static Usage of(TurnRequest request, ScriptTurn turn) {
        long input = request.instructions().length();
        for (TranscriptEntry entry : request.transcript()) {
            input += switch (entry) {
                case TranscriptEntry.UserMessage message -> message.text().length();
                case TranscriptEntry.AssistantTurn answer ->
                    answer.parts().stream().mapToLong(RoughUsage::length).sum();
                case TranscriptEntry.ToolResult result -> result.text().length();
            };
        }
        long reasoning = tokens(turn.reasoning().length());
        long calls = turn.calls().stream()
                .mapToLong(call -> call.tool().length() + call.rawArguments().length())
                .sum();
        return new Usage(tokens(input), tokens(turn.text().length() + calls) + reasoning, 0, reasoning);
    }

    private static long length(AssistantPart part) {
        return switch (part) {
            case AssistantPart.Text text -> text.text().length();
            case AssistantPart.Reasoning reasoning -> reasoning.text().length();
            case AssistantPart.Call call -> call.arguments().toString().length();
        };
    }

    private static long tokens(long characters) {
        return (characters + CHARACTERS_A_TOKEN - 1) / CHARACTERS_A_TOKEN;
    }
}
