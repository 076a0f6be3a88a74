package dev.metis.function.api;

import dev.metis.access.TenantId;
import dev.metis.approval.ApprovalId;
import dev.metis.approval.ApprovalRequest;
import dev.metis.approval.ApprovalStatus;
import dev.metis.approval.Question;
import dev.metis.approval.QuestionId;
import dev.metis.item.ItemMapper;
import dev.metis.item.Keys;
import dev.metis.item.Lookups;
import dev.metis.port.ItemStore;
import dev.metis.run.RunId;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What people are asked, as JSON. Nothing that opens anything (a nonce) is shown. */
final class RequestViews {
    private final ItemStore store;

    RequestViews(ItemStore store) {
        this.store = store;
    }

    Optional<ApprovalRequest> approval(TenantId owner, ApprovalId id) {
        Optional<RunId> run = Lookups.find(store, owner, id.value());
        return run.flatMap(r -> store.get(Keys.ofRun(owner, r, "APPR", id.value())))
                .map(item -> ItemMapper.fromTree(item.attributes(), ApprovalRequest.class));
    }

    Optional<Question> question(TenantId owner, QuestionId id) {
        Optional<RunId> run = Lookups.find(store, owner, id.value());
        return run.flatMap(r -> store.get(Keys.ofRun(owner, r, "QUES", id.value())))
                .map(item -> ItemMapper.fromTree(item.attributes(), Question.class));
    }

    static ObjectNode show(ApprovalRequest request) {
        ObjectNode json = ItemMapper.object();
        json.put("id", request.id().value());
        json.put("runId", request.runId().value());
        json.put("conversationId", request.conversationId().value());
        json.put("callId", request.callId().value());
        json.put("tool", request.tool());
        json.set("arguments", request.arguments());
        json.put("argumentsHash", request.argumentsHash());
        json.put("reason", request.reason());
        // That an approval has been spent is our own business: to people it is approved.
        boolean spent = request.status() == ApprovalStatus.SPENT;
        json.put("status", (spent ? ApprovalStatus.APPROVED : request.status()).wire());
        json.put("expiresAt", ItemMapper.timestamp(request.expiresAt()));
        json.put("createdAt", ItemMapper.timestamp(request.createdAt()));
        ApprovalRequest.Decided decided = request.decided();
        if (decided != null) {
            json.put("decidedAt", ItemMapper.timestamp(decided.at()));
            optional(json, "decidedBy", decided.by());
            optional(json, "comment", decided.comment());
            optional(json, "editedArgumentsHash", decided.editedArgumentsHash());
        }
        return json;
    }

    static ObjectNode show(Question question) {
        ObjectNode json = ItemMapper.object();
        json.put("id", question.id().value());
        json.put("runId", question.runId().value());
        json.put("conversationId", question.conversationId().value());
        json.put("callId", question.callId().value());
        json.put("kind", question.kind().name().toLowerCase(Locale.ROOT));
        json.put("question", question.question());
        if (question.choices() == null) {
            json.putNull("choices");
        } else {
            ArrayNode choices = json.putArray("choices");
            question.choices().forEach(choices::add);
        }
        json.put("status", question.status().name().toLowerCase(Locale.ROOT));
        json.put("answer", question.answer());
        json.put("createdAt", ItemMapper.timestamp(question.createdAt()));
        return json;
    }

    private static void optional(ObjectNode json, String name, @org.jspecify.annotations.Nullable String value) {
        if (value != null) {
            json.put(name, value);
        }
    }
}
