package dev.metis.local.engine.definition;

import dev.metis.local.engine.expression.Template;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Loads one state; each type has its own closed set of fields. */
final class StateLoader {
    private static final String INVOKE = "arn:aws:states:::lambda:invoke";
    private static final String INVOKE_WITH_TOKEN = "arn:aws:states:::lambda:invoke.waitForTaskToken";
    private static final Set<String> COMMON = Set.of("Type", "Comment", "QueryLanguage");

    private final ScopeLoader scopes;
    private final Set<String> siblings;

    StateLoader(ScopeLoader scopes, Set<String> siblings) {
        this.scopes = scopes;
        this.siblings = siblings;
    }

    State load(String name, Node node) {
        Node type = node.object().required("Type");
        node.child("Comment").ifPresent(Node::text);
        node.child("QueryLanguage").ifPresent(StateLoader::jsonata);
        return switch (type.text()) {
            case "Task" -> task(name, node);
            case "Choice" -> choice(name, node);
            case "Map" -> map(name, node);
            case "Parallel" -> parallel(name, node);
            case "Pass" -> pass(name, node);
            case "Wait" -> waiting(name, node);
            case "Succeed" -> new State.Succeed(name, exit(fields(node, "Output")));
            case "Fail" -> fail(name, node);
            default -> throw type.refused("unknown state type");
        };
    }

    private static void jsonata(Node language) {
        if (!language.text().equals("JSONata")) {
            throw language.refused("only JSONata is supported");
        }
    }

    private static Node fields(Node node, String... names) {
        Set<String> known = new HashSet<>(COMMON);
        known.addAll(Set.of(names));
        return node.only(known);
    }

    private State task(String name, Node node) {
        fields(
                node,
                "Resource",
                "Arguments",
                "TimeoutSeconds",
                "HeartbeatSeconds",
                "Retry",
                "Catch",
                "Assign",
                "Output",
                "Next",
                "End");
        boolean token = waitsForToken(node.required("Resource"));
        Optional<Node> heartbeat = node.child("HeartbeatSeconds");
        if (heartbeat.isPresent() && !token) {
            throw heartbeat.get().refused("only a task that waits for a token can be sent heartbeats");
        }
        checkHeartbeat(node);
        return new State.Task(
                name,
                token,
                arguments(node.required("Arguments")),
                node.child("TimeoutSeconds").map(StateLoader::seconds),
                heartbeat.map(StateLoader::seconds),
                retry(node),
                catchers(node),
                exit(node),
                transition(node));
    }

    private static boolean waitsForToken(Node resource) {
        return switch (resource.text()) {
            case INVOKE -> false;
            case INVOKE_WITH_TOKEN -> true;
            default -> throw resource.refused("only " + INVOKE + "[.waitForTaskToken] is supported");
        };
    }

    private static Template seconds(Node node) {
        return node.wholeOrExpression(1, DefinitionLoader.MAX_SECONDS);
    }

    private static void checkHeartbeat(Node node) {
        Optional<Node> timeout =
                node.child("TimeoutSeconds").filter(field -> field.json().isNumber());
        Optional<Node> heartbeat =
                node.child("HeartbeatSeconds").filter(field -> field.json().isNumber());
        if (timeout.isPresent()
                && heartbeat.isPresent()
                && heartbeat.get().json().doubleValue() >= timeout.get().json().doubleValue()) {
            throw heartbeat.get().refused("has to be smaller than TimeoutSeconds");
        }
    }

    private static Template arguments(Node node) {
        node.only(Set.of("FunctionName", "Payload"));
        node.required("FunctionName").textOrExpression();
        return node.template();
    }

    private State choice(String name, Node node) {
        fields(node, "Choices", "Default", "Assign", "Output");
        List<State.Rule> rules = new ArrayList<>();
        for (Node rule : node.required("Choices").elements()) {
            rule.only(Set.of("Condition", "Next", "Assign", "Output", "Comment"));
            rules.add(new State.Rule(condition(rule.required("Condition")), target(rule.required("Next")), exit(rule)));
        }
        return new State.Choice(name, rules, node.child("Default").map(this::target), exit(node));
    }

    private static Template condition(Node node) {
        if (!node.json().isBoolean() && !(node.template() instanceof Template.Computed)) {
            throw node.refused("neither true or false nor an expression");
        }
        return node.template();
    }

