package dev.metis.local.engine;

import dev.metis.item.ItemMapper;
import dev.metis.local.engine.Engine.TokenWait;
import dev.metis.local.engine.Evaluator.Extras;
import dev.metis.local.engine.definition.State;
import dev.metis.local.engine.expression.Bindings;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Task states: the call, its clocks, and the answer to its token. */
final class Tasks {
    /** How a call ended: exactly one of the two is set. */
    private record Outcome(
            @Nullable JsonNode result, @Nullable ErrorOutput error) {}

    private Tasks() {}

    static void begin(Turn turn, Frame frame, State.Task task) throws StateError {
        String token = task.waitsForToken() ? turn.execution().engine().token() : null;
        begin(turn, frame, task, token, null);
    }

    /**
     * Makes a call again that was cut off with its process. The state counts as entered now, so that what the lost call
     * may still have written can be told from what this one writes; retry count and token stay as they were, and a token
     * lives no longer than it was given.
     */
    static void again(Execution execution, Frame frame, Activity.Call lost) {
        execution.post(turn -> {
            if (frame.activity != lost) {
                return;
            }
            frame.entered = execution.enterTime();
            try {
                begin(turn, frame, (State.Task) frame.current(), lost.token, lost);
            } catch (StateError e) {
                Interpreter.failed(turn, frame, e.output());
            }
        });
    }

    private static void begin(
            Turn turn, Frame frame, State.Task task, @Nullable String token, Activity.@Nullable Call lost)
            throws StateError {
        Execution execution = turn.execution();
        Engine engine = execution.engine();
        Activity.Call call = evaluated(execution, frame, task, token);
        call.begin(engine.now());
        if (lost != null && token != null) {
            call.deadline = lost.deadline;
            call.heartbeatBy = lost.heartbeatBy;
        }
        frame.become(call);
        if (token != null) {
            engine.tokens().put(token, new TokenWait(execution, frame));
        }
        turn.changed(frame);
        turn.count(2);
        turn.effect(() -> start(execution, frame, call));
    }

    private static Activity.Call evaluated(Execution execution, Frame frame, State.Task task, @Nullable String token)
            throws StateError {
        Bindings bindings = Evaluator.bindings(execution, frame, Extras.token(token));
        JsonNode arguments = Evaluator.value(task.arguments(), bindings);
        JsonNode function = Objects.requireNonNull(arguments.get("FunctionName"), "the loader requires FunctionName");
        if (!function.isString()) {
            throw Evaluator.unexpected("Arguments/FunctionName", "a string", function);
        }
        JsonNode payload = arguments.has("Payload") ? arguments.get("Payload") : ItemMapper.object();
        return new Activity.Call(
                function.stringValue(),
                Evaluator.sized("payload of the state '" + frame.state + "'", payload),
                token,
                Evaluator.seconds(task.timeoutSeconds(), bindings, "TimeoutSeconds"),
                Evaluator.seconds(task.heartbeatSeconds(), bindings, "HeartbeatSeconds"));
    }

    /** Arms the clocks of a call and calls the function, unless that has answered already. */
    static void start(Execution execution, Frame frame, Activity.Call call) {
        armDeadline(execution, frame, call);
        armHeartbeat(execution, frame, call);
        if (call.returned) {
            return;
        }
        Instant latest = execution.engine().now().plus(EngineLimits.FUNCTION_TIME);
        Interpreter.arm(execution, frame, call, latest, turn -> {
            if (!call.returned) {
                String cause = "The function took longer than " + EngineLimits.FUNCTION_TIME.toSeconds() + " s.";
                timedOut(turn, frame, ErrorOutput.FUNCTION_TIMEOUT, cause);
            }
        });
        execution.engine().dispatch(() -> call(execution, frame, call));
    }

    private static void armDeadline(Execution execution, Frame frame, Activity.Call call) {
        Instant deadline = call.deadline;
        if (deadline != null) {
            Interpreter.arm(execution, frame, call, deadline, turn -> {
                String cause = "The state '" + frame.state + "' took longer than its TimeoutSeconds.";
                timedOut(turn, frame, ErrorOutput.TIMEOUT, cause);
            });
        }
    }

