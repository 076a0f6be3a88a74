package dev.metis.local.engine;

import dev.metis.item.ItemMapper;
import dev.metis.local.engine.Evaluator.Extras;
import dev.metis.local.engine.definition.Scope;
import dev.metis.local.engine.definition.State;
import dev.metis.local.engine.expression.Bindings;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Map and Parallel states: children are begun in order, as many at once as may run, and answer in order. */
final class Fans {
    private Fans() {}

    static void begin(Turn turn, Frame frame, State.MapState map, Bindings bindings) throws StateError {
        JsonNode items = Evaluator.value(map.items(), bindings, frame.input);
        if (!items.isArray()) {
            throw Evaluator.unexpected("Items", "an array", items);
        }
        Evaluator.sized("items of the state '" + frame.state + "'", items);
        long wanted = map.maxConcurrency().isPresent()
                ? Evaluator.whole(map.maxConcurrency().get(), bindings, "MaxConcurrency", 0)
                : 0;
        int concurrency =
                (int) (wanted == 0 ? EngineLimits.MAP_CONCURRENCY : Math.min(wanted, EngineLimits.MAP_CONCURRENCY));
        begin(turn, frame, new Activity.Fan(items, items.size(), concurrency));
    }

    static void begin(Turn turn, Frame frame, State.Parallel parallel, Bindings bindings) throws StateError {
        JsonNode input = Evaluator.value(parallel.arguments(), bindings, frame.input);
        Evaluator.sized("arguments of the state '" + frame.state + "'", input);
        int total = parallel.branches().size();
        begin(turn, frame, new Activity.Fan(null, total, total));
        for (int index = 0; index < total; index++) {
            add(turn, frame, index, null, input);
        }
    }

    private static void begin(Turn turn, Frame frame, Activity.Fan fan) {
        frame.become(fan);
        turn.changed(frame);
        turn.count(1);
        if (fan.items != null) {
            turn.later(() -> fill(turn, frame, fan));
        }
    }

    /** Begins iterations until as many run as may, or all have begun. */
    private static void fill(Turn turn, Frame frame, Activity.Fan fan) {
        if (frame.activity != fan) {
            return;
        }
        if (fan.done == fan.total) {
            allDone(turn, frame, fan);
        } else if (fan.running < fan.concurrency && fan.children.size() < fan.total) {
            int index = fan.children.size();
            try {
                ObjectNode item = item(fan, index);
                JsonNode input = iterationInput(turn, frame, item);
                turn.count(1);
                add(turn, frame, index, item, input);
                turn.later(() -> fill(turn, frame, fan));
            } catch (StateError e) {
                Interpreter.failed(turn, frame, e.output());
            }
        }
    }

    static ObjectNode item(Activity.Fan fan, int index) {
        ObjectNode item = ItemMapper.object();
        item.put("Index", index);
        item.set(
                "Value",
                java.util.Objects.requireNonNull(fan.items, "a map without items")
                        .get(index));
        return item;
    }

    private static JsonNode iterationInput(Turn turn, Frame frame, ObjectNode item) throws StateError {
        State.MapState map = (State.MapState) frame.current();
        Bindings bindings = Evaluator.bindings(turn.execution(), frame, Extras.item(item));
        return Evaluator.sized(
                "input of an iteration of the state '" + frame.state + "'",
                Evaluator.value(map.itemSelector(), bindings, item.get("Value")));
    }

    private static void add(Turn turn, Frame parent, int index, @Nullable JsonNode item, JsonNode input) {
        Frame child = Frame.child(parent, index, scope(parent.current(), index), item);
        Activity.Fan fan = (Activity.Fan) parent.activity;
        fan.children.put(index, child);
        fan.running++;
        Interpreter.begin(turn, child, input);
    }

    /** The scope of a child. */
    static Scope scope(State state, int index) {
        return switch (state) {
            case State.MapState map -> map.processor();
            case State.Parallel parallel -> parallel.branches().get(index);
            default -> throw new IllegalStateException("the state " + state.name() + " has no children");
        };
    }

    static void childDone(Turn turn, Frame parent, Frame child, JsonNode output) {
        if (!(parent.activity instanceof Activity.Fan fan) || fan.children.get(child.index) != child) {
            return;
        }
        child.become(new Activity.Done(output));
        child.variables.clear();
        turn.changed(child);
        fan.running--;
        fan.done++;
        if (fan.items != null) {
            turn.count(1);
        }
        if (fan.done == fan.total) {
            allDone(turn, parent, fan);
        } else if (fan.items != null) {
            fill(turn, parent, fan);
        }
    }

    private static void allDone(Turn turn, Frame frame, Activity.Fan fan) {
        ArrayNode result = JsonNodeFactory.instance.arrayNode();
        fan.children.values().forEach(child -> result.add(((Activity.Done) child.activity).output));
        turn.dropped(frame);
        frame.become(new Activity.Idle());
        turn.count(1);
        Interpreter.complete(turn, frame, result);
    }

    static void childFailed(Turn turn, Frame parent, Frame child, ErrorOutput error) {
        if (!(parent.activity instanceof Activity.Fan fan) || fan.children.get(child.index) != child) {
            return;
        }
        turn.count(fan.items != null ? fan.running + 1 : 1);
        Interpreter.failed(turn, parent, error);
    }
}
