package dev.metis.local.engine;

import dev.metis.local.engine.Evaluator.Extras;
import dev.metis.local.engine.definition.Catcher;
import dev.metis.local.engine.definition.Retrier;
import dev.metis.local.engine.definition.State;
import dev.metis.local.engine.expression.Bindings;
import dev.metis.port.Orchestrator.ExecutionStatus;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/** Moves frames from state to state; tasks, maps and parallels are begun here and go on elsewhere. */
final class Interpreter {
    private Interpreter() {}

    /** Begins a scope with its first state. */
    static void begin(Turn turn, Frame frame, JsonNode input) {
        turn.later(() -> enter(turn, frame, frame.scope.startAt(), input));
    }

    private static void enter(Turn turn, Frame frame, String state, JsonNode input) {
        if (!frame.live()) {
            return;
        }
        frame.enter(state, input, turn.execution().enterTime());
        turn.changed(frame);
        turn.count(1);
        run(turn, frame);
    }

    /** Runs the state that the frame is in, for the first time or again. */
    static void run(Turn turn, Frame frame) {
        try {
            Bindings bindings = Evaluator.bindings(turn.execution(), frame, Extras.NONE);
            switch (frame.current()) {
                case State.Task task -> Tasks.begin(turn, frame, task);
                case State.MapState map -> Fans.begin(turn, frame, map, bindings);
                case State.Parallel parallel -> Fans.begin(turn, frame, parallel, bindings);
                case State.Choice choice -> choose(turn, frame, choice, bindings);
                case State.Pass pass -> leave(turn, frame, pass.exit(), pass.transition(), bindings, frame.input);
                case State.Wait wait ->
                    sleep(
                            turn,
                            frame,
                            Evaluator.wakeUp(
                                    wait, bindings, turn.execution().engine().now()));
                case State.Succeed succeed ->
                    leave(turn, frame, succeed.exit(), new State.Transition(Optional.empty()), bindings, frame.input);
                case State.Fail fail -> failed(turn, frame, error(fail, bindings));
            }
        } catch (StateError e) {
            failed(turn, frame, e.output());
        }
    }

    private static ErrorOutput error(State.Fail fail, Bindings bindings) throws StateError {
        return new ErrorOutput(
                Evaluator.text(fail.error(), bindings, "Error"), Evaluator.text(fail.cause(), bindings, "Cause"));
    }

    private static void choose(Turn turn, Frame frame, State.Choice choice, Bindings bindings) throws StateError {
        for (int rule = 0; rule < choice.rules().size(); rule++) {
            State.Rule candidate = choice.rules().get(rule);
            if (Evaluator.condition(candidate.condition(), bindings, rule)) {
                State.Transition to = new State.Transition(Optional.of(candidate.next()));
                leave(turn, frame, candidate.exit(), to, bindings, frame.input);
                return;
            }
        }
        if (choice.otherwise().isEmpty()) {
            throw new StateError(
                    ErrorOutput.NO_CHOICE,
                    "No rule of the state '" + choice.name() + "' matched, and it has no Default.");
        }
        leave(turn, frame, choice.exit(), new State.Transition(choice.otherwise()), bindings, frame.input);
    }

    private static void sleep(Turn turn, Frame frame, Instant until) {
        Activity.Sleep sleep = new Activity.Sleep(until);
        frame.become(sleep);
        turn.changed(frame);
        turn.effect(() -> armSleep(turn.execution(), frame, sleep));
    }

    static void armSleep(Execution execution, Frame frame, Activity.Sleep sleep) {
        arm(execution, frame, sleep, sleep.until, turn -> {
            State.Wait wait = (State.Wait) frame.current();
            try {
                Bindings bindings = Evaluator.bindings(execution, frame, Extras.NONE);
                leave(turn, frame, wait.exit(), wait.transition(), bindings, frame.input);
            } catch (StateError e) {
                failed(turn, frame, e.output());
            }
        });
    }

    /** Takes a turn at the instant, if the frame is still busy with the activity then. */
    static void arm(Execution execution, Frame frame, Activity activity, Instant when, Consumer<Turn> action) {
        Engine engine = execution.engine();
        Consumer<Turn> ifStillBusy = turn -> {
            if (frame.activity == activity) {
                action.accept(turn);
            }
        };
        execution.locked(() -> {
            if (frame.activity == activity) {
                activity.add(engine.timers().at(when, () -> engine.dispatch(() -> execution.post(ifStillBusy))));
            }
        });
    }

