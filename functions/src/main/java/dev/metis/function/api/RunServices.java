package dev.metis.function.api;

import dev.metis.artifact.Payloads;
import dev.metis.conversation.ConversationStore;
import dev.metis.port.ArtifactStore;
import dev.metis.port.IdSource;
import dev.metis.port.ItemStore;
import dev.metis.port.Orchestrator;
import dev.metis.port.SandboxLauncher;
import dev.metis.port.Scheduler;
import dev.metis.port.SchemaValidator;
import dev.metis.port.TimeSource;
import dev.metis.run.RunStore;
import dev.metis.tool.ToolCatalogue;
import dev.metis.tool.Workspaces;
import dev.metis.usecase.AnswerQuestion;
import dev.metis.usecase.Audit;
import dev.metis.usecase.CancelRun;
import dev.metis.usecase.DecideApproval;
import dev.metis.usecase.FinishRun;
import dev.metis.usecase.StartExecution;
import dev.metis.usecase.StartRun;
import dev.metis.usecase.ToolCheck;
import dev.metis.usecase.WakeWait;
import java.util.Objects;

/** What people do to runs. */
public record RunServices(
        StartRun startRun, CancelRun cancelRun, DecideApproval decideApproval, AnswerQuestion answerQuestion) {
    public RunServices {
        Objects.requireNonNull(startRun, "startRun is null");
        Objects.requireNonNull(cancelRun, "cancelRun is null");
        Objects.requireNonNull(decideApproval, "decideApproval is null");
        Objects.requireNonNull(answerQuestion, "answerQuestion is null");
    }

    /** The ports that the use cases stand on. */
    public record Ports(
            ItemStore store,
            ArtifactStore artifacts,
            SchemaValidator validator,
            Orchestrator orchestrator,
            Scheduler scheduler,
            SandboxLauncher launcher,
            TimeSource time,
            IdSource ids) {}

    /** The use cases over the ports of a runtime. */
    public static RunServices over(Ports ports, ToolCatalogue tools) {
        RunStore runs = new RunStore(ports.store(), ports.time(), new Payloads(ports.artifacts(), ports.ids()));
        ConversationStore conversations = new ConversationStore(ports.store());
        StartExecution startExecution = new StartExecution(ports.orchestrator());
        WakeWait wake = new WakeWait(ports.store(), ports.orchestrator());
        FinishRun finishRun = new FinishRun(runs, conversations, startExecution, ports.launcher(), wake);
        return new RunServices(
                new StartRun(runs, conversations, ports.ids(), startExecution),
                new CancelRun(runs, conversations, finishRun, wake, ports.scheduler(), ports.orchestrator()),
                new DecideApproval(
                        runs,
                        new Workspaces(ports.store(), ports.artifacts()),
                        tools,
                        new ToolCheck(ports.validator()),
                        wake,
                        new Audit(ports.store(), ports.time(), ports.ids()),
                        ports.ids()),
                new AnswerQuestion(runs, wake));
    }
}
