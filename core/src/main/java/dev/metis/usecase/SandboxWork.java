package dev.metis.usecase;

import dev.metis.access.TenantId;
import dev.metis.event.RunEventBody;
import dev.metis.event.ToolEvent.ToolOutput;
import dev.metis.gate.ToolCalls;
import dev.metis.gate.ToolGate;
import dev.metis.item.ItemMapper;
import dev.metis.port.IdSource;
import dev.metis.port.Orchestrator;
import dev.metis.port.TimeSource;
import dev.metis.run.Decision;
import dev.metis.run.Run;
import dev.metis.run.RunEdit;
import dev.metis.run.RunId;
import dev.metis.run.RunStore;
import dev.metis.run.StepLog;
import dev.metis.run.Wait;
import dev.metis.tool.CallId;
import dev.metis.tool.CallState;
import dev.metis.tool.FileBefore;
import dev.metis.tool.ToolCall;
import dev.metis.tool.ToolCatalogue;
import dev.metis.tool.ToolDefinition;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a sandbox may ask: its next call, to show output. A call is handed out once, to the current generation, through
 * the gate, in the transaction that marks it started; its nonce is the right to answer.
 */
public final class SandboxWork {
    private final RunStore runs;
    private final ToolCalls calls;
    private final ToolGate gate;
    private final ToolCatalogue tools;
    private final SandboxTokens tokens;
    private final Orchestrator orchestrator;
    private final TimeSource time;
    private final IdSource ids;

    public SandboxWork(RunStore runs, ToolCatalogue tools, Orchestrator orchestrator, TimeSource time, IdSource ids) {
        this.runs = runs;
        this.calls = new ToolCalls(runs.items());
        this.gate = new ToolGate(runs.items());
        this.tools = tools;
        this.tokens = new SandboxTokens(runs.items(), ids);
        this.orchestrator = orchestrator;
        this.time = time;
        this.ids = ids;
    }

    /** Which run and generation a gateway token stands for, while it is the current one. */
    public record Sandbox(TenantId owner, RunId runId, int attempt, int generation) {}

    /** A call as it is handed to the sandbox. */
    public record Command(
            CallId callId,
            String nonce,
            String tool,
            JsonNode arguments,
            int timeoutSeconds,
            String idempotencyKey,
            @Nullable String approvedFileHash) {}

    /** What to do now: a command, calls to end. */
    public record Next(Optional<Command> command, List<String> cancel) {}

    /** The sandbox of the token; empty when the token opens nothing (any more). */
    public Optional<Sandbox> authenticate(String token) {
        return tokens.find(token, runs.now())
                .flatMap(holder -> runs.find(holder.owner(), holder.runId())
                        .filter(run -> run.open()
                                && run.attempt() == holder.attempt()
                                && run.fence() == holder.fence()
                                && run.sandboxGeneration() == holder.generation())
                        .map(run ->
                                new Sandbox(holder.owner(), holder.runId(), holder.attempt(), holder.generation())));
    }

    /** Heartbeats the busy calls and hands out the next one that waits, if any. */
    public Next next(Sandbox sandbox, List<String> busy) {
        Run run = runs.get(sandbox.owner(), sandbox.runId());
        if (run.cancelRequested()) {
            return new Next(Optional.empty(), busy);
        }
        List<Wait> open = calls.all(sandbox.owner(), sandbox.runId(), "WAIT#sandbox#").stream()
                .map(item -> ItemMapper.fromTree(item.attributes(), Wait.class))
                .filter(wait -> wait.state() == Wait.State.OPEN)
                .toList();
        for (Wait wait : open) {
            orchestrator.heartbeat(wait.token());
        }
        for (Wait wait : open) {
            if (!busy.contains(wait.callId())) {
                Optional<Command> command = handOut(sandbox, new CallId(wait.callId()));
                if (command.isPresent()) {
                    return new Next(command, List.of());
                }
            }
        }
        return new Next(Optional.empty(), List.of());
    }

    private Optional<Command> handOut(Sandbox sandbox, CallId id) {
        String nonce = HexFormat.of().formatHex(ids.secret(16));
        return runs.change(sandbox.owner(), sandbox.runId(), edit -> handOut(edit, sandbox, id, nonce));
    }

    private Decision<Optional<Command>> handOut(RunEdit edit, Sandbox sandbox, CallId id, String nonce) {
        Run run = edit.run();
        ToolCall call = calls.get(run.owner(), run.id(), id);
        boolean mine = run.open()
                && !run.cancelRequested()
                && run.attempt() == sandbox.attempt()
                && run.sandboxGeneration() == sandbox.generation();
        if (!mine || call.state() != CallState.WAITING || !(gate.check(run, call) instanceof ToolGate.Verdict.Pass)) {
            return Decision.keep(Optional.empty());
        }
        JsonNode arguments = runs.payloads().load(run.owner(), call.arguments());
        Command command = new Command(
                id,
                nonce,
                call.tool(),
                arguments,
                timeout(call, arguments),
                call.idempotencyKey(),
                approvedFileHash(run, call));
        calls.start(edit, call, new ToolCall.Handout(sandbox.attempt(), sandbox.generation(), nonce));
        return Decision.commit(Optional.of(command));
    }

    private int timeout(ToolCall call, JsonNode arguments) {
        int standard = tools.find(call.tool())
                .map(ToolDefinition::defaultTimeoutSeconds)
                .orElse(60);
        return arguments.path("timeoutSeconds").asInt(standard);
    }

    private @Nullable String approvedFileHash(Run run, ToolCall call) {
        if (call.approvalId() == null || call.clearance() != ToolCall.Clearance.GRANTED) {
            return null;
        }
        FileBefore file =
                calls.approval(run.owner(), run.id(), call.approvalId()).file();
        return file == null ? null : file.sha256();
    }

    /** A piece of a call's output. */
    public record Output(String callId, String nonce, String stream, String text) {}

    /** Appends output to the log; what belongs to no call that this sandbox holds is dropped. */
    public void output(Sandbox sandbox, List<Output> chunks) {
        Map<String, List<Output>> byCall = new java.util.LinkedHashMap<>();
        chunks.forEach(
                c -> byCall.computeIfAbsent(c.callId(), k -> new ArrayList<>()).add(c));
        byCall.forEach((callId, pieces) -> outputOf(sandbox, new CallId(callId), pieces));
    }

    private void outputOf(Sandbox sandbox, CallId id, List<Output> pieces) {
        ToolCall call = calls.get(sandbox.owner(), sandbox.runId(), id);
        List<RunEventBody> bodies = new ArrayList<>();
        for (Output piece : pieces) {
            if (holds(sandbox, call, piece.nonce()) && call.state() == CallState.STARTED) {
                bodies.add(new ToolOutput(id, piece.stream(), ToolCalls.wellFormed(piece.text())));
            }
        }
        if (!bodies.isEmpty()) {
            Run run = runs.get(sandbox.owner(), sandbox.runId());
            StepLog.ofCall(runs.items(), time, ids, run, id.value()).append(bodies);
        }
    }

    static boolean holds(Sandbox sandbox, ToolCall call, String nonce) {
        ToolCall.Handout handout = call.handout();
        return handout != null
                && handout.attempt() == sandbox.attempt()
                && handout.generation() == sandbox.generation()
                && handout.nonce().equals(nonce);
    }
}
