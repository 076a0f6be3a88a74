package dev.metis.local.engine.expression;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A JSON value of a definition in which any string may be an expression; a constant part is kept as it stands. */
public sealed interface Template {
    /** The value with all its expressions evaluated. */
    JsonNode evaluate(Bindings bindings) throws EvaluationException;

    /** Every variable that an expression in it may read. */
    Set<String> names();

    /** A value without expressions. */
    record Constant(JsonNode value) implements Template {
        public Constant {
            Objects.requireNonNull(value, "value is null");
        }

        @Override
        public JsonNode evaluate(Bindings bindings) {
            return value.deepCopy();
        }

        @Override
        public Set<String> names() {
            return Set.of();
        }
    }

    /** A string that is an expression. */
    record Computed(Expression expression) implements Template {
        public Computed {
            Objects.requireNonNull(expression, "expression is null");
        }

        @Override
        public JsonNode evaluate(Bindings bindings) throws EvaluationException {
            return expression.evaluate(bindings);
        }

        @Override
        public Set<String> names() {
            return expression.names();
        }
    }

    /** An object with an expression somewhere in it. */
    record Fields(Map<String, Template> fields) implements Template {
        public Fields {
            fields = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(fields));
        }

        @Override
        public JsonNode evaluate(Bindings bindings) throws EvaluationException {
            ObjectNode object = JsonNodeFactory.instance.objectNode();
            for (Map.Entry<String, Template> field : fields.entrySet()) {
                object.set(field.getKey(), field.getValue().evaluate(bindings));
            }
            return object;
        }

        @Override
        public Set<String> names() {
            return namesOf(fields.values());
        }
    }

    /** An array with an expression somewhere in it. */
    record Elements(List<Template> elements) implements Template {
        public Elements {
            elements = List.copyOf(elements);
        }

        @Override
        public JsonNode evaluate(Bindings bindings) throws EvaluationException {
            ArrayNode array = JsonNodeFactory.instance.arrayNode();
            for (Template element : elements) {
                array.add(element.evaluate(bindings));
            }
            return array;
        }

        @Override
        public Set<String> names() {
            return namesOf(elements);
        }
    }

    private static Set<String> namesOf(Iterable<Template> parts) {
        Set<String> names = new LinkedHashSet<>();
        parts.forEach(part -> names.addAll(part.names()));
        return names;
    }
}
