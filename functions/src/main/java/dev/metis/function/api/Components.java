package dev.metis.function.api;

import static dev.metis.function.api.Schemas.any;
import static dev.metis.function.api.Schemas.anyObject;
import static dev.metis.function.api.Schemas.array;
import static dev.metis.function.api.Schemas.bool;
import static dev.metis.function.api.Schemas.count;
import static dev.metis.function.api.Schemas.id;
import static dev.metis.function.api.Schemas.nullable;
import static dev.metis.function.api.Schemas.number;
import static dev.metis.function.api.Schemas.object;
import static dev.metis.function.api.Schemas.oneOf;
import static dev.metis.function.api.Schemas.open;
import static dev.metis.function.api.Schemas.ref;
import static dev.metis.function.api.Schemas.string;
import static dev.metis.function.api.Schemas.text;
import static dev.metis.function.api.Schemas.time;

import dev.metis.access.Role;
import dev.metis.access.Scope;
import dev.metis.approval.ApprovalStatus;
import dev.metis.event.EventType;
import dev.metis.item.ItemMapper;
import dev.metis.run.RunStatus;
import dev.metis.tool.ToolEffect;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/** The schemas of what the interface answers, by name. */
final class Components {
    /** What can be listed: each has a page schema of its name and {@code List}. */
    private static final List<String> LISTED = List.of(
            "Conversation", "Message", "Run", "Approval", "Question", "Provider", "Model", "Profile", "Tool", "Token");

    private Components() {}

    static ObjectNode schemas() {
        Map<String, ObjectNode> all = new TreeMap<>();
        people(all);
        conversations(all);
        messages(all);
        runs(all);
        figures(all);
        events(all);
        requests(all);
        questions(all);
        catalogue(all);
        models(all);
        service(all);
        LISTED.forEach(name -> all.put(name + "List", Schemas.list(name)));
        ObjectNode schemas = ItemMapper.object();
        all.forEach(schemas::set);
        return schemas;
    }

    private static void people(Map<String, ObjectNode> all) {
        all.put(
                "Session",
                object().put(
                                "user",
                                object().put("id", id("usr_"))
                                        .put("name", string())
                                        .schema())
                        .put("tenantId", id("ten_"))
                        .put("role", words(Role.values(), Role::wire))
                        .put("scopes", array(oneOf(Scope.words())))
                        .put("csrf", nullable(string()))
                        .put("expiresAt", time())
                        .schema());
        all.put(
                "LiveTicket",
                object().put("ticket", string()).put("expiresAt", time()).schema());
        all.put("Token", token().schema());
        all.put("NewToken", token().put("token", string()).schema());
    }

    private static Schemas.Members token() {
        return object().put("id", id("tok_"))
                .put("name", nullable(string()))
                .put("scopes", array(oneOf(Scope.words())))
                .putAll(List.of("createdAt", "expiresAt"), time());
    }

    private static void conversations(Map<String, ObjectNode> all) {
        all.put(
                "Conversation",
                object().put("id", id("conv_"))
                        .put("title", nullable(string()))
                        .putAll(List.of("profile", "mode", "provider", "model"), string())
                        .put("incognito", bool())
                        .put("projectId", nullable(string()))
                        .putAll(List.of("createdAt", "updatedAt"), time())
                        .put("activeRunId", nullable(id("run_")))
                        .put("version", count())
                        .schema());
    }

    private static void messages(Map<String, ObjectNode> all) {
        ObjectNode role = oneOf(List.of("user", "assistant"));
        all.put(
                "Message",
                object().put("id", id("msg_"))
                        .put("conversationId", id("conv_"))
                        .put("role", role)
                        .put("runId", id("run_"))
                        .put("createdAt", time())
                        .put("parts", array(ref("MessagePart")))
                        .schema());
        ObjectNode types = oneOf(List.of("text", "reasoning", "tool_call", "tool_result"));
        all.put(
                "MessagePart",
                object().put("type", types)
                        .put("text?", any())
                        .putAll(List.of("callId?", "tool?", "outcome?", "preview?", "artifactId?"), string())
                        .put("arguments?", any())
                        .schema());
        all.put(
                "Accepted",
                object().put("messageId", id("msg_"))
                        .put("runId", id("run_"))
                        .put("status", statuses())
                        .put("position", count())
                        .schema());
    }

    private static void runs(Map<String, ObjectNode> all) {
        ObjectNode ids = array(string());
        all.put(
                "Run",
                object().put("id", id("run_"))
                        .put("conversationId", id("conv_"))
                        .put("status", statuses())
                        .putAll(List.of("version", "attempt", "lastSeq"), count())
                        .putAll(List.of("provider", "model", "profile", "mode"), string())
                        .put("createdAt", time())
                        .putAll(List.of("startedAt", "finishedAt"), nullable(time()))
                        .put("usage", ref("Usage"))
                        .put("error?", ref("RunError"))
                        .put(
                                "pending",
                                object().putAll(List.of("approvals", "questions", "children"), ids)
                                        .schema())
                        .put("messageId", id("msg_"))
                        .put("trigger", string())
                        .put("finishReason?", string())
                        .put("metadata?", any())
                        .put("retryOf?", id("run_"))
                        .schema());
    }

