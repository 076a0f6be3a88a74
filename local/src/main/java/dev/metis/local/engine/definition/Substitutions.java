package dev.metis.local.engine.definition;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Replaces {@code ${Name}} in the strings of a definition, as CloudFormation does; a name without a value is refused. */
final class Substitutions {
    private static final Pattern PLACE = Pattern.compile("\\$\\{([A-Za-z0-9_]+)}");

    private Substitutions() {}

    static JsonNode apply(JsonNode json, Map<String, String> values) {
        return apply(json, "", values);
    }

    private static JsonNode apply(JsonNode json, String pointer, Map<String, String> values) {
        return switch (json) {
            case ObjectNode object -> {
                ObjectNode copy = JsonNodeFactory.instance.objectNode();
                for (Map.Entry<String, JsonNode> field : object.properties()) {
                    String below = pointer + "/" + Node.escape(field.getKey());
                    copy.set(field.getKey(), apply(field.getValue(), below, values));
                }
                yield copy;
            }
            case ArrayNode array -> {
                ArrayNode copy = JsonNodeFactory.instance.arrayNode();
                for (int index = 0; index < array.size(); index++) {
                    copy.add(apply(array.get(index), pointer + "/" + index, values));
                }
                yield copy;
            }
            default ->
                json.isString()
                        ? JsonNodeFactory.instance.stringNode(replace(json.stringValue(), pointer, values))
                        : json;
        };
    }

    private static String replace(String text, String pointer, Map<String, String> values) {
        Matcher matcher = PLACE.matcher(text);
        StringBuilder result = new StringBuilder();
        while (matcher.find()) {
            @Nullable String value = values.get(matcher.group(1));
            if (value == null) {
                throw new DefinitionException(pointer, "no value for the substitution " + matcher.group());
            }
            matcher.appendReplacement(result, Matcher.quoteReplacement(value));
        }
        return matcher.appendTail(result).toString();
    }
}
