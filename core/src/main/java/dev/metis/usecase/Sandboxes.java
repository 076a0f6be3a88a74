package dev.metis.usecase;

import dev.metis.access.TenantId;
import dev.metis.gate.ToolCalls;
import dev.metis.item.ItemMapper;
import dev.metis.item.Keys;
import dev.metis.port.Condition;
import dev.metis.port.IdSource;
import dev.metis.port.SandboxLauncher;
import dev.metis.port.SandboxLauncher.LaunchResult;
import dev.metis.port.SandboxLauncher.SandboxKey;
import dev.metis.port.Write;
import dev.metis.run.Decision;
import dev.metis.run.Run;
import dev.metis.run.RunEdit;
import dev.metis.run.RunId;
import dev.metis.run.RunStore;
import dev.metis.run.Wait;
import dev.metis.tool.CallState;
import dev.metis.tool.ToolCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The one live sandbox of an attempt: a newer generation makes the older one's results void. */
public final class Sandboxes {
    /** Sandboxes that a run may lose before its calls fail. */
    static final int MAX_GENERATIONS = 20;

    private static final Duration LIFETIME = Duration.ofHours(4);

    private final RunStore runs;
    private final ToolCalls calls;
    private final SandboxLauncher launcher;
    private final SandboxTokens tokens;
    private final WakeWait wake;

    public Sandboxes(RunStore runs, SandboxLauncher launcher, WakeWait wake, IdSource ids) {
        this.runs = runs;
        this.calls = new ToolCalls(runs.items());
        this.launcher = launcher;
        this.tokens = new SandboxTokens(runs.items(), ids);
        this.wake = wake;
    }

    /** A sandbox that the edit made wanted: launch it when the edit is written. */
    record Wanted(SandboxKey key, String conversationId, String token) {}

    /** Makes sure that the run has a live generation; answers what to launch, if it is a new one. */
    Optional<Wanted> ensure(RunEdit edit) {
        Run run = edit.run();
        return live(run) ? Optional.empty() : Optional.of(renew(edit));
    }

    /** Makes a new generation, whatever became of the one before. */
    Wanted renew(RunEdit edit) {
        Run run = edit.run();
        int generation = run.sandboxGeneration() + 1;
        SandboxTokens.Issued issued = tokens.issue(
                new SandboxTokens.Holder(run.owner(), run.id(), run.attempt(), generation, run.fence()),
                edit.now().plus(LIFETIME));
        edit.with(issued.write());
        edit.with(put(run, generation, true));
        edit.head(fields -> fields.sandboxGeneration(generation));
        return new Wanted(key(run, generation), run.spec().conversationId().value(), issued.token());
    }

    LaunchResult launch(Wanted wanted) {
        return launcher.launch(
                new SandboxLauncher.SandboxSpec(wanted.key(), wanted.conversationId(), wanted.token(), LIFETIME));
    }

    /** Ends the current generation for good, before its calls are judged; a later call gets a new one. */
    void retire(Run run) {
        if (run.sandboxGeneration() > 0) {
            launcher.stop(key(run, run.sandboxGeneration()));
        }
    }

    static void markEnded(RunEdit edit) {
        Run run = edit.run();
        if (run.sandboxGeneration() > 0) {
            edit.with(put(run, run.sandboxGeneration(), false));
        }
    }

    /**
     * A sandbox is gone (it ended, or was found dead after a restart): the calls that waited for it go on, to be judged
     * by what is known of them.
     */
    public void ended(SandboxKey key) {
        TenantId owner = new TenantId(key.owner());
        RunId id = new RunId(key.runId());
        List<String> settled = runs.change(owner, id, edit -> ended(edit, key));
        settled.forEach(call -> wake.soon(owner, id, Wait.Kind.SANDBOX, call));
    }

    private Decision<List<String>> ended(RunEdit edit, SandboxKey key) {
        Run run = edit.run();
        if (!run.open() || run.attempt() != key.attempt() || run.sandboxGeneration() != key.generation()) {
            return Decision.keep(List.of());
        }
        edit.with(put(run, key.generation(), false));
        List<String> settled = new ArrayList<>();
        for (ToolCall call : calls.unfinished(run.owner(), run.id())) {
            if (call.state() == CallState.STARTED || call.state() == CallState.WAITING) {
                calls.settle(edit, call.id(), Wait.Kind.SANDBOX, new StepResult.Plain("lost"));
                settled.add(call.id().value());
            }
        }
        return Decision.commit(List.copyOf(settled));
    }

    private boolean live(Run run) {
        return run.sandboxGeneration() > 0
                && runs.items()
                        .get(Keys.sandbox(run.owner(), run.id(), run.attempt(), run.sandboxGeneration()))
                        .map(item -> item.attributes().path("live").asBoolean())
                        .orElse(false);
    }

    private static Write put(Run run, int generation, boolean live) {
        ObjectNode item = ItemMapper.object();
        item.put("live", live);
        return new Write.Put(
                Keys.sandbox(run.owner(), run.id(), run.attempt(), generation), item, new Condition.Always());
    }

    static SandboxKey key(Run run, int generation) {
        return new SandboxKey(run.owner().value(), run.id().value(), run.attempt(), generation);
    }

    /** The head's generation as a key, where there is one. */
    static @Nullable SandboxKey current(Run run) {
        return run.sandboxGeneration() == 0 ? null : key(run, run.sandboxGeneration());
    }
}
