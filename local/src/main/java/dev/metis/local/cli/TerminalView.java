package dev.metis.local.cli;

import dev.metis.item.ItemMapper;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Events for a person: the answer as it is written, and what the agent does beside it. */
final class TerminalView implements RunView {
    private static final int PREVIEW_LINES = 12;

    private final Console console;
    private final Requests requests;
    private final Map<String, String> tools = new HashMap<>();

    TerminalView(Console console, Requests requests) {
        this.console = console;
        this.requests = requests;
    }

    @Override
    public void show(JsonNode event) {
        JsonNode data = event.path("data");
        switch (event.path("type").asString("")) {
            case "content.delta" -> console.text(data.path("text").asString(""));
            case "turn.restarted" -> console.say("(that answer broke off; once more: " + text(data, "reason") + ")");
            case "message.completed" -> console.endLine();
            case "tool.proposed" -> proposed(data);
            case "tool.started" -> console.say("▶ " + tool(data) + " runs");
            case "tool.output" -> console.quote("  │ ", text(data, "text"));
            case "tool.finished" -> finished(data);
            case "approval.requested" -> requests.approval(text(data, "approvalId"));
            case "approval.decided" -> decided(data);
            case "question.asked" -> requests.question(text(data, "questionId"));
            case "question.answered" -> requests.settled(text(data, "questionId"));
            case "plan.updated" -> plan(data);
            case "rate_limit.hit" -> console.say("… the model's provider asks to wait");
            default -> ending(event.path("type").asString(""), data);
        }
    }

    private void ending(String type, JsonNode data) {
        switch (type) {
            case "run.cancelling" -> console.say("… cancelling");
            case "run.completed" -> console.endLine();
            case "run.failed" ->
                console.say("✗ failed: " + text(data.path("error"), "message") + " (" + text(data.path("error"), "code")
                        + ")");
            case "run.cancelled" -> console.say("■ cancelled by " + text(data, "by"));
            case "run.interrupted" -> console.say("✗ interrupted: " + text(data, "reason"));
            default -> {
                // Steps in between that a person need not see.
            }
        }
    }

    private void proposed(JsonNode data) {
        tools.put(text(data, "callId"), text(data, "tool"));
        console.say("• " + text(data, "tool") + " " + brief(data.path("arguments")));
        if (text(data, "decision").equals("deny")) {
            console.say("  not allowed: " + text(data, "reason"));
        }
    }

    private void finished(JsonNode data) {
        String outcome = text(data, "outcome");
        console.say((outcome.equals("ok") ? "✓ " : "✗ ") + tool(data) + " " + outcome);
        String preview = text(data, "preview");
        preview.lines().limit(PREVIEW_LINES).forEach(line -> console.quote("  │ ", line));
        long more = preview.lines().count() - PREVIEW_LINES;
        if (more > 0) {
            console.say("  │ … " + more + " more lines");
        }
    }

    private void decided(JsonNode data) {
        requests.settled(text(data, "approvalId"));
        String by = text(data, "by");
        console.say("  " + text(data, "decision") + (by.isEmpty() ? "" : " by " + by));
    }

    private void plan(JsonNode data) {
        for (JsonNode step : data.path("steps").values()) {
            String mark = switch (step.path("status").asString("")) {
                case "completed" -> "[x] ";
                case "in_progress" -> "[>] ";
                default -> "[ ] ";
            };
            console.say("  " + mark + text(step, "title"));
        }
    }

    private String tool(JsonNode data) {
        return tools.getOrDefault(text(data, "callId"), "tool");
    }

    /** Arguments at a glance; whoever decides on them is shown them whole. */
    static String brief(JsonNode arguments) {
        String json = ItemMapper.write(arguments);
        return json.length() <= 160 ? json : json.substring(0, 160) + "…";
    }

    private static String text(JsonNode data, String field) {
        JsonNode value = data.path(field);
        return value.isString()
                ? value.asString()
                : value.path("dataRef").path("head").asString("");
    }
}
