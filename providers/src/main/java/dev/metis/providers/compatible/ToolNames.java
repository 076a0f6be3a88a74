package dev.metis.providers.compatible;

import dev.metis.tool.ToolDefinition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Tool names on a wire that forbids the dot, one-to-one for one request. Offered tools are named first, so that no name
 * of the history can take theirs.
 */
final class ToolNames {
    private static final int LONGEST = 64;

    private final Map<String, String> toWire = new HashMap<>();
    private final Map<String, String> toOurs = new HashMap<>();

    ToolNames(List<ToolDefinition> offered) {
        offered.forEach(tool -> wire(tool.name()));
    }

    String wire(String name) {
        String known = toWire.get(name);
        if (known != null) {
            return known;
        }
        String base = safe(name);
        String candidate = base;
        for (int i = 2; toOurs.containsKey(candidate); i++) {
            String suffix = "_" + i;
            candidate = base.substring(0, Math.min(base.length(), LONGEST - suffix.length())) + suffix;
        }
        toWire.put(name, candidate);
        toOurs.put(candidate, name);
        return candidate;
    }

    /** The catalogue's name for what the model wrote; what nobody named stays as it is, for the gate to refuse. */
    String ours(String wire) {
        return toOurs.getOrDefault(wire, wire);
    }

    boolean known(String wire) {
        return toOurs.containsKey(wire);
    }

    private static String safe(String name) {
        String safe = name.replaceAll("[^a-zA-Z0-9_-]", "_");
        return safe.isEmpty() ? "_" : safe.substring(0, Math.min(safe.length(), LONGEST));
    }
}
