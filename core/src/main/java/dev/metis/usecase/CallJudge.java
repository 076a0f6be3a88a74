package dev.metis.usecase;

import dev.metis.capability.CapabilityManifest;
import dev.metis.event.ToolOutcome;
import dev.metis.gate.ToolCalls;
import dev.metis.provider.ProviderEvent.CallCompleted;
import dev.metis.tool.CallDecision;
import dev.metis.tool.ToolDefinition;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/**
 * Judges the proposed calls of one turn: whether the tool exists for the run, whether its arguments can be read exactly
 * and fit, and what the manifest decides. {@code cut}: the output limit ended the answer, so no call of it is whole.
 */
record CallJudge(CapabilityManifest manifest, List<ToolDefinition> offered, ToolCheck check, boolean cut) {
    /** Calls of a turn that may run; further ones are refused, and the model is told. */
    static final int MAX_CALLS = 16;

    private static final int SHOWN_NAME = 64;

    /** Why a call will not run, as its receipt says it. */
    record Refusal(ToolOutcome outcome, String text) {}

    /** What was decided, and the arguments it was decided on. */
    record Verdict(
            String tool,
            Optional<ToolDefinition> definition,
            JsonNode arguments,
            CallDecision decision,
            String reason,
            Optional<Refusal> refusal) {}

    private record Proposal(
            String name,
            Optional<ToolDefinition> definition,
            Optional<CapabilityManifest.Grant> grant,
            Optional<JsonNode> parsed,
            JsonNode arguments) {}

    /** Judges the call with this place in its turn, from 0. */
    Verdict judge(CallCompleted call, int index) {
        Proposal proposal = read(call);
        return refusal(proposal, index)
                .map(refusal -> new Verdict(
                        proposal.name(),
                        proposal.definition(),
                        proposal.arguments(),
                        CallDecision.DENY,
                        refusal.text(),
                        Optional.of(refusal)))
                .orElseGet(() -> granted(proposal));
    }

    private Proposal read(CallCompleted call) {
        Optional<JsonNode> parsed = check.parse(call.rawArguments());
        return new Proposal(
                ToolCalls.wellFormed(call.tool()),
                offered.stream().filter(tool -> tool.name().equals(call.tool())).findFirst(),
                manifest.grant(call.tool()),
                parsed,
                parsed.orElseGet(() -> StringNode.valueOf(ToolCalls.wellFormed(call.rawArguments()))));
    }

    private Optional<Refusal> refusal(Proposal proposal, int index) {
        if (index >= MAX_CALLS) {
            return denied("not run: at most " + MAX_CALLS + " calls a turn; propose it again in the next turn");
        }
        if (proposal.definition().isEmpty() || proposal.grant().isEmpty()) {
            return denied("there is no tool named " + shorten(proposal.name()));
        }
        if (cut) {
            return wrong("the output limit cut the answer, so the arguments may be incomplete; propose a shorter call");
        }
        if (proposal.parsed().isEmpty()) {
            return wrong(
                    "the arguments are no JSON object that can be kept exactly (valid JSON, no repeated or empty keys,"
                            + " no integers beyond 2^53, at most " + ToolCheck.MAX_DEPTH + " levels)");
        }
        return check.violations(proposal.definition().get(), proposal.arguments())
                .flatMap(CallJudge::wrong);
    }

    private static Verdict granted(Proposal proposal) {
        CapabilityManifest.Grant grant = proposal.grant().orElseThrow();
        return new Verdict(
                proposal.name(),
                proposal.definition(),
                proposal.arguments(),
                grant.decision(),
                grant.reason(),
                Optional.empty());
    }

    private static Optional<Refusal> denied(String text) {
        return Optional.of(new Refusal(ToolOutcome.DENIED, text));
    }

    private static Optional<Refusal> wrong(String what) {
        return Optional.of(new Refusal(ToolOutcome.ERROR, "not run: " + what));
    }

    private static String shorten(String name) {
        return name.codePointCount(0, name.length()) <= SHOWN_NAME
                ? name
                : name.substring(0, name.offsetByCodePoints(0, SHOWN_NAME));
    }
}
