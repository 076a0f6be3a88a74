package dev.metis.function.api;

import dev.metis.access.Caller;
import dev.metis.access.Scope;
import dev.metis.approval.ApprovalId;
import dev.metis.approval.ApprovalRequest;
import dev.metis.approval.Question;
import dev.metis.approval.QuestionId;
import dev.metis.error.ErrorCode;
import dev.metis.gate.Approvals;
import dev.metis.item.ItemMapper;
import dev.metis.item.Keys;
import dev.metis.port.ItemKey;
import dev.metis.port.ItemStore;
import dev.metis.run.RunId;
import dev.metis.usecase.AnswerQuestion;
import dev.metis.usecase.DecideApproval;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What waits for a person: approvals and questions, and what the person says. */
final class RequestRoutes {
    private static final String QUESTIONS = "QUESTIONS";
    private static final int COMMENT_CHARS = 2_000;
    private static final QueryParam STATUS = new QueryParam(
            "status", new QueryParam.Type.Choice(List.of("pending")), "pending ones, which is all there is");

    private final IndexReader index;
    private final RequestViews views;
    private final DecideApproval decideApproval;
    private final AnswerQuestion answerQuestion;

    RequestRoutes(ItemStore store, DecideApproval decideApproval, AnswerQuestion answerQuestion) {
        this.index = new IndexReader(store);
        this.views = new RequestViews(store);
        this.decideApproval = decideApproval;
        this.answerQuestion = answerQuestion;
    }

    List<Route> routes() {
        return List.of(
                Route.get("/v1/approvals", "listApprovals", "Pending approvals, the oldest first")
                        .needs(Scope.RUNS_READ)
                        .query(STATUS, QueryParam.LIMIT, QueryParam.CURSOR)
                        .answers(Route.Answer.list("Approval"), this::approvals),
                Route.get("/v1/approvals/{id}", "getApproval", "One approval, whatever became of it")
                        .needs(Scope.RUNS_READ)
                        .answers(Route.Answer.json(200, "Approval"), this::approval),
                Route.post(
                                "/v1/approvals/{id}/decision",
                                "decideApproval",
                                "Approves or denies exactly this call, once")
                        .needs(Scope.APPROVALS_DECIDE)
                        .body(decisionBody())
                        .answers(Route.Answer.json(200, "Approval"), this::decide),
                Route.get("/v1/questions", "listQuestions", "Pending questions, the oldest first")
                        .needs(Scope.RUNS_READ)
                        .query(STATUS, QueryParam.LIMIT, QueryParam.CURSOR)
                        .answers(Route.Answer.list("Question"), this::questions),
                Route.get("/v1/questions/{id}", "getQuestion", "One question, answered or not")
                        .needs(Scope.RUNS_READ)
                        .answers(Route.Answer.json(200, "Question"), this::question),
                Route.post("/v1/questions/{id}/answer", "answerQuestion", "Answers; a review needs approvals:decide")
                        .needs(Scope.RUNS_WRITE)
                        .body(Schemas.object()
                                .put("answer", Schemas.text(1, AnswerQuestion.MAX_ANSWER_CHARS))
                                .schema())
                        .answers(Route.Answer.json(200, "Question"), this::answer));
    }

    private static ObjectNode decisionBody() {
        return Schemas.object()
                .put("decision", Schemas.oneOf(List.of("approve", "deny")))
                .put("argumentsHash", Schemas.text(1, 200))
                .put("editedArguments?", Schemas.anyObject())
                .put("scope?", Schemas.oneOf(List.of("once", "run")))
                .put("comment?", Schemas.text(0, COMMENT_CHARS))
                .schema();
    }

    private ApiResponse approvals(Call call) {
        return list(
                call,
                Approvals.INDEX,
                "APPR",
                json -> RequestViews.show(ItemMapper.fromTree(json, ApprovalRequest.class)));
    }

    private ApiResponse questions(Call call) {
        return list(call, QUESTIONS, "QUES", json -> RequestViews.show(ItemMapper.fromTree(json, Question.class)));
    }

