package dev.metis.usecase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.metis.approval.ApprovalId;
import dev.metis.approval.ApprovalStatus;
import dev.metis.gate.Approvals;
import dev.metis.item.ItemMapper;
import dev.metis.item.Keys;
import dev.metis.port.Query;
import dev.metis.port.Table;
import dev.metis.provider.AssistantPart;
import dev.metis.provider.TranscriptEntry;
import dev.metis.run.RunId;
import dev.metis.run.RunStatus;
import dev.metis.tool.CallId;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ApprovalTest {
    private final CoreBed bed = new CoreBed();
    private RunId run = new RunId("run_00000000000000000000000000");
    private CallId call = new CallId("call_00000000000000000000000000");

    @BeforeEach
    void aCallWaitsForAPerson() {
        bed.model.calls("count.once", "{\"limit\":100}").says("done");
        run = bed.begun();
        bed.takeTurn.take(bed.step(run), 1);
        call = new CallId(bed.last(run, "tool.proposed").path("callId").asString());
        assertEquals(StepResult.WAITING, bed.requestApproval.request(bed.step(run), call, "token"));
        assertEquals(RunStatus.WAITING_APPROVAL, bed.head(run).status());
    }

    @Test
    void apr1_theSameDecisionTwiceIsOneAndTheContraryOneIsRefused() {
        DecideApproval.Result.Settled first =
                assertInstanceOf(DecideApproval.Result.Settled.class, decide(true, hash(), null));
        DecideApproval.Result.Settled again =
                assertInstanceOf(DecideApproval.Result.Settled.class, decide(true, hash(), null));
        assertEquals(first.request().decided(), again.request().decided());
        assertInstanceOf(DecideApproval.Result.AlreadyDecided.class, decide(false, hash(), null));
        assertEquals("approved", bed.orchestrator.outcome("token"));
        bed.executeToolCall.execute(bed.step(run), call);
        bed.executeToolCall.execute(bed.step(run), call);
        assertEquals(1, bed.counted.ran.get());
        assertEquals(
                1, bed.types(run).stream().filter("approval.decided"::equals).count());
        assertEquals(
                ApprovalStatus.SPENT,
                bed.calls.approval(CoreBed.OWNER, run, id()).status());
    }

    @Test
    void apr2_aDecisionAfterTheExpiryIsNoneAndIsKeptInTheAudit() {
        bed.time.advance(CoreBed.APPROVALS_LIVE);
        assertInstanceOf(DecideApproval.Result.Expired.class, decide(true, hash(), null));
        assertInstanceOf(DecideApproval.Result.Expired.class, decide(false, hash(), null));
        JsonNode decided = bed.last(run, "approval.decided");
        assertEquals("expired", decided.path("decision").asString());
        assertTrue(decided.path("by").isMissingNode());
        assertEquals(StepResult.FINISHED, bed.executeToolCall.execute(bed.step(run), call));
        assertEquals(0, bed.counted.ran.get());
        assertEquals(2, bed.calls.all(CoreBed.OWNER, run, "AUDIT#").size());
    }

    @Test
    void aWaitThatTimesOutExpiresTheRequestOrHearsTheDecisionThatCameFirst() {
        bed.time.advance(CoreBed.APPROVALS_LIVE.plus(Duration.ofSeconds(1)));
        assertEquals(StepResult.FINISHED, bed.requestApproval.request(bed.step(run), call, "token-2"));
        assertEquals("finished", bed.orchestrator.outcome("token-2"));
    }

    @Test
    void dur5_aTokenThatIsRegisteredAfterTheDecisionIsAnsweredAtOnce() {
        decide(true, hash(), null);
        assertEquals(StepResult.APPROVED, bed.requestApproval.request(bed.step(run), call, "token-late"));
        assertEquals("approved", bed.orchestrator.outcome("token-late"));
    }

    @Test
    void aDecisionOnOtherArgumentsThanWereShownIsRefused() {
        assertInstanceOf(DecideApproval.Result.HashMismatch.class, decide(true, "sha256:" + "0".repeat(64), null));
        assertEquals(
                ApprovalStatus.PENDING,
                bed.calls.approval(CoreBed.OWNER, run, id()).status());
    }

    @Test
    void apr4_editedArgumentsRunOnceAndTheModelSeesThemWithANote() {
        decide(true, hash(), ItemMapper.parse("{\"limit\":10}"));
        assertEquals(StepResult.FINISHED, bed.executeToolCall.execute(bed.step(run), call));
        bed.takeTurn.take(bed.step(run), 2);
        List<TranscriptEntry> shown = bed.model.asked.getLast().transcript();
        AssistantPart.Call proposed = (AssistantPart.Call)
                ((TranscriptEntry.AssistantTurn) shown.get(1)).parts().getFirst();
        assertEquals(ItemMapper.parse("{\"limit\":10}"), proposed.arguments());
        TranscriptEntry.ToolResult result = (TranscriptEntry.ToolResult) shown.get(2);
        assertTrue(result.text().contains("A person changed the arguments"), result::text);
        assertTrue(result.text().contains("ran 1 with {\"limit\":10}"), result::text);
        assertEquals(3, shown.size());
        JsonNode decided = bed.last(run, "approval.decided");
        assertEquals(
                bed.calls.get(CoreBed.OWNER, run, call).argumentsHash(),
                decided.path("editedArgumentsHash").asString());
    }

    @Test
    void aDeniedCallHasItsReceiptAndThePersonsWords() {
        DecideApproval.Command no = new DecideApproval.Command(false, hash(), null, "not on a Friday");
        bed.decideApproval.decide(bed.caller(), id(), no);
        assertEquals("finished", bed.orchestrator.outcome("token"));
        assertTrue(bed.last(run, "tool.finished").path("preview").asString().contains("not on a Friday"));
        assertEquals(RunStatus.RUNNING, bed.head(run).status());
        assertEquals(StepResult.FINISHED, bed.executeToolCall.execute(bed.step(run), call));
        assertEquals(0, bed.counted.ran.get());
    }

    @Test
    void aDecidedRequestIsOffTheListOfPendingOnes() {
        Query pending = Query.prefix(Table.MAIN, Keys.indexPk(CoreBed.OWNER, Approvals.INDEX), "", 10);
        assertEquals(1, bed.store.query(pending).items().size());
        decide(true, hash(), null);
        assertEquals(List.of(), bed.store.query(pending).items());
    }

    @Test
    void aCancelWithdrawsTheRequestAndLaterDecisionsChangeNothing() {
        bed.cancelRun.cancel(CoreBed.OWNER, run, "ada", null);
        assertEquals("cancelled", bed.orchestrator.outcome("token"));
        assertInstanceOf(DecideApproval.Result.AlreadyDecided.class, decide(true, hash(), null));
        assertEquals(StepResult.CANCELLED, bed.executeToolCall.execute(bed.step(run), call));
        assertEquals(StepResult.FINISHED, bed.finishRun.finish(bed.step(run), new FinishRun.Ending.Completed()));
        assertEquals(RunStatus.CANCELLED, bed.head(run).status());
        assertEquals(0, bed.counted.ran.get());
    }

    private ApprovalId id() {
        return new ApprovalId(
                bed.last(run, "approval.requested").path("approvalId").asString());
    }

    private String hash() {
        return bed.last(run, "approval.requested").path("argumentsHash").asString();
    }

    private DecideApproval.Result decide(boolean approve, String hash, @Nullable JsonNode edited) {
        return bed.decideApproval.decide(bed.caller(), id(), new DecideApproval.Command(approve, hash, edited, null));
    }
}
