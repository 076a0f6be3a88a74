package dev.metis.function.api;

import dev.metis.error.ErrorCode;
import dev.metis.item.ItemMapper;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A refusal as RFC 9457 has it. {@code code} is the stable word, {@code detail} says what happened and what to do,
 * {@code errors} names each field that is wrong, {@code extra} are members of this kind of problem.
 */
public record Problem(int status, String code, String detail, List<FieldError> errors, Map<String, JsonNode> extra) {
    private static final Map<Integer, String> TITLES = Map.ofEntries(
            Map.entry(400, "Bad Request"),
            Map.entry(401, "Unauthorized"),
            Map.entry(403, "Forbidden"),
            Map.entry(404, "Not Found"),
            Map.entry(405, "Method Not Allowed"),
            Map.entry(409, "Conflict"),
            Map.entry(410, "Gone"),
            Map.entry(412, "Precondition Failed"),
            Map.entry(413, "Content Too Large"),
            Map.entry(415, "Unsupported Media Type"),
            Map.entry(416, "Range Not Satisfiable"),
            Map.entry(422, "Unprocessable Content"),
            Map.entry(426, "Upgrade Required"),
            Map.entry(429, "Too Many Requests"),
            Map.entry(500, "Internal Server Error"),
            Map.entry(503, "Service Unavailable"));

    public Problem {
        errors = List.copyOf(errors);
        extra = Map.copyOf(extra);
        if (!TITLES.containsKey(status)) {
            throw new IllegalArgumentException("no title for status " + status);
        }
    }

    /** What is wrong with one field: a JSON pointer into the body, or the name of a header or query parameter. */
    public record FieldError(String field, String message) {}

    public static Problem of(int status, String code, String detail) {
        return new Problem(status, code, detail, List.of(), Map.of());
    }

    public static Problem of(int status, ErrorCode code, String detail) {
        return of(status, code.wire(), detail);
    }

    /** 400 for one field. */
    public static Problem field(String field, String message) {
        return fields(List.of(new FieldError(field, message)));
    }

    /** 400 for several fields; the first is named in the detail. */
    public static Problem fields(List<FieldError> errors) {
        FieldError first = errors.getFirst();
        return new Problem(
                400, ErrorCode.INVALID_REQUEST.wire(), first.field() + " " + first.message(), errors, Map.of());
    }

    /** The same bytes for what is not there and for what belongs to somebody else. */
    public static Problem notFound() {
        return of(404, ErrorCode.NOT_FOUND, "there is nothing here");
    }

    public Problem with(String member, JsonNode value) {
        Map<String, JsonNode> more = new LinkedHashMap<>(extra);
        more.put(member, value);
        return new Problem(status, code, detail, errors, more);
    }

    public ProblemException raise() {
        return new ProblemException(this);
    }

    /** The answer. {@code instance} is the route, not the path: the id of a thing that is not there is not repeated. */
    public ApiResponse toResponse(String instance) {
        ObjectNode json = ItemMapper.object();
        json.put("type", "about:blank");
        json.put("title", TITLES.getOrDefault(status, ""));
        json.put("status", status);
        json.put("detail", detail);
        json.put("instance", instance);
        json.put("code", code);
        if (!errors.isEmpty()) {
            ArrayNode list = json.putArray("errors");
            errors.forEach(error -> list.addObject().put("field", error.field()).put("message", error.message()));
        }
        extra.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(entry -> json.set(entry.getKey(), entry.getValue()));
        return new ApiResponse.Text(
                status, Headers.of("content-type", "application/problem+json"), ItemMapper.write(json));
    }
}
