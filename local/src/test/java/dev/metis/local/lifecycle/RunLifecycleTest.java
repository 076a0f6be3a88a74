package dev.metis.local.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.metis.approval.ApprovalId;
import dev.metis.approval.QuestionId;
import dev.metis.run.RunId;
import dev.metis.run.RunStatus;
import dev.metis.usecase.AnswerQuestion;
import dev.metis.usecase.DecideApproval;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class RunLifecycleTest {
    @TempDir
    private Path folder;

    @Test
    void aMessageIsAnsweredAndTheLogIsContiguousWithOneTerminalEventLast() throws Exception {
        try (LocalFixture metis = LocalFixture.open(folder)) {
            RunId run = metis.send("{\"turns\":[{\"reasoning\":\"hm\",\"text\":\"Hello there.\"}]}", "hi");
            assertEquals(RunStatus.COMPLETED, metis.ended(run).status());
            List<JsonNode> events = metis.events(run);
            metis.assertWellFormed(events);
            assertEquals(
                    "Hello there.",
                    metis.only(events, "message.completed").path("text").asString());
        }
    }

    @Test
    void anInlineToolRunsAndItsResultGoesBackToTheModel() throws Exception {
        try (LocalFixture metis = LocalFixture.open(folder)) {
            RunId run = metis.send("""
                    {"turns":[{"toolCalls":[{"name":"plan.update","arguments":{"steps":[{"title":"a","status":"pending"}]}}]},
                    {"text":"done"}]}""", "plan");
            assertEquals(RunStatus.COMPLETED, metis.ended(run).status());
            List<JsonNode> events = metis.events(run);
            metis.assertWellFormed(events);
            assertEquals(
                    "ok", metis.only(events, "tool.finished").path("outcome").asString());
            assertEquals(1, metis.of(events, "plan.updated").size());
        }
    }

    @Test
    void aQuestionWaitsForItsAnswer() throws Exception {
        try (LocalFixture metis = LocalFixture.open(folder)) {
            RunId run = metis.send("""
                    {"turns":[{"toolCalls":[{"name":"ask_user","arguments":{"question":"Which one?"}}]},{"text":"ok"}]}""", "ask");
            JsonNode asked = metis.await(run, "question.asked");
            assertInstanceOf(
                    AnswerQuestion.Result.Answered.class,
                    metis.runtime()
                            .answerQuestion()
                            .answer(
                                    metis.caller(),
                                    new QuestionId(asked.path("questionId").asString()),
                                    "the second"));
            assertEquals(RunStatus.COMPLETED, metis.ended(run).status());
            metis.assertWellFormed(metis.events(run));
        }
    }

    @Test
    void anApprovedCommandRunsOnceInTheSandbox() throws Exception {
        try (LocalFixture metis = LocalFixture.open(folder)) {
            RunId run = metis.send("""
                    {"turns":[{"toolCalls":[{"name":"shell.exec","arguments":{"command":"echo A >> log.txt; cat log.txt"}}]},
                    {"text":"ok"}]}""", "run it");
            JsonNode asked = metis.await(run, "approval.requested");
            DecideApproval.Result decided = metis.runtime()
                    .decideApproval()
                    .decide(
                            metis.caller(),
                            new ApprovalId(asked.path("approvalId").asString()),
                            new DecideApproval.Command(
                                    true, asked.path("argumentsHash").asString(), null, null));
            assertInstanceOf(DecideApproval.Result.Settled.class, decided);
            assertEquals(RunStatus.COMPLETED, metis.ended(run).status());
            List<JsonNode> events = metis.events(run);
            metis.assertWellFormed(events);
            JsonNode finished = metis.only(events, "tool.finished");
            assertEquals("ok", finished.path("outcome").asString(), finished::toString);
            assertTrue(finished.path("preview").asString().contains("A"), finished::toString);
            assertEquals(1, metis.of(events, "tool.started").size());
        }
    }

    @Test
    void aDeniedCallDoesNotRunAndTheModelGoesOn() throws Exception {
        try (LocalFixture metis = LocalFixture.open(folder)) {
            RunId run = metis.send("""
                    {"turns":[{"toolCalls":[{"name":"shell.exec","arguments":{"command":"true"}}]},{"text":"ok"}]}""", "run it");
            JsonNode asked = metis.await(run, "approval.requested");
            metis.runtime()
                    .decideApproval()
                    .decide(
                            metis.caller(),
                            new ApprovalId(asked.path("approvalId").asString()),
                            new DecideApproval.Command(
                                    false, asked.path("argumentsHash").asString(), null, "no"));
            assertEquals(RunStatus.COMPLETED, metis.ended(run).status());
            List<JsonNode> events = metis.events(run);
            assertEquals(
                    "denied",
                    metis.only(events, "tool.finished").path("outcome").asString());
            assertEquals(List.of(), metis.of(events, "tool.started"));
        }
    }

    @Test
    void aCancelledRunEndsCancelledAndItsApprovalIsWithdrawn() throws Exception {
        try (LocalFixture metis = LocalFixture.open(folder)) {
            RunId run = metis.send("""
                    {"turns":[{"toolCalls":[{"name":"shell.exec","arguments":{"command":"true"}}]},{"text":"ok"}]}""", "run it");
            metis.await(run, "approval.requested");
            metis.runtime().cancelRun().cancel(metis.caller().tenant(), run, "tester", null);
            assertEquals(RunStatus.CANCELLED, metis.ended(run).status());
            List<JsonNode> events = metis.events(run);
            metis.assertWellFormed(events);
            assertEquals(
                    "withdrawn",
                    metis.only(events, "approval.decided").path("decision").asString());
            assertEquals(
                    "cancelled",
                    metis.only(events, "tool.finished").path("outcome").asString());
        }
    }

    @Test
    void queuedMessagesRunInOrder() throws Exception {
        try (LocalFixture metis = LocalFixture.open(folder)) {
            var conversation =
                    metis.conversation("{\"turns\":[{\"text\":\"one\"},{\"text\":\"two\"},{\"text\":\"three\"}]}");
            List<RunId> runs = List.of(
                    metis.send(conversation, "1"), metis.send(conversation, "2"), metis.send(conversation, "3"));
            List<String> answers = List.of("one", "two", "three");
            for (int i = 0; i < 3; i++) {
                assertEquals(RunStatus.COMPLETED, metis.ended(runs.get(i)).status());
                assertEquals(
                        answers.get(i),
                        metis.only(metis.events(runs.get(i)), "message.completed")
                                .path("text")
                                .asString());
            }
        }
    }

    @Test
    void aProviderFaultIsTriedAgainVisibly() throws Exception {
        try (LocalFixture metis = LocalFixture.open(folder)) {
            RunId run = metis.send(
                    "{\"turns\":[{\"error\":{\"status\":429,\"retryAfterSeconds\":1}},{\"text\":\"late\"}]}", "hi");
            assertEquals(RunStatus.COMPLETED, metis.ended(run).status());
            List<JsonNode> events = metis.events(run);
            metis.assertWellFormed(events);
            assertEquals(1, metis.of(events, "rate_limit.hit").size());
            assertEquals(1, metis.of(events, "turn.restarted").size());
        }
    }

    @Test
    void aRunThatWaitsGoesOnAfterTheRuntimeIsOpenedAgain() throws Exception {
        RunId run;
        JsonNode asked;
        try (LocalFixture metis = LocalFixture.open(folder)) {
            run = metis.send("""
                    {"turns":[{"toolCalls":[{"name":"ask_user","arguments":{"question":"Which one?"}}]},{"text":"ok"}]}""", "ask");
            asked = metis.await(run, "question.asked");
        }
        try (LocalFixture metis = LocalFixture.open(folder)) {
            metis.runtime()
                    .answerQuestion()
                    .answer(
                            metis.caller(),
                            new QuestionId(asked.path("questionId").asString()),
                            "this");
            assertEquals(RunStatus.COMPLETED, metis.ended(run).status());
            metis.assertWellFormed(metis.events(run));
        }
    }
}
