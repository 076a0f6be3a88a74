package dev.metis.local.engine.definition;

import dev.metis.local.engine.expression.Template;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** One state of a definition. */
public sealed interface State {
    String name();

    /** What a state does on its way out. */
    record Exit(Map<String, Template> assign, Optional<Template> output) {
        /** Assigns nothing, passes on the default output. */
        public static final Exit PLAIN = new Exit(Map.of(), Optional.empty());

        public Exit {
            assign = Map.copyOf(assign);
            Objects.requireNonNull(output, "output is null");
        }
    }

    /** Where a state goes: to another, or out of its scope when empty. */
    record Transition(Optional<String> next) {
        public Transition {
            Objects.requireNonNull(next, "next is null");
        }
    }

    /** A state whose errors can be retried and caught. */
    sealed interface Fallible extends State permits Task, MapState, Parallel {
        List<Retrier> retry();

        List<Catcher> catchers();

        Exit exit();

        Transition transition();
    }

    /** Calls a function, and with a token waits until someone answers it. */
    record Task(
            String name,
            boolean waitsForToken,
            Template arguments,
            Optional<Template> timeoutSeconds,
            Optional<Template> heartbeatSeconds,
            List<Retrier> retry,
            List<Catcher> catchers,
            Exit exit,
            Transition transition)
            implements Fallible {
        public Task {
            retry = List.copyOf(retry);
            catchers = List.copyOf(catchers);
        }
    }

    /** Runs a scope once an item. */
    record MapState(
            String name,
            Scope processor,
            Optional<Template> items,
            Optional<Template> itemSelector,
            Optional<Template> maxConcurrency,
            List<Retrier> retry,
            List<Catcher> catchers,
            Exit exit,
            Transition transition)
            implements Fallible {
        public MapState {
            retry = List.copyOf(retry);
            catchers = List.copyOf(catchers);
        }
    }

    /** Runs several scopes on the same input. */
    record Parallel(
            String name,
            List<Scope> branches,
            Optional<Template> arguments,
            List<Retrier> retry,
            List<Catcher> catchers,
            Exit exit,
            Transition transition)
            implements Fallible {
        public Parallel {
            branches = List.copyOf(branches);
            retry = List.copyOf(retry);
            catchers = List.copyOf(catchers);
        }
    }

    /** Takes the first rule whose condition is true, else the default; {@code exit} belongs to the default only. */
    record Choice(String name, List<Rule> rules, Optional<String> otherwise, Exit exit) implements State {
        public Choice {
            rules = List.copyOf(rules);
        }
    }

    /** One rule of a Choice. */
    record Rule(Template condition, String next, Exit exit) {
        public Rule {
            Objects.requireNonNull(condition, "condition is null");
        }
    }

    /** Passes its input on. */
    record Pass(String name, Exit exit, Transition transition) implements State {}

    /** Waits for a number of seconds, or until an instant. */
    record Wait(String name, boolean until, Template when, Exit exit, Transition transition) implements State {}

    /** Ends its scope well. */
    record Succeed(String name, Exit exit) implements State {}

    /** Ends its scope with an error. */
    record Fail(String name, Optional<Template> error, Optional<Template> cause) implements State {}
}
