package dev.metis.providers.compatible;

import dev.metis.json.CanonicalJson;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Call ids on the wire: 1 to 64 safe characters, one-to-one, the same for the same history. An id that is safe stays;
 * another one, or one that a second call repeats, gets a name made of its hash.
 */
final class CallIds {
    private static final Pattern SAFE = Pattern.compile("[a-zA-Z0-9_-]{1,64}");
    private static final int HASH_FROM = "sha256:".length();
    private static final int HASH_LENGTH = 32;

    private final Map<String, Integer> seen = new HashMap<>();
    private final Map<String, String> toOurs = new HashMap<>();

    /** A wire id for the next call with this id of ours; each call has its own. */
    String next(String id) {
        int occurrence = seen.merge(id, 1, Integer::sum);
        String wire = occurrence == 1 && SAFE.matcher(id).matches() ? id : hashed(id, occurrence);
        for (int i = 0; toOurs.containsKey(wire); i++) {
            wire = hashed(id + "#" + i, occurrence);
        }
        toOurs.put(wire, id);
        return wire;
    }

    /** The id of ours that a wire id of this request stands for. */
    String ours(String wire) {
        String id = toOurs.get(wire);
        if (id == null) {
            throw new IllegalArgumentException("no call of this request has the wire id " + wire);
        }
        return id;
    }

    private static String hashed(String id, int occurrence) {
        String text = WellFormed.text(id) + "#" + occurrence;
        String hash = CanonicalJson.sha256(JsonNodeFactory.instance.stringNode(text));
        return "call_" + hash.substring(HASH_FROM, HASH_FROM + HASH_LENGTH);
    }
}
