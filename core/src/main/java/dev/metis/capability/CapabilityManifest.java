package dev.metis.capability;

import dev.metis.item.ItemMapper;
import dev.metis.json.CanonicalJson;
import dev.metis.tool.CallDecision;
import dev.metis.tool.ToolCatalogue;
import dev.metis.tool.ToolDefinition;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What an attempt may do, frozen when it began: the intersection of profile, mode and catalogue. A tool that is not here
 * does not exist for the run: it is not shown to the model, and the gate refuses it.
 */
public record CapabilityManifest(String profile, String mode, List<Grant> grants) {
    public CapabilityManifest {
        Objects.requireNonNull(profile, "profile is null");
        Objects.requireNonNull(mode, "mode is null");
        grants = List.copyOf(grants);
    }

    /** One tool, and what is decided on a call of it. */
    public record Grant(String tool, CallDecision decision, String reason, String definitionHash) {}

    public static CapabilityManifest compile(Profile profile, Mode mode, ToolCatalogue catalogue) {
        List<Grant> grants = catalogue.all().stream()
                .filter(tool -> profile.effects().contains(tool.effect()))
                .filter(tool -> mode.decide(tool.effect()) != CallDecision.DENY)
                .map(tool ->
                        new Grant(tool.name(), mode.decide(tool.effect()), mode.reason(tool.effect()), hashOf(tool)))
                .toList();
        return new CapabilityManifest(profile.id(), mode.wire(), grants);
    }

    public Optional<Grant> grant(String tool) {
        return grants.stream().filter(g -> g.tool().equals(tool)).findFirst();
    }

    public String hash() {
        return CanonicalJson.sha256(ItemMapper.toTree(this));
    }

    private static String hashOf(ToolDefinition tool) {
        return CanonicalJson.sha256(ItemMapper.toTree(tool));
    }
}