    private static void figures(Map<String, ObjectNode> all) {
        all.put(
                "Usage",
                object().putAll(List.of("inputTokens", "outputTokens", "cachedInputTokens", "reasoningTokens"), count())
                        .put("costUsd", nullable(number()))
                        .schema());
        all.put(
                "RunError",
                object().putAll(List.of("code", "message"), string())
                        .put("retryable", bool())
                        .schema());
    }

    private static void events(Map<String, ObjectNode> all) {
        all.put(
                "RunEvent",
                object().put("runId", id("run_"))
                        .put("seq", Schemas.integer(1, Integer.MAX_VALUE))
                        .put("type", words(EventType.values(), EventType::wire))
                        .put("at", time())
                        .put("attempt", count())
                        .put("turn?", count())
                        .put("data", anyObject())
                        .schema());
        all.put(
                "RunEvents",
                object().put("events", array(ref("RunEvent")))
                        .put("lastSeq", count())
                        .put("terminal", bool())
                        .schema());
        all.put(
                "Trace",
                open().put("run", anyObject())
                        .put("events", array(ref("RunEvent")))
                        .schema());
    }

    private static void requests(Map<String, ObjectNode> all) {
        all.put(
                "Approval",
                object().put("id", id("appr_"))
                        .put("runId", id("run_"))
                        .put("conversationId", id("conv_"))
                        .put("callId", id("call_"))
                        .put("tool", string())
                        .put("arguments", any())
                        .putAll(List.of("argumentsHash", "reason"), string())
                        .put("status", words(ApprovalStatus.values(), ApprovalStatus::wire))
                        .putAll(List.of("expiresAt", "createdAt"), time())
                        .putAll(List.of("decidedBy?", "comment?", "editedArgumentsHash?"), string())
                        .put("decidedAt?", time())
                        .schema());
    }

    private static void questions(Map<String, ObjectNode> all) {
        all.put(
                "Question",
                object().put("id", id("ques_"))
                        .put("runId", id("run_"))
                        .put("conversationId", id("conv_"))
                        .put("callId", id("call_"))
                        .put("kind", oneOf(List.of("user", "review")))
                        .put("question", string())
                        .put("choices", nullable(array(string())))
                        .put("status", oneOf(List.of("pending", "answered", "cancelled")))
                        .put("answer", nullable(string()))
                        .put("createdAt", time())
                        .schema());
        all.put(
                "Artifact",
                object().put("id", id("art_"))
                        .put("runId", id("run_"))
                        .putAll(List.of("name", "mediaType", "sha256"), string())
                        .put("bytes", count())
                        .put("createdAt", time())
                        .schema());
    }

    private static void catalogue(Map<String, ObjectNode> all) {
        all.put(
                "Provider",
                object().putAll(List.of("id", "name"), string())
                        .put("configured", bool())
                        .put("models", count())
                        .schema());
    }

    private static void models(Map<String, ObjectNode> all) {
        ObjectNode capability =
                object().put("status", oneOf(List.of("declared", "verified"))).schema();
        ObjectNode capabilities = anyObject();
        capabilities.set("additionalProperties", capability);
        all.put(
                "Model",
                object().putAll(List.of("id", "provider", "name"), string())
                        .put("default", bool())
                        .put("capabilities", capabilities)
                        .schema());
        all.put(
                "Profile",
                object().putAll(List.of("id", "name", "description", "defaultMode"), string())
                        .schema());
        all.put(
                "Tool",
                object().putAll(List.of("name", "description"), string())
                        .put("effect", words(ToolEffect.values(), ToolEffect::wire))
                        .put("decision", oneOf(List.of("allow", "ask")))
                        .put("inputSchema", anyObject())
                        .schema());
    }

    private static void service(Map<String, ObjectNode> all) {
        all.put(
                "Health",
                object().put("status", oneOf(List.of("ok")))
                        .put("version", string())
                        .schema());
        all.put(
                "Problem",
                open().putAll(List.of("type", "title", "detail", "instance", "code"), string())
                        .put("status", Schemas.integer(400, 599))
                        .put(
                                "errors?",
                                array(object().putAll(List.of("field", "message"), text(1, 2_000))
                                        .schema()))
                        .schema());
    }

    private static <T> ObjectNode words(T[] values, Function<T, String> word) {
        return oneOf(Arrays.stream(values).map(word).toList());
    }

    private static ObjectNode statuses() {
        return words(RunStatus.values(), RunStatus::wire);
    }
}
