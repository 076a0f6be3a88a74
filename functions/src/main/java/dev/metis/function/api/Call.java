package dev.metis.function.api;

import dev.metis.access.Caller;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A request that was let in and checked: who calls, the named parts of the path, the query and the body. */
record Call(
        ApiRequest request,
        Optional<Caller> holder,
        Map<String, String> path,
        Map<String, String> query,
        ObjectNode body) {
    Call {
        path = Map.copyOf(path);
        query = Map.copyOf(query);
    }

    /** The caller of a route that asks for a credential. */
    Caller caller() {
        return holder.orElseThrow(() -> new IllegalStateException("this route knows no caller"));
    }

    /** The id in the path. One that cannot be an id is that of nothing. */
    <T> T id(Function<String, T> reading) {
        try {
            return reading.apply(path.getOrDefault("id", ""));
        } catch (IllegalArgumentException e) {
            throw Problem.notFound().raise();
        }
    }

    Optional<String> text(String name) {
        return Optional.ofNullable(query.get(name));
    }

    long whole(QueryParam param) {
        String given = query.get(param.name());
        if (given != null) {
            return Long.parseLong(given);
        }
        if (param.type() instanceof QueryParam.Type.Whole whole) {
            return whole.standard();
        }
        throw new IllegalArgumentException(param.name() + " is no number");
    }

    int limit() {
        return Math.toIntExact(whole(QueryParam.LIMIT));
    }

    /** A member of the body that is text; empty when absent or null. */
    Optional<String> member(String name) {
        JsonNode value = body.path(name);
        return value.isString() ? Optional.of(value.asString()) : Optional.empty();
    }

    /** A member of the body; empty when absent or null. */
    Optional<JsonNode> json(String name) {
        JsonNode value = body.path(name);
        return value.isMissingNode() || value.isNull() ? Optional.empty() : Optional.of(value);
    }
}