    private State map(String name, Node node) {
        fields(
                node,
                "ItemProcessor",
                "Items",
                "ItemSelector",
                "MaxConcurrency",
                "Retry",
                "Catch",
                "Assign",
                "Output",
                "Next",
                "End");
        return new State.MapState(
                name,
                scopes.load(processor(node.required("ItemProcessor"))),
                node.child("Items").map(StateLoader::items),
                node.child("ItemSelector").map(Node::template),
                node.child("MaxConcurrency").map(value -> value.wholeOrExpression(0, DefinitionLoader.MAX_SECONDS)),
                retry(node),
                catchers(node),
                exit(node),
                transition(node));
    }

    private static Node processor(Node node) {
        node.only(Set.of("ProcessorConfig", "StartAt", "States", "Comment"));
        Optional<Node> mode = node.child("ProcessorConfig")
                .map(config -> config.only(Set.of("Mode")))
                .flatMap(config -> config.child("Mode"));
        if (mode.isPresent() && !mode.get().text().equals("INLINE")) {
            throw mode.get().refused("only INLINE is supported");
        }
        return node;
    }

    private static Template items(Node node) {
        Template template = node.template();
        if (!node.json().isArray() && !(template instanceof Template.Computed)) {
            throw node.refused("neither an array nor an expression");
        }
        return template;
    }

    private State parallel(String name, Node node) {
        fields(node, "Branches", "Arguments", "Retry", "Catch", "Assign", "Output", "Next", "End");
        List<Scope> branches = new ArrayList<>();
        for (Node branch : node.required("Branches").elements()) {
            branches.add(scopes.load(branch.only(Set.of("StartAt", "States", "Comment"))));
        }
        return new State.Parallel(
                name,
                branches,
                node.child("Arguments").map(Node::template),
                retry(node),
                catchers(node),
                exit(node),
                transition(node));
    }

    private State pass(String name, Node node) {
        fields(node, "Assign", "Output", "Next", "End");
        return new State.Pass(name, exit(node), transition(node));
    }

    private State waiting(String name, Node node) {
        fields(node, "Seconds", "Timestamp", "Assign", "Output", "Next", "End");
        if (node.has("Seconds") == node.has("Timestamp")) {
            throw node.refused("exactly one of Seconds and Timestamp is needed");
        }
        boolean until = node.has("Timestamp");
        Template when = until
                ? timestamp(node.required("Timestamp"))
                : node.required("Seconds").wholeOrExpression(0, DefinitionLoader.MAX_SECONDS);
        return new State.Wait(name, until, when, exit(node), transition(node));
    }

    private static Template timestamp(Node node) {
        Template template = node.textOrExpression();
        if (template instanceof Template.Constant) {
            try {
                OffsetDateTime _ = OffsetDateTime.parse(node.text());
            } catch (DateTimeParseException e) {
                throw node.refused("not an RFC 3339 timestamp");
            }
        }
        return template;
    }

    private static State fail(String name, Node node) {
        fields(node, "Error", "Cause");
        return new State.Fail(
                name,
                node.child("Error").map(Node::textOrExpression),
                node.child("Cause").map(Node::textOrExpression));
    }

    private static List<Retrier> retry(Node node) {
        List<Retrier> retriers = new ArrayList<>();
        List<Node> nodes = node.child("Retry").map(Node::elements).orElse(List.of());
        for (Node retrier : nodes) {
            retriers.add(RetrierLoader.load(retrier, retrier.equals(nodes.getLast())));
        }
        return retriers;
    }

    private List<Catcher> catchers(Node node) {
        List<Catcher> catchers = new ArrayList<>();
        List<Node> nodes = node.child("Catch").map(Node::elements).orElse(List.of());
        for (Node catcher : nodes) {
            catcher.only(Set.of("ErrorEquals", "Next", "Assign", "Output", "Comment"));
            List<String> errors = RetrierLoader.errors(catcher, catcher.equals(nodes.getLast()));
            catchers.add(new Catcher(errors, target(catcher.required("Next")), exit(catcher)));
        }
        return catchers;
    }

    private static State.Exit exit(Node node) {
        Map<String, Template> assign = new LinkedHashMap<>();
        node.child("Assign")
                .ifPresent(fields -> fields.fields().forEach((name, value) -> assign.put(name, value.template())));
        return new State.Exit(assign, node.child("Output").map(Node::template));
    }

    private State.Transition transition(Node node) {
        if (node.has("Next") == node.has("End")) {
            throw node.refused("exactly one of Next and End is needed");
        }
        node.child("End")
                .filter(end -> !end.json().isBoolean() || !end.json().booleanValue())
                .ifPresent(end -> {
                    throw end.refused("End can only be true");
                });
        return new State.Transition(node.child("Next").map(this::target));
    }

    private String target(Node node) {
        if (!siblings.contains(node.text())) {
            throw node.refused("no state " + node.text() + " in this scope");
        }
        return node.text();
    }
}
