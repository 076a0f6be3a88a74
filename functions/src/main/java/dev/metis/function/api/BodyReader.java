package dev.metis.function.api;

import dev.metis.error.ErrorCode;
import dev.metis.error.PermanentException;
import dev.metis.error.TransientException;
import dev.metis.item.ItemMapper;
import dev.metis.json.StrictJson;
import dev.metis.port.SchemaValidator;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads a JSON body and refuses all that the route's schema does not have, naming the field. */
final class BodyReader {
    static final int MAX_BYTES = 1024 * 1024;
    private static final int MOST_ERRORS = 20;
    private static final double LARGEST_NUMBER = (1L << 53) - 1;

    private final SchemaValidator validator;

    BodyReader(SchemaValidator validator) {
        this.validator = validator;
    }

    ObjectNode read(ApiRequest request, Route.BodySpec spec) {
        byte[] bytes = bytes(request);
        if (bytes.length == 0 && !spec.required()) {
            return ItemMapper.object();
        }
        requireJson(request);
        JsonNode body = parse(bytes);
        if (!(body instanceof ObjectNode object)) {
            throw Problem.field("body", "must be a JSON object").raise();
        }
        List<Problem.FieldError> errors = new ArrayList<>();
        unknownFields(spec.schema(), object, "", errors);
        if (errors.isEmpty()) {
            unfit(object, "", errors);
        }
        if (errors.isEmpty()) {
            validator.validate(spec.schema(), object).stream()
                    .limit(MOST_ERRORS)
                    .map(v -> new Problem.FieldError(v.pointer().isEmpty() ? "body" : v.pointer(), v.message()))
                    .forEach(errors::add);
        }
        if (!errors.isEmpty()) {
            throw Problem.fields(errors).raise();
        }
        return object;
    }

    /** Has the schema compiled. */
    void prepare(Route.BodySpec spec) {
        validator.validate(spec.schema(), ItemMapper.object());
    }

    private static byte[] bytes(ApiRequest request) {
        try {
            return request.body()
                    .read(MAX_BYTES)
                    .orElseThrow(() -> Problem.of(
                                    413,
                                    ErrorCode.PAYLOAD_TOO_LARGE,
                                    "the body is over " + MAX_BYTES + " bytes, the most that is taken")
                            .raise());
        } catch (IOException e) {
            throw new TransientException(ErrorCode.INVALID_REQUEST, "the body broke off", e);
        }
    }

    private static void requireJson(ApiRequest request) {
        String type = request.headers().first("content-type").orElse("");
        String essence = type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        if (!essence.equals("application/json")) {
            throw Problem.of(415, "unsupported_media_type", "the body must be application/json in UTF-8")
                    .raise();
        }
    }

    private static JsonNode parse(byte[] bytes) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return StrictJson.parse(text);
        } catch (CharacterCodingException e) {
            throw Problem.field("body", "is not UTF-8").raise();
        } catch (PermanentException e) {
            throw Problem.field("body", "cannot be read: " + e.getMessage()).raise();
        }
    }

    /** Finds members that a closed object schema lacks, before anything else is said of the body. */
    private static void unknownFields(
            JsonNode schema, JsonNode value, String pointer, List<Problem.FieldError> errors) {
        JsonNode properties = schema.path("properties");
        boolean closed = schema.path("additionalProperties").isBoolean()
                && !schema.path("additionalProperties").asBoolean();
        value.forEachEntry((name, member) -> {
            String at = pointer + "/" + name.replace("~", "~0").replace("/", "~1");
            if (closed && !properties.has(name) && errors.size() < MOST_ERRORS) {
                errors.add(new Problem.FieldError(shorten(at), "is not a known field"));
            } else if (member.isObject()) {
                unknownFields(properties.path(name), member, at, errors);
            }
        });
    }

    /** JSON can spell half a character and numbers that no double holds; no store, hash or schema can handle them. */
    private static void unfit(JsonNode value, String pointer, List<Problem.FieldError> errors) {
        if (value.isString() && !encodable(value.asString())) {
            errors.add(new Problem.FieldError(shorten(pointer), "has half of a surrogate pair"));
        }
        if (value.isNumber() && !(Math.abs(value.doubleValue()) <= LARGEST_NUMBER)) {
            errors.add(new Problem.FieldError(shorten(pointer), "is a number beyond ±(2^53 − 1)"));
        }
        value.forEachEntry((name, member) -> {
            if (!encodable(name)) {
                errors.add(new Problem.FieldError(
                        shorten(pointer), "has a member whose name has half of a surrogate pair"));
            }
            unfit(member, pointer + "/" + name, errors);
        });
        for (int i = 0; value.isArray() && i < value.size(); i++) {
            unfit(value.get(i), pointer + "/" + i, errors);
        }
    }

    private static boolean encodable(String text) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }

    private static String shorten(String pointer) {
        return pointer.length() > 200 ? pointer.substring(0, 200) + "…" : pointer;
    }
}
