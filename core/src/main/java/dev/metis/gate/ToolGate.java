package dev.metis.gate;

import dev.metis.capability.CapabilityManifest;
import dev.metis.item.ItemMapper;
import dev.metis.item.Keys;
import dev.metis.port.ItemStore;
import dev.metis.run.Run;
import dev.metis.tool.CallDecision;
import dev.metis.tool.ToolCall;
import java.util.Optional;

/**
 * The only entrance to a tool. It decides from the stored call, the attempt's manifest and what people cleared, never
 * from anything a model wrote, and may only tighten what was decided when the call was proposed.
 */
public final class ToolGate {
    private final ItemStore store;

    public ToolGate(ItemStore store) {
        this.store = store;
    }

    /** What the gate says of a call that wants to start. */
    public sealed interface Verdict {
        /** It may start now, once. */
        record Pass() implements Verdict {}

        /** A person must be asked first. */
        record Ask() implements Verdict {}

        /** It has its receipt. */
        record Finished() implements Verdict {}

        /** It was started before and nobody knows what became of it. */
        record Unknown() implements Verdict {}

        /** A person is being asked what became of it. */
        record InReview() implements Verdict {}

        /** It may not run at all; the reason is for the model. */
        record Refuse(String reason) implements Verdict {}
    }

    public Verdict check(Run run, ToolCall call) {
        return switch (call.state()) {
            case FINISHED -> new Verdict.Finished();
            case STARTED -> new Verdict.Unknown();
            case IN_REVIEW -> new Verdict.InReview();
            case PROPOSED, WAITING -> clearance(run, call);
        };
    }

    private Verdict clearance(Run run, ToolCall call) {
        Optional<CapabilityManifest.Grant> grant = manifest(run).grant(call.tool());
        if (grant.isEmpty()) {
            return new Verdict.Refuse("not run: there is no tool named " + call.tool());
        }
        return switch (call.clearance()) {
            case GRANTED -> new Verdict.Pass();
            case NEEDLESS -> grant.get().decision() == CallDecision.ALLOW ? new Verdict.Pass() : new Verdict.Ask();
            case NONE, SPENT -> new Verdict.Ask();
        };
    }

    private CapabilityManifest manifest(Run run) {
        return store.get(Keys.manifest(run.owner(), run.id(), run.attempt()))
                .map(item -> ItemMapper.fromTree(item.attributes(), CapabilityManifest.class))
                .orElseThrow(() -> new IllegalStateException("the attempt has no manifest"));
    }
}
