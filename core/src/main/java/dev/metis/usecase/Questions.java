package dev.metis.usecase;

import dev.metis.access.TenantId;
import dev.metis.approval.Question;
import dev.metis.approval.QuestionId;
import dev.metis.error.ErrorCode;
import dev.metis.error.PermanentException;
import dev.metis.gate.ToolCalls;
import dev.metis.item.ItemMapper;
import dev.metis.run.RunId;
import dev.metis.tool.CallId;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Reads the questions of a run. */
final class Questions {
    private final ToolCalls calls;

    Questions(ToolCalls calls) {
        this.calls = calls;
    }

    Question get(TenantId owner, RunId run, QuestionId id) {
        return all(owner, run).stream()
                .filter(q -> q.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new PermanentException(ErrorCode.NOT_FOUND, "there is no such question"));
    }

    /** The latest question about a call, whatever its status. */
    Optional<Question> latest(TenantId owner, RunId run, CallId call) {
        return all(owner, run).stream()
                .filter(q -> q.callId().equals(call))
                .max(Comparator.comparing((Question q) -> q.id().value()));
    }

    List<Question> all(TenantId owner, RunId run) {
        return calls.all(owner, run, "QUES#").stream()
                .map(item -> ItemMapper.fromTree(item.attributes(), Question.class))
                .toList();
    }
}
