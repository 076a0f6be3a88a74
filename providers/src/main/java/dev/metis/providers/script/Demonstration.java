package dev.metis.providers.script;

import dev.metis.provider.AssistantPart;
import dev.metis.provider.TranscriptEntry;
import dev.metis.provider.TurnRequest;
import dev.metis.providers.script.ScriptTurn.ScriptCall;
import dev.metis.tool.ToolDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What {@code script/demo} says next: a plan and a look into the sandbox, a file that needs an approval, the plan
 * closed, and an answer that quotes what the tools really gave. It decides by the transcript alone, for any message and
 * any number of them, and calls only what it is offered.
 */
final class Demonstration {
    private static final String PLAN = "plan.update";
    private static final String LIST = "fs.list";
    private static final String WRITE = "fs.write";
    private static final int PACE_MS = 25;
    private static final int QUOTED = 600;
    private static final String LAST_STEP = "Tell you what happened";

    private final TurnRequest request;
    private final String message;
    private final int exchange;
    private final List<AssistantPart.Call> calls = new ArrayList<>();
    private final List<TranscriptEntry.ToolResult> results = new ArrayList<>();

    private Demonstration(TurnRequest request) {
        this.request = request;
        String last = "";
        int messages = 0;
        for (TranscriptEntry entry : request.transcript()) {
            switch (entry) {
                case TranscriptEntry.UserMessage user -> {
                    last = user.text();
                    messages++;
                    calls.clear();
                    results.clear();
                }
                case TranscriptEntry.AssistantTurn turn ->
                    turn.parts().forEach(part -> {
                        if (part instanceof AssistantPart.Call call) {
                            calls.add(call);
                        }
                    });
                case TranscriptEntry.ToolResult result -> results.add(result);
            }
        }
        this.message = last;
        this.exchange = Math.max(messages, 1);
    }

    static ScriptTurn next(TurnRequest request) {
        return new Demonstration(request).next();
    }

    private ScriptTurn next() {
        if (calls.isEmpty() && (offered(PLAN) || offered(LIST))) {
            return opening();
        }
        if (offered(WRITE) && !called(WRITE)) {
            return writing();
        }
        if (called(PLAN) && !planClosed()) {
            return ScriptTurn.saying("", PACE_MS, plan("completed", written() ? "completed" : "pending", "completed"));
        }
        return ScriptTurn.saying(answer(), PACE_MS);
    }

    private ScriptTurn opening() {
        List<ScriptCall> opening = new ArrayList<>();
        if (offered(PLAN)) {
            opening.add(plan("in_progress", "pending", "pending"));
        }
        if (offered(LIST)) {
            opening.add(call(LIST, JsonNodeFactory.instance.objectNode()));
        }
        String hello = exchange == 1
                ? "Hello! I am the demonstration that comes with Metis: **no language model**, just a script, so I cannot"
                        + " understand what you wrote. Everything else is real: the run, the sandbox, the approval. I make a"
                        + " plan and look into your workspace.\n"
                : "I am still the scripted demonstration and no language model, so I walk through the same steps again.\n";
        return new ScriptTurn("", hello, PACE_MS, opening, Optional.empty(), Optional.empty());
    }

    private ScriptTurn writing() {
        ObjectNode arguments = JsonNodeFactory.instance.objectNode();
        arguments.put("path", path());
        arguments.put("content", note());
        List<ScriptCall> writing = new ArrayList<>();
        if (offered(PLAN)) {
            writing.add(plan("completed", "in_progress", "pending"));
        }
        writing.add(call(WRITE, arguments));
        return new ScriptTurn(
                "",
                "Now I write a note into `" + path()
                        + "`. Writing changes files, so a person may have to approve it.\n",
                PACE_MS,
                writing,
                Optional.empty(),
                Optional.empty());
    }

    private String answer() {
        StringBuilder answer = new StringBuilder("This is what really happened in this run:\n\n");
        result(LIST)
                .ifPresent(result -> answer.append(
                                result.error()
                                        ? "- The look into the workspace failed:"
                                        : "- Your workspace, as the sandbox saw it:")
                        .append(quoted(result.text())));
        Optional<TranscriptEntry.ToolResult> write = result(WRITE);
        if (write.isPresent()) {
            answer.append(
                            write.get().error()
                                    ? "- The note was **not** written. The tool's answer was:"
                                    : "- The note was written. The tool's answer was:")
                    .append(quoted(write.get().text()));
        } else {
            answer.append("- I wrote nothing, as this run was not given a tool for writing.\n");
        }
        return answer.append("\nConnect a model to get real answers: set `OPENAI_API_KEY`, `OLLAMA_HOST` or")
                .append(" `METIS_COMPATIBLE_BASE_URL` and start Metis again.")
                .toString();
    }

    private String path() {
        return "demo/note-" + exchange + ".md";
    }

    private String note() {
        return "# A note by the Metis demonstration\n\nYour message was:\n\n> "
                + cut(message).replace("\n", "\n> ") + "\n";
    }

    private boolean written() {
        return result(WRITE).filter(result -> !result.error()).isPresent();
    }

    private boolean planClosed() {
        return calls.stream()
                .filter(call -> call.tool().equals(PLAN))
                .anyMatch(call -> call.arguments()
                        .path("steps")
                        .path(2)
                        .path("status")
                        .asString("")
                        .equals("completed"));
    }

    private Optional<TranscriptEntry.ToolResult> result(String tool) {
        return results.stream().filter(result -> result.tool().equals(tool)).reduce((first, second) -> second);
    }

    private boolean called(String tool) {
        return calls.stream().anyMatch(call -> call.tool().equals(tool));
    }

    private boolean offered(String tool) {
        return request.tools().stream().map(ToolDefinition::name).anyMatch(tool::equals);
    }

    private static ScriptCall plan(String look, String write, String tell) {
        ObjectNode arguments = JsonNodeFactory.instance.objectNode();
        ArrayNode steps = arguments.putArray("steps");
        steps.addObject().put("title", "Look into the workspace").put("status", look);
        steps.addObject().put("title", "Write a note, if you approve").put("status", write);
        steps.addObject().put("title", LAST_STEP).put("status", tell);
        return call(PLAN, arguments);
    }

    private static ScriptCall call(String tool, ObjectNode arguments) {
        return new ScriptCall(tool, arguments.toString());
    }

    /** As a fenced block: nothing that a tool said is taken for Markdown of ours. */
    private static String quoted(String text) {
        String fence = "```";
        while (text.contains(fence)) {
            fence += "`";
        }
        return "\n\n" + fence + "\n" + cut(text.strip()) + "\n" + fence + "\n\n";
    }

    private static String cut(String text) {
        if (text.codePointCount(0, text.length()) <= QUOTED) {
            return text;
        }
        return text.substring(0, text.offsetByCodePoints(0, QUOTED)) + "…";
    }
}
