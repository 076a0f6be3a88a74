package dev.metis.local.engine;

import dev.metis.local.engine.definition.Scope;
import dev.metis.local.engine.definition.State;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;

/**
 * One running scope: the machine, a branch or an iteration, with its variables and the state it is in. Touched only under
 * the execution's lock.
 */
final class Frame {
    final @Nullable Frame parent;
    final int index;
    final String path;
    final Scope scope;
    final @Nullable JsonNode item;
    final Map<String, JsonNode> variables = new LinkedHashMap<>();
    final Map<Integer, Integer> attempts = new TreeMap<>();
    String state;
    JsonNode input = NullNode.getInstance();
    Instant entered = Instant.EPOCH;
    int retryCount;
    Activity activity = new Activity.Idle();

    private Frame(@Nullable Frame parent, int index, Scope scope, @Nullable JsonNode item) {
        this.parent = parent;
        this.index = index;
        this.path = parent == null ? "" : parent.path + "/" + index;
        this.scope = scope;
        this.item = item != null || parent == null ? item : parent.item;
        this.state = scope.startAt();
    }

    static Frame root(Scope scope) {
        return new Frame(null, 0, scope, null);
    }

    /** A branch or an iteration; {@code item} is the {@code Map.Item} of the context, else the parent's. */
    static Frame child(Frame parent, int index, Scope scope, @Nullable JsonNode item) {
        return new Frame(parent, index, scope, item);
    }

    State current() {
        return scope.state(state);
    }

    /** Whether the frame still belongs to its execution; an abandoned child does not. */
    boolean live() {
        Frame above = parent;
        return above == null
                || (above.activity instanceof Activity.Fan fan && fan.children.get(index) == this && above.live());
    }

    /** Enters a state: whatever belonged to the one before is reset. */
    void enter(String name, JsonNode given, Instant now) {
        state = name;
        input = given;
        entered = now;
        retryCount = 0;
        attempts.clear();
        become(new Activity.Idle());
    }

    void become(Activity next) {
        activity.cancelTimers();
        activity = next;
    }

    /** The value of a variable in this scope or an outer one. */
    @Nullable
    JsonNode variable(String name) {
        for (Frame frame = this; frame != null; frame = frame.parent) {
            JsonNode value = frame.variables.get(name);
            if (value != null) {
                return value;
            }
        }
        return null;
    }
}
