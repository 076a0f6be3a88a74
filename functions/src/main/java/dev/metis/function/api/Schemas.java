package dev.metis.function.api;

import dev.metis.item.ItemMapper;
import java.util.Collection;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The words that JSON Schemas of the interface are written with. */
final class Schemas {
    private Schemas() {}

    static ObjectNode text(int least, int most) {
        return type("string").put("minLength", least).put("maxLength", most);
    }

    static ObjectNode string() {
        return type("string");
    }

    static ObjectNode id(String prefix) {
        return type("string").put("pattern", "^" + prefix + "[0-7][0-9A-HJKMNP-TV-Z]{25}$");
    }

    static ObjectNode time() {
        return type("string").put("format", "date-time");
    }

    static ObjectNode integer(long least, long most) {
        return type("integer").put("minimum", least).put("maximum", most);
    }

    static ObjectNode count() {
        return type("integer").put("minimum", 0);
    }

    static ObjectNode number() {
        return type("number");
    }

    static ObjectNode bool() {
        return type("boolean");
    }

    /** Any JSON object. */
    static ObjectNode anyObject() {
        return type("object");
    }

    /** Any JSON value. */
    static ObjectNode any() {
        return ItemMapper.object();
    }

    static ObjectNode oneOf(Collection<String> words) {
        ObjectNode schema = type("string");
        ArrayNode values = schema.putArray("enum");
        words.forEach(values::add);
        return schema;
    }

    static ObjectNode array(JsonNode items) {
        ObjectNode schema = type("array");
        schema.set("items", items);
        return schema;
    }

    static ObjectNode array(JsonNode items, int most) {
        return array(items).put("maxItems", most);
    }

    static ObjectNode ref(String name) {
        return ItemMapper.object().put("$ref", "#/components/schemas/" + name);
    }

    /** The schema, or null. */
    static ObjectNode nullable(ObjectNode schema) {
        ObjectNode result = ItemMapper.object();
        ArrayNode either = result.putArray("anyOf");
        either.add(schema);
        either.add(type("null"));
        return result;
    }

    /** An object with no members but these; members whose name ends in a question mark may be absent. */
    static Members object() {
        return new Members(type("object").put("additionalProperties", false));
    }

    static Members open() {
        return new Members(type("object"));
    }

    static ObjectNode list(String name) {
        return object().put("items", array(ref(name)))
                .put("nextCursor", nullable(string()))
                .schema();
    }

    private static ObjectNode type(String name) {
        return ItemMapper.object().put("type", name);
    }

    /** An object schema being written down. */
    record Members(ObjectNode schema) {
        Members put(String name, JsonNode member) {
            boolean optional = name.endsWith("?");
            String plain = optional ? name.substring(0, name.length() - 1) : name;
            schema.withObject("/properties").set(plain, member);
            if (!optional) {
                schema.withArray("/required").add(plain);
            }
            return this;
        }

        Members putAll(List<String> names, JsonNode member) {
            names.forEach(name -> put(name, member.deepCopy()));
            return this;
        }
    }
}
