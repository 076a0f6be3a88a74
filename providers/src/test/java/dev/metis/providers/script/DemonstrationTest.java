package dev.metis.providers.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.metis.json.StrictJson;
import dev.metis.provider.AssistantPart;
import dev.metis.provider.FinishReason;
import dev.metis.provider.TranscriptEntry;
import dev.metis.provider.TurnRequest;
import dev.metis.tool.ToolDefinition;
import dev.metis.tool.ToolEffect;
import dev.metis.tool.ToolExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;

class DemonstrationTest {
    private static final List<String> ALL = List.of("plan.update", "fs.list", "fs.write", "shell.exec");

    private final List<TranscriptEntry> transcript = new ArrayList<>();

    @Test
    void walksThroughAPlanALookAnApprovalAndAnAnswerThatQuotesWhatHappened() {
        List<String> calls = run("What is the weather?", ALL, result -> result);
        assertEquals(List.of("plan.update", "fs.list", "plan.update", "fs.write", "plan.update"), calls);
        String answer = lastText();
        assertTrue(answer.contains("fs.list says hello"), answer);
        assertTrue(answer.contains("The note was written"), answer);
        assertTrue(answer.contains("fs.write says hello"), answer);
    }

    @Test
    void saysFirstOfAllThatItIsNoLanguageModel() {
        run("Hi", ALL, result -> result);
        TranscriptEntry.AssistantTurn first = (TranscriptEntry.AssistantTurn) transcript.get(1);
        AssistantPart.Text text = (AssistantPart.Text) first.parts().getFirst();
        assertTrue(text.text().contains("no language model"), text.text());
    }

    @Test
    void saysThatTheNoteWasNotWrittenWhenAPersonDenied() {
        run(
                "Hi",
                ALL,
                result -> result.tool().equals("fs.write")
                        ? new TranscriptEntry.ToolResult(
                                result.callId(), result.tool(), true, "Denied by Ada: not today")
                        : result);
        assertTrue(lastText().contains("**not** written"), lastText());
        assertTrue(lastText().contains("Denied by Ada: not today"), lastText());
    }

    @Test
    void walksThroughASecondMessageWithAnotherFile() {
        run("First", ALL, result -> result);
        List<String> calls = run("Second 😀", ALL, result -> result);
        assertEquals(List.of("plan.update", "fs.list", "plan.update", "fs.write", "plan.update"), calls);
        assertEquals(List.of("demo/note-1.md", "demo/note-2.md"), writtenPaths());
    }

    @Test
    void callsNothingThatItIsNotOffered() {
        assertEquals(List.of("fs.list"), run("Hi", List.of("fs.list"), result -> result));
        assertTrue(lastText().contains("I wrote nothing"), lastText());
        assertEquals(List.of(), run("Hi again", List.of(), result -> result));
        assertTrue(lastText().contains("I wrote nothing"), lastText());
    }

    @Test
    void keepsAQuotedResultInsideItsFence() {
        run(
                "Hi",
                ALL,
                result -> new TranscriptEntry.ToolResult(
                        result.callId(), result.tool(), false, "```\n# not a heading\n````"));
        assertFalse(lastText().contains("\n````\n# not"), lastText());
        assertTrue(lastText().contains("`````\n```\n# not a heading\n````\n`````"), lastText());
    }

    @Test
    void cutsALongMessageBetweenCodePoints() {
        run("😀".repeat(5_000), ALL, result -> result);
        assertTrue(writtenPaths().contains("demo/note-1.md"));
    }

    private List<String> run(String message, List<String> offered, UnaryOperator<TranscriptEntry.ToolResult> results) {
        transcript.add(new TranscriptEntry.UserMessage(message));
        List<String> called = new ArrayList<>();
        for (int turn = 0; turn < 10; turn++) {
            ScriptTurn next = Demonstration.next(request(offered));
            List<AssistantPart> parts = new ArrayList<>();
            parts.add(new AssistantPart.Text(next.text()));
            List<TranscriptEntry> answers = new ArrayList<>();
            for (ScriptTurn.ScriptCall call : next.calls()) {
                String id = "call_" + transcript.size() + "_" + answers.size();
                called.add(call.tool());
                parts.add(new AssistantPart.Call(id, call.tool(), StrictJson.parse(call.rawArguments())));
                answers.add(results.apply(
                        new TranscriptEntry.ToolResult(id, call.tool(), false, call.tool() + " says hello")));
            }
            transcript.add(new TranscriptEntry.AssistantTurn(parts));
            transcript.addAll(answers);
            if (next.end() == FinishReason.STOP) {
                return called;
            }
        }
        throw new AssertionError("the demonstration does not end: " + called);
    }

    private TurnRequest request(List<String> offered) {
        List<ToolDefinition> tools = offered.stream()
                .map(name -> new ToolDefinition(
                        name,
                        "d",
                        JsonNodeFactory.instance.objectNode(),
                        ToolEffect.READ,
                        ToolExecutor.SANDBOX,
                        true,
                        1))
                .toList();
        return new TurnRequest(ScriptProvider.DEMO, "", transcript, tools, 1_000, Optional.empty());
    }

    private String lastText() {
        TranscriptEntry.AssistantTurn last = (TranscriptEntry.AssistantTurn) transcript.getLast();
        return ((AssistantPart.Text) last.parts().getFirst()).text();
    }

    private List<String> writtenPaths() {
        return transcript.stream()
                .filter(TranscriptEntry.AssistantTurn.class::isInstance)
                .flatMap(entry -> ((TranscriptEntry.AssistantTurn) entry).parts().stream())
                .filter(AssistantPart.Call.class::isInstance)
                .map(AssistantPart.Call.class::cast)
                .filter(call -> call.tool().equals("fs.write"))
                .map(call -> call.arguments().path("path").asString())
                .toList();
    }
}
