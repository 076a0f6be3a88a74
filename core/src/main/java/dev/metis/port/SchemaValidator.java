package dev.metis.port;

import java.util.List;
import tools.jackson.databind.JsonNode;

/** Checks a JSON value against a JSON Schema (2020-12). Never fetches a reference from outside. */
public interface SchemaValidator {
    /** The violations in document order; empty when the value is valid. */
    List<Violation> validate(JsonNode schema, JsonNode value);

    /** Where (JSON pointer into the value, "" = the whole) and what is wrong, naming the limit. */
    record Violation(String pointer, String message) {}
}
