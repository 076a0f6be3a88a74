package dev.metis.local.engine.definition;

import dev.metis.local.engine.expression.EvaluationException;
import dev.metis.local.engine.expression.Expression;
import dev.metis.local.engine.expression.StatesFunctions;
import dev.metis.local.engine.expression.Template;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** A JSON value of a definition with its place: every refusal names the pointer. */
record Node(JsonNode json, String pointer, String field, StatesFunctions functions) {
    static Node root(JsonNode json, StatesFunctions functions) {
        return new Node(json, "", "", functions);
    }

    DefinitionException refused(String problem) {
        return new DefinitionException(pointer, problem);
    }

    /** This value, which has to be an object with no other fields than those. */
    Node only(Set<String> known) {
        object();
        for (String name : json.propertyNames()) {
            if (!known.contains(name)) {
                throw new DefinitionException(
                        pointer + "/" + escape(name), "unknown field; known here: " + sorted(known));
            }
        }
        return this;
    }

    private static List<String> sorted(Set<String> names) {
        return names.stream().sorted().toList();
    }

    Node object() {
        if (!json.isObject()) {
            throw refused("not an object");
        }
        return this;
    }

    boolean has(String name) {
        return json.has(name);
    }

    Optional<Node> child(String name) {
        return Optional.ofNullable(json.get(name)).map(value -> at(name, value));
    }

    Node required(String name) {
        return child(name).orElseThrow(() -> refused("the field " + name + " is missing"));
    }

    private Node at(String name, JsonNode value) {
        String inState = field.isEmpty() ? name : field + "/" + name;
        return new Node(value, pointer + "/" + escape(name), inState, functions);
    }

    /** The same value seen as a state: field names in messages start here. */
    Node asState() {
        return new Node(json, pointer, "", functions);
    }

    List<Node> elements() {
        if (!json.isArray() || json.isEmpty()) {
            throw refused("not an array with elements");
        }
        List<Node> nodes = new ArrayList<>();
        for (int index = 0; index < json.size(); index++) {
            nodes.add(at(String.valueOf(index), json.get(index)));
        }
        return nodes;
    }

    Map<String, Node> fields() {
        object();
        Map<String, Node> nodes = new LinkedHashMap<>();
        json.properties().forEach(entry -> nodes.put(entry.getKey(), at(entry.getKey(), entry.getValue())));
        return nodes;
    }

    String text() {
        if (!json.isString()) {
            throw refused("not a string");
        }
        return json.stringValue();
    }

    long whole(long least, long most) {
        if (!json.isIntegralNumber()
                || !json.canConvertToLong()
                || json.longValue() < least
                || json.longValue() > most) {
            throw refused("not a whole number from " + least + " to " + most);
        }
        return json.longValue();
    }

    /** A whole number, or an expression that has to give one. */
    Template wholeOrExpression(long least, long most) {
        if (json.isString() && Expression.marks(json.stringValue())) {
            return template();
        }
        whole(least, most);
        return new Template.Constant(json);
    }

    /** A string, or an expression that has to give one. */
    Template textOrExpression() {
        text();
        return template();
    }

    Template template() {
        if (json.isString() && Expression.marks(json.stringValue())) {
            return new Template.Computed(expression());
        }
        if (json.isObject()) {
            Map<String, Template> parts = new LinkedHashMap<>();
            fields().forEach((name, node) -> parts.put(name, node.template()));
            return constant(parts.values()) ? new Template.Constant(json) : new Template.Fields(parts);
        }
        if (json.isArray() && !json.isEmpty()) {
            List<Template> parts = elements().stream().map(Node::template).toList();
            return constant(parts) ? new Template.Constant(json) : new Template.Elements(parts);
        }
        return new Template.Constant(json);
    }

    private static boolean constant(Iterable<Template> parts) {
        for (Template part : parts) {
            if (!(part instanceof Template.Constant)) {
                return false;
            }
        }
        return true;
    }

    private Expression expression() {
        try {
            return Expression.compile(json.stringValue(), field, functions);
        } catch (EvaluationException e) {
            throw refused(e.problem());
        }
    }

    static String escape(String name) {
        return name.replace("~", "~0").replace("/", "~1");
    }
}