    private ApiResponse list(
            Call call, String name, String kind, java.util.function.Function<JsonNode, ObjectNode> view) {
        Caller caller = call.caller();
        Cursors cursors = Cursors.of(call, name);
        IndexReader.Found<ObjectNode> found = index.read(
                new IndexReader.Wanted(caller.tenant(), name, false, call.limit(), cursors.read(call)),
                entry -> Optional.of(target(caller, kind, entry)),
                item -> Optional.of(view.apply(item.attributes()))
                        .filter(json -> json.path("status").asString().equals("pending")));
        ObjectNode json = ItemMapper.object();
        ArrayNode items = json.putArray("items");
        found.items().forEach(items::add);
        json.set("nextCursor", cursors.write(found.next()));
        return ApiResponse.json(200, json);
    }

    private static ItemKey target(Caller caller, String kind, ObjectNode entry) {
        RunId run = new RunId(entry.path("runId").asString());
        return Keys.ofRun(caller.tenant(), run, kind, entry.path("id").asString());
    }

    private ApiResponse approval(Call call) {
        return views.approval(call.caller().tenant(), call.id(ApprovalId::new))
                .map(found -> ApiResponse.json(200, RequestViews.show(found)))
                .orElseThrow(() -> Problem.notFound().raise());
    }

    private ApiResponse question(Call call) {
        return views.question(call.caller().tenant(), call.id(QuestionId::new))
                .map(found -> ApiResponse.json(200, RequestViews.show(found)))
                .orElseThrow(() -> Problem.notFound().raise());
    }

    private ApiResponse decide(Call call) {
        if (call.member("scope").filter("run"::equals).isPresent()) {
            throw Problem.field("/scope", "run is not available yet; decide each call with once")
                    .raise();
        }
        DecideApproval.Command command = new DecideApproval.Command(
                call.body().path("decision").asString().equals("approve"),
                call.body().path("argumentsHash").asString(),
                call.json("editedArguments").orElse(null),
                call.member("comment").orElse(null));
        return switch (decideApproval.decide(call.caller(), call.id(ApprovalId::new), command)) {
            case DecideApproval.Result.Settled(ApprovalRequest request) ->
                ApiResponse.json(200, RequestViews.show(request));
            case DecideApproval.Result.AlreadyDecided(ApprovalRequest request) ->
                throw decided(409, ErrorCode.ALREADY_DECIDED, "it was decided otherwise before", request);
            case DecideApproval.Result.Expired(ApprovalRequest request) ->
                throw decided(410, ErrorCode.APPROVAL_EXPIRED, "nobody decided in time; nothing ran", request);
            case DecideApproval.Result.HashMismatch() ->
                throw Problem.of(
                                412,
                                ErrorCode.ARGUMENTS_HASH_MISMATCH,
                                "these are not the arguments that were asked for")
                        .raise();
            case DecideApproval.Result.Stale() ->
                throw Problem.of(409, ErrorCode.APPROVAL_STALE, "the file changed since this was asked")
                        .raise();
        };
    }

    private static ProblemException decided(int status, ErrorCode code, String detail, ApprovalRequest request) {
        return Problem.of(status, code, detail)
                .with("approval", RequestViews.show(request))
                .raise();
    }

    private ApiResponse answer(Call call) {
        String text = call.body().path("answer").asString();
        return switch (answerQuestion.answer(call.caller(), call.id(QuestionId::new), text)) {
            case AnswerQuestion.Result.Answered(Question question) ->
                ApiResponse.json(200, RequestViews.show(question));
            case AnswerQuestion.Result.AlreadyAnswered(Question question) ->
                throw Problem.of(409, ErrorCode.ALREADY_ANSWERED, "it was answered otherwise, or withdrawn, before")
                        .with("question", RequestViews.show(question))
                        .raise();
            case AnswerQuestion.Result.Forbidden() ->
                throw Problem.of(403, ErrorCode.FORBIDDEN, "this needs the scope " + Scope.APPROVALS_DECIDE.wire())
                        .with("scope", ItemMapper.toTree(Scope.APPROVALS_DECIDE.wire()))
                        .raise();
        };
    }
}
