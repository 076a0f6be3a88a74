package dev.metis.function.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.metis.access.Scope;
import dev.metis.access.TenantId;
import dev.metis.approval.ApprovalId;
import dev.metis.approval.Question;
import dev.metis.approval.QuestionId;
import dev.metis.approval.ReviewAnswer;
import dev.metis.run.RunId;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class RequestRoutesTest {
    private final ApiHarness metis = new ApiHarness();
    private final PendingRequests requests = new PendingRequests(metis);
    private final TenantId owner = metis.person("ana").tenant();
    private final String ana = metis.token("ana", Scope.ALL);
    private final String ben = metis.token("ben", Scope.ALL);
    private RunId run = new RunId("run_01ARZ3NDEKTSV4RRFFQ69G5FAV");

    @BeforeEach
    void startARun() {
        run = new RunId(metis.post("/v1/runs", "{\"input\":\"go\"}")
                .bearer(ana)
                .expect(202)
                .path("id")
                .asString());
    }

    private ApiHarness.Draft decide(ApprovalId id, String decision, String more) {
        return metis.post(
                        "/v1/approvals/" + id + "/decision",
                        "{\"decision\":\"" + decision + "\",\"argumentsHash\":\"" + PendingRequests.HASH + "\"" + more
                                + "}")
                .bearer(ana);
    }

    @Test
    void aPendingApprovalIsListedWithAllThatOneDecidesOn() {
        ApprovalId id = requests.approval(owner, run);
        JsonNode listed = metis.get("/v1/approvals?status=pending")
                .bearer(ana)
                .expect(200)
                .path("items");
        assertEquals(1, listed.size());
        JsonNode approval = metis.get("/v1/approvals/" + id).bearer(ana).expect(200);
        assertEquals(approval, listed.get(0));
        assertEquals(PendingRequests.ARGUMENTS, approval.path("arguments"));
        assertEquals(PendingRequests.HASH, approval.path("argumentsHash").asString());
        assertEquals("pending", approval.path("status").asString());
        assertFalse(approval.has("nonce"), "what opens something is not shown");
        assertEquals(
                List.of(id.value()),
                metis.get("/v1/runs/" + run).bearer(ana).expect(200).path("pending").path("approvals").values().stream()
                        .map(JsonNode::asString)
                        .toList());
    }

    @Test
    void apr1_theSameDecisionAgainIsTheFirstAndTheContraryIs409() {
        ApprovalId id = requests.approval(owner, run);
        JsonNode first = decide(id, "approve", ",\"comment\":\"fine\"").expect(200);
        assertEquals("approved", first.path("status").asString());
        assertEquals("ana", first.path("decidedBy").asString());
        assertEquals("fine", first.path("comment").asString());
        assertEquals(first, decide(id, "approve", "").expect(200));
        assertEquals(
                "already_decided",
                decide(id, "deny", "").expect(409).path("code").asString());
        assertEquals(
                0,
                metis.get("/v1/approvals").bearer(ana).expect(200).path("items").size());
    }

    @Test
    void apr2_afterTheExpiryNothingIsDecided() {
        ApprovalId id = requests.approval(owner, run);
        metis.time.advance(Duration.ofDays(1));
        String token = metis.token("ana", Scope.ALL);
        JsonNode problem = metis.post(
                        "/v1/approvals/" + id + "/decision",
                        "{\"decision\":\"approve\",\"argumentsHash\":\"" + PendingRequests.HASH + "\"}")
                .bearer(token)
                .expect(410);
        assertEquals("approval_expired", problem.path("code").asString());
        assertEquals(
                "expired",
                metis.get("/v1/approvals/" + id)
                        .bearer(token)
                        .expect(200)
                        .path("status")
                        .asString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"decision\":\"approve\",\"argumentsHash\":\"sha256:00\"} | 412 | arguments_hash_mismatch",
                "{\"decision\":\"approve\"} | 400 | invalid_request",
                "{\"decision\":\"perhaps\",\"argumentsHash\":\"x\"} | 400 | invalid_request",
                "{\"decision\":\"approve\",\"argumentsHash\":\"x\",\"scope\":\"run\"} | 400 | invalid_request",
                "{\"decision\":\"approve\",\"argumentsHash\":\"x\",\"scope\":\"ever\"} | 400 | invalid_request",
                "{\"decision\":\"approve\",\"argumentsHash\":\"x\",\"editedArguments\":\"x\"} | 400 | invalid_request",
                "{\"decision\":\"approve\",\"argumentsHash\":\"x\",\"by\":\"root\"} | 400 | invalid_request",
            })
    void whatIsNoDecisionDecidesNothing(String body, int status, String code) {
        ApprovalId id = requests.approval(owner, run);
        JsonNode problem = metis.post("/v1/approvals/" + id + "/decision", body)
                .bearer(ana)
                .expect(status);
        assertEquals(code, problem.path("code").asString());
        assertEquals(
                "pending",
                metis.get("/v1/approvals/" + id)
                        .bearer(ana)
                        .expect(200)
                        .path("status")
                        .asString());
    }

    @Test
    void apr4_editedArgumentsMustFitTheTool() {
        ApprovalId id = requests.approval(owner, run);
        decide(id, "approve", ",\"editedArguments\":{\"command\":7}").expect(400);
        JsonNode decided = decide(id, "approve", ",\"editedArguments\":{\"command\":\"ls\"}")
                .expect(200);
        assertTrue(decided.path("editedArgumentsHash").asString().startsWith("sha256:"), decided.toString());
    }

    @Test
    void aTokenWithoutTheScopeDecidesNothing() {
        ApprovalId id = requests.approval(owner, run);
        String runsOnly = metis.token("ana", Scope.RUNS);
        metis.get("/v1/approvals/" + id).bearer(runsOnly).expect(200);
        metis.post(
                        "/v1/approvals/" + id + "/decision",
                        "{\"decision\":\"deny\",\"argumentsHash\":\"" + PendingRequests.HASH + "\"}")
                .bearer(runsOnly)
                .expect(403);
    }

    @Test
    void aQuestionIsAnsweredOnce() {
        QuestionId id = requests.question(owner, run, Question.Kind.USER, List.of("red", "blue"));
        JsonNode pending = metis.get("/v1/questions?status=pending")
                .bearer(ana)
                .expect(200)
                .path("items")
                .get(0);
        assertEquals(id.value(), pending.path("id").asString());
        assertEquals("user", pending.path("kind").asString());
        assertTrue(pending.path("answer").isNull());
        String path = "/v1/questions/" + id + "/answer";
        assertEquals(
                "blue",
                metis.post(path, "{\"answer\":\"blue\"}")
                        .bearer(ana)
                        .expect(200)
                        .path("answer")
                        .asString());
        metis.post(path, "{\"answer\":\"blue\"}").bearer(ana).expect(200);
        assertEquals(
                "already_answered",
                metis.post(path, "{\"answer\":\"red\"}")
                        .bearer(ana)
                        .expect(409)
                        .path("code")
                        .asString());
    }

    @Test
    void aReviewNeedsTheScopeToDecideAndOneOfItsWords() {
        QuestionId id = requests.question(owner, run, Question.Kind.REVIEW, ReviewAnswer.words());
        String path = "/v1/questions/" + id + "/answer";
        String small = metis.token("ana", EnumSet.complementOf(EnumSet.of(Scope.APPROVALS_DECIDE)));
        metis.post(path, "{\"answer\":\"run_it\"}").bearer(small).expect(403);
        metis.post(path, "{\"answer\":\"maybe\"}").bearer(ana).expect(400);
        metis.post(path, "{\"answer\":\"skip\"}").bearer(ana).expect(200);
    }

    @Test
    void ten1_anothersRequestsAreAnsweredWithTheBytesOfNone() {
        ApprovalId approval = requests.approval(owner, run);
        QuestionId question = requests.question(owner, run, Question.Kind.USER, null);
        String decision = "{\"decision\":\"approve\",\"argumentsHash\":\"" + PendingRequests.HASH + "\"}";
        same("GET", "/v1/approvals/%s", "", approval.value(), "appr_01ARZ3NDEKTSV4RRFFQ69G5FAV");
        same("POST", "/v1/approvals/%s/decision", decision, approval.value(), "appr_01ARZ3NDEKTSV4RRFFQ69G5FAV");
        same("GET", "/v1/questions/%s", "", question.value(), "ques_01ARZ3NDEKTSV4RRFFQ69G5FAV");
        same(
                "POST",
                "/v1/questions/%s/answer",
                "{\"answer\":\"x\"}",
                question.value(),
                "ques_01ARZ3NDEKTSV4RRFFQ69G5FAV");
        assertEquals(
                0,
                metis.get("/v1/approvals").bearer(ben).expect(200).path("items").size());
        assertEquals(
                0,
                metis.get("/v1/questions").bearer(ben).expect(200).path("items").size());
        assertEquals(
                "pending",
                metis.get("/v1/approvals/" + approval)
                        .bearer(ana)
                        .expect(200)
                        .path("status")
                        .asString());
    }

    private void same(String method, String path, String body, String theirs, String unknown) {
        ApiHarness.Draft one = metis.request(method, path.formatted(theirs)).bearer(ben);
        ApiHarness.Draft other = metis.request(method, path.formatted(unknown)).bearer(ben);
        ApiResponse first = (body.isEmpty() ? one : one.json(body)).send();
        ApiResponse second = (body.isEmpty() ? other : other.json(body)).send();
        assertEquals(404, first.status(), path);
        assertEquals(404, second.status(), path);
        assertEquals(ApiHarness.text(second), ApiHarness.text(first));
    }
}
