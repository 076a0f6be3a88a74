package dev.metis.function.schema;

import com.networknt.schema.Error;
import dev.metis.port.SchemaValidator.Violation;
import java.util.Objects;

/** Words for what is wrong, naming the limit; where a field is missing or unknown the pointer is that field's. */
final class Violations {
    private static final int LONGEST = 300;

    private Violations() {}

    static Violation of(Error error) {
        String pointer = error.getInstanceLocation().toString();
        Object[] arguments = Objects.requireNonNullElse(error.getArguments(), new Object[0]);
        String first = arguments.length > 0 ? cut(String.valueOf(arguments[0])) : "";
        return switch (error.getKeyword()) {
            case "required" -> new Violation(pointer + "/" + escaped(first), "is missing");
            case "additionalProperties", "unevaluatedProperties" ->
                new Violation(pointer + "/" + escaped(first), "is no known field");
            case "type" ->
                new Violation(pointer, "must be " + (arguments.length > 1 ? arguments[1] : "of another type"));
            case "enum" -> new Violation(pointer, "must be one of " + first);
            case "const" -> new Violation(pointer, "must be " + first);
            case "minLength" -> new Violation(pointer, "must have at least " + first + " characters");
            case "maxLength" -> new Violation(pointer, "must have at most " + first + " characters");
            case "minimum" -> new Violation(pointer, "must be at least " + first);
            case "maximum" -> new Violation(pointer, "must be at most " + first);
            case "minItems" -> new Violation(pointer, "must have at least " + first + " entries");
            case "maxItems" -> new Violation(pointer, "must have at most " + first + " entries");
            case "pattern" -> new Violation(pointer, "must match the pattern " + first);
            case "format" -> new Violation(pointer, "must be a " + first);
            default -> new Violation(pointer, cut(Objects.requireNonNullElse(error.getMessage(), "is not valid")));
        };
    }

    private static String escaped(String name) {
        return name.replace("~", "~0").replace("/", "~1");
    }

    private static String cut(String text) {
        return text.codePointCount(0, text.length()) <= LONGEST
                ? text
                : text.substring(0, text.offsetByCodePoints(0, LONGEST)) + "…";
    }
}
