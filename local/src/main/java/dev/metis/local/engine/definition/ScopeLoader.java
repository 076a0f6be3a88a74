package dev.metis.local.engine.definition;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Loads the states of a scope and checks them together: names are unique in the machine, every target exists, every
 * state can be reached, some state ends the scope, and no inner scope assigns a variable that an outer one assigns.
 */
final class ScopeLoader {
    private static final int MAX_NAME = 80;

    private final Set<String> names = new HashSet<>();
    private final Deque<Set<String>> outerVariables = new ArrayDeque<>();

    Scope load(Node node) {
        Map<String, Node> bodies = node.required("States").fields();
        if (bodies.isEmpty()) {
            throw node.required("States").refused("no states");
        }
        bodies.forEach(this::name);
        Set<String> assigned = new HashSet<>();
        bodies.values().forEach(body -> assignments(body).forEach(assign -> checkVariables(assign, assigned)));
        outerVariables.push(assigned);
        Map<String, State> states = new LinkedHashMap<>();
        StateLoader loader = new StateLoader(this, bodies.keySet());
        bodies.forEach((name, body) -> states.put(name, loader.load(name, body.asState())));
        outerVariables.pop();
        Node start = node.required("StartAt");
        if (!states.containsKey(start.text())) {
            throw start.refused("no state " + start.text() + " in this scope");
        }
        Scope scope = new Scope(start.text(), states);
        reach(scope, bodies, node);
        return scope;
    }

    private void name(String name, Node body) {
        if (name.isEmpty() || name.codePointCount(0, name.length()) > MAX_NAME) {
            throw body.refused("a state's name has 1 to " + MAX_NAME + " characters");
        }
        if (!names.add(name)) {
            throw body.refused("another state of this machine has the same name");
        }
    }

    private static Stream<Node> assignments(Node state) {
        if (!state.json().isObject()) {
            return Stream.of();
        }
        Stream<Node> inner = Stream.of("Choices", "Catch")
                .flatMap(name -> state.child(name).stream())
                .filter(list -> list.json().isArray() && !list.json().isEmpty())
                .flatMap(list -> list.elements().stream());
        return Stream.concat(Stream.of(state), inner).flatMap(node -> node.child("Assign").stream());
    }

    private void checkVariables(Node assign, Set<String> assigned) {
        assign.fields().forEach((name, node) -> {
            if (!identifier(name)) {
                throw node.refused("a variable's name is a Unicode identifier of at most 80 characters");
            }
            if (name.equals("states")) {
                throw node.refused("the variable states is reserved");
            }
            if (outerVariables.stream().anyMatch(outer -> outer.contains(name))) {
                throw node.refused("an outer scope assigns the variable " + name + " too");
            }
            assigned.add(name);
        });
    }

    private static boolean identifier(String name) {
        return !name.isEmpty()
                && name.codePointCount(0, name.length()) <= MAX_NAME
                && Character.isUnicodeIdentifierStart(name.codePointAt(0))
                && name.codePoints().allMatch(Character::isUnicodeIdentifierPart)
                && name.codePoints().noneMatch(Character::isIdentifierIgnorable);
    }

    private static void reach(Scope scope, Map<String, Node> bodies, Node node) {
        Set<String> reached = new HashSet<>();
        Deque<String> open = new ArrayDeque<>(List.of(scope.startAt()));
        boolean ends = false;
        while (!open.isEmpty()) {
            String name = open.pop();
            if (reached.add(name)) {
                List<String> targets = targets(scope.state(name)).toList();
                ends |= terminal(scope.state(name));
                open.addAll(targets);
            }
        }
        bodies.forEach((name, body) -> {
            if (!reached.contains(name)) {
                throw body.refused("the state cannot be reached");
            }
        });
        if (!ends) {
            throw node.required("States").refused("no state ends this scope");
        }
    }

    private static boolean terminal(State state) {
        return switch (state) {
            case State.Succeed _ -> true;
            case State.Fail _ -> true;
            case State.Choice _ -> false;
            case State.Pass pass -> pass.transition().next().isEmpty();
            case State.Wait wait -> wait.transition().next().isEmpty();
            case State.Fallible fallible -> fallible.transition().next().isEmpty();
        };
    }

    private static Stream<String> targets(State state) {
        return switch (state) {
            case State.Succeed _ -> Stream.of();
            case State.Fail _ -> Stream.of();
            case State.Choice choice ->
                Stream.concat(choice.rules().stream().map(State.Rule::next), choice.otherwise().stream());
            case State.Pass pass -> pass.transition().next().stream();
            case State.Wait wait -> wait.transition().next().stream();
            case State.Fallible fallible ->
                Stream.concat(
                        fallible.transition().next().stream(),
                        fallible.catchers().stream().map(Catcher::next));
        };
    }
}