    /** Leaves a state well: evaluates variables and output with the values on entry, then goes on. */
    static void leave(
            Turn turn, Frame frame, State.Exit exit, State.Transition transition, Bindings bindings, JsonNode otherwise)
            throws StateError {
        Map<String, JsonNode> assigned = Evaluator.assigned(frame, exit, bindings);
        JsonNode output = Evaluator.sized(
                "output of the state '" + frame.state + "'", Evaluator.value(exit.output(), bindings, otherwise));
        frame.variables.putAll(assigned);
        frame.become(new Activity.Idle());
        turn.changed(frame);
        turn.count(1);
        if (transition.next().isPresent()) {
            String next = transition.next().get();
            turn.later(() -> enter(turn, frame, next, output));
        } else {
            turn.later(() -> finish(turn, frame, output));
        }
    }

    /** Leaves a task, map or parallel with its result. A fault in doing so is an error of the state. */
    static void complete(Turn turn, Frame frame, JsonNode result) {
        State.Fallible state = (State.Fallible) frame.current();
        try {
            Evaluator.sized("result of the state '" + frame.state + "'", result);
            Bindings bindings = Evaluator.bindings(turn.execution(), frame, Extras.result(result));
            leave(turn, frame, state.exit(), state.transition(), bindings, result);
        } catch (StateError e) {
            failed(turn, frame, e.output());
        }
    }

    private static void finish(Turn turn, Frame frame, JsonNode output) {
        if (!frame.live()) {
            return;
        }
        if (frame.parent == null) {
            turn.end(ExecutionStatus.SUCCEEDED, null);
        } else {
            Fans.childDone(turn, frame.parent, frame, output);
        }
    }

    /** A state reported an error: it is tried again, caught, or fails its scope. */
    static void failed(Turn turn, Frame frame, ErrorOutput error) {
        if (ErrorOutput.QUERY.equals(error.error())) {
            turn.count(1);
        }
        turn.changed(frame);
        if (frame.current() instanceof State.Fallible state) {
            drop(turn, frame);
            if (retried(turn, frame, state.retry(), error) || caught(turn, frame, state.catchers(), error)) {
                return;
            }
        }
        scopeFailed(turn, frame, error);
    }

    private static void drop(Turn turn, Frame frame) {
        boolean parent = frame.activity instanceof Activity.Fan;
        Frames.abandon(turn.execution().engine(), frame);
        if (parent) {
            turn.dropped(frame);
        }
    }

    private static boolean retried(Turn turn, Frame frame, List<Retrier> retriers, ErrorOutput error) {
        for (int index = 0; index < retriers.size(); index++) {
            Retrier retrier = retriers.get(index);
            if (error.matches(retrier.errors())) {
                int attempt = frame.attempts.merge(index, 1, Integer::sum);
                if (attempt > retrier.maxAttempts()) {
                    return false;
                }
                Engine engine = turn.execution().engine();
                Instant until = engine.now().plus(retrier.delay(attempt, engine.random()));
                backOff(turn, frame, until);
                return true;
            }
        }
        return false;
    }

    private static void backOff(Turn turn, Frame frame, Instant until) {
        frame.retryCount++;
        Activity.Backoff backoff = new Activity.Backoff(until);
        frame.become(backoff);
        turn.effect(() -> armBackoff(turn.execution(), frame, backoff));
    }

    static void armBackoff(Execution execution, Frame frame, Activity.Backoff backoff) {
        arm(execution, frame, backoff, backoff.until, turn -> {
            frame.become(new Activity.Idle());
            turn.changed(frame);
            run(turn, frame);
        });
    }

    private static boolean caught(Turn turn, Frame frame, List<Catcher> catchers, ErrorOutput error) {
        for (Catcher catcher : catchers) {
            if (error.matches(catcher.errors())) {
                JsonNode output = error.json();
                Bindings bindings = Evaluator.bindings(turn.execution(), frame, Extras.error(output));
                State.Transition to = new State.Transition(Optional.of(catcher.next()));
                try {
                    leave(turn, frame, catcher.exit(), to, bindings, output);
                } catch (StateError e) {
                    scopeFailed(turn, frame, e.output());
                }
                return true;
            }
        }
        return false;
    }

    private static void scopeFailed(Turn turn, Frame frame, ErrorOutput error) {
        if (frame.parent == null) {
            turn.end(ExecutionStatus.FAILED, error);
        } else {
            Frame parent = frame.parent;
            turn.later(() -> Fans.childFailed(turn, parent, frame, error));
        }
    }
}