    /** One timer a call: a heartbeat moves the instant, and a timer that comes too early arms itself again. */
    private static void armHeartbeat(Execution execution, Frame frame, Activity.Call call) {
        execution.locked(() -> {
            Instant by = call.heartbeatBy;
            if (by != null && frame.activity == call) {
                call.heartbeatTimer = execution
                        .engine()
                        .timers()
                        .at(by, () -> execution.engine().dispatch(() -> heartbeatDue(execution, frame, call)));
            }
        });
    }

    private static void heartbeatDue(Execution execution, Frame frame, Activity.Call call) {
        execution.post(turn -> {
            Instant by = call.heartbeatBy;
            if (frame.activity != call || by == null) {
                return;
            }
            if (by.isAfter(execution.engine().now())) {
                turn.effect(() -> armHeartbeat(execution, frame, call));
            } else {
                String cause = "The state '" + frame.state + "' got no heartbeat within its HeartbeatSeconds.";
                timedOut(turn, frame, ErrorOutput.HEARTBEAT_TIMEOUT, cause);
            }
        });
    }

    private static void timedOut(Turn turn, Frame frame, String error, String cause) {
        turn.count(1);
        Interpreter.failed(turn, frame, new ErrorOutput(error, cause));
    }

    private static void call(Execution execution, Frame frame, Activity.Call call) {
        boolean[] claimed = new boolean[1];
        execution.locked(() -> {
            if (frame.activity == call) {
                call.thread = Thread.currentThread();
                claimed[0] = true;
            }
        });
        if (!claimed[0]) {
            return;
        }
        Outcome outcome = invoke(execution, call);
        execution.post(turn -> {
            call.thread = null;
            boolean _ = Thread.interrupted(); // it was meant for the call, which is over
            if (frame.activity == call) {
                returned(turn, frame, call, outcome);
            }
        });
    }

    @SuppressWarnings("CatchingUnchecked") // whatever a function throws is its failure, also an Error
    private static Outcome invoke(Execution execution, Activity.Call call) {
        try {
            return new Outcome(execution.engine().functions().invoke(call.function, call.payload()), null);
        } catch (FunctionFailure e) {
            return new Outcome(null, ErrorOutput.ofFunction(e.errorType(), e.errorMessage()));
        } catch (Throwable e) {
            return new Outcome(
                    null, ErrorOutput.ofFunction(e.getClass().getName(), Objects.toString(e.getMessage(), "")));
        }
    }

    private static void returned(Turn turn, Frame frame, Activity.Call call, Outcome outcome) {
        if (outcome.error() != null) {
            turn.count(1);
            Interpreter.failed(turn, frame, outcome.error());
        } else if (call.token == null) {
            turn.count(1);
            succeeded(turn, frame, Objects.requireNonNull(outcome.result(), "a call without an outcome"));
        } else {
            call.returned = true;
            turn.changed(frame);
            turn.count(1);
        }
    }

    private static void succeeded(Turn turn, Frame frame, JsonNode payload) {
        ObjectNode result = ItemMapper.object();
        result.put("ExecutedVersion", "$LATEST");
        result.set("Payload", payload);
        result.put("StatusCode", 200);
        Interpreter.complete(turn, frame, result);
    }

    /**
     * Takes the answer to a token, if the frame still waits for it. A call of the function that still runs is let be; its
     * result finds nobody.
     */
    static boolean settle(
            Turn turn, Frame frame, String token, @Nullable JsonNode output, @Nullable ErrorOutput error) {
        Activity.Call call = waiting(frame, token);
        if (call == null) {
            return false;
        }
        call.thread = null;
        turn.execution().engine().tokens().remove(token);
        turn.count(1);
        if (error != null) {
            Interpreter.failed(turn, frame, error);
        } else {
            Interpreter.complete(turn, frame, Objects.requireNonNull(output, "an answer without output"));
        }
        return true;
    }

    /** Notes that whoever holds the token is alive. */
    static boolean heartbeat(Turn turn, Frame frame, String token) {
        Activity.Call call = waiting(frame, token);
        if (call == null) {
            return false;
        }
        call.beat(turn.execution().engine().now());
        turn.changed(frame);
        return true;
    }

    private static Activity.@Nullable Call waiting(Frame frame, String token) {
        return frame.activity instanceof Activity.Call call && token.equals(call.token) ? call : null;
    }
}
