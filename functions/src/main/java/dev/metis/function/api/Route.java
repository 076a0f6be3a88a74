package dev.metis.function.api;

import dev.metis.access.Scope;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** One call of the interface: all that is needed to serve it, to describe it and to test who may use it. */
record Route(
        Verb verb,
        PathTemplate path,
        Access access,
        List<QueryParam> query,
        List<HeaderParam> headers,
        Optional<BodySpec> body,
        Answer answer,
        String id,
        String summary,
        Handler handler) {
    Route {
        Objects.requireNonNull(verb, "verb is null");
        Objects.requireNonNull(path, "path is null");
        Objects.requireNonNull(access, "access is null");
        query = List.copyOf(query);
        headers = List.copyOf(headers);
        Objects.requireNonNull(body, "body is null");
        Objects.requireNonNull(answer, "answer is null");
        Objects.requireNonNull(handler, "handler is null");
    }

    /** What a request is served by. */
    @FunctionalInterface
    interface Handler {
        ApiResponse handle(Call call);
    }

    /** The methods in use. */
    enum Verb {
        GET,
        POST,
        PATCH,
        DELETE;

        boolean safe() {
            return this == GET;
        }
    }

    /** Who may call. */
    sealed interface Access {
        /** Anybody. */
        record Anyone() implements Access {}

        /** Anybody, a few times a second: what strangers could try secrets with. */
        record SignIn() implements Access {}

        /** Whoever has a credential, and with it the scope. */
        record Holder(Optional<Scope> scope) implements Access {}
    }

    /** A JSON body; {@code required} is false where no body means an empty object. */
    record BodySpec(ObjectNode schema, boolean required) {
        BodySpec {
            schema = schema.deepCopy();
        }
    }

    /** What success looks like: its status, and the name of its schema or its media type where it is no JSON. */
    record Answer(int status, Optional<String> schema, String mediaType) {
        static Answer json(int status, String schema) {
            return new Answer(status, Optional.of(schema), "application/json");
        }

        static Answer list(String schema) {
            return json(200, schema + "List");
        }

        static Answer empty() {
            return new Answer(204, Optional.empty(), "");
        }

        static Answer media(String mediaType) {
            return new Answer(200, Optional.empty(), mediaType);
        }
    }

    /** Starts a route: the rest has defaults. */
    static Draft get(String path, String id, String summary) {
        return new Draft(Verb.GET, path, id, summary);
    }

    static Draft post(String path, String id, String summary) {
        return new Draft(Verb.POST, path, id, summary);
    }

    static Draft patch(String path, String id, String summary) {
        return new Draft(Verb.PATCH, path, id, summary);
    }

    static Draft delete(String path, String id, String summary) {
        return new Draft(Verb.DELETE, path, id, summary);
    }

    /** A route being written down. */
    record Draft(
            Verb verb,
            String path,
            String id,
            String summary,
            Access access,
            List<QueryParam> query,
            List<HeaderParam> headers,
            Optional<BodySpec> body) {
        Draft(Verb verb, String path, String id, String summary) {
            this(verb, path, id, summary, new Access.Holder(Optional.empty()), List.of(), List.of(), Optional.empty());
        }

        Draft anyone() {
            return access(new Access.Anyone());
        }

        Draft signIn() {
            return access(new Access.SignIn());
        }

        Draft needs(Scope scope) {
            return access(new Access.Holder(Optional.of(scope)));
        }

        Draft query(QueryParam... params) {
            return new Draft(verb, path, id, summary, access, List.of(params), headers, body);
        }

        Draft headers(HeaderParam... params) {
            return new Draft(verb, path, id, summary, access, query, List.of(params), body);
        }

        Draft body(ObjectNode schema) {
            return new Draft(verb, path, id, summary, access, query, headers, Optional.of(new BodySpec(schema, true)));
        }

        Draft optionalBody(ObjectNode schema) {
            return new Draft(verb, path, id, summary, access, query, headers, Optional.of(new BodySpec(schema, false)));
        }

        Route answers(Answer answer, Handler handler) {
            return new Route(verb, PathTemplate.of(path), access, query, headers, body, answer, id, summary, handler);
        }

        private Draft access(Access next) {
            return new Draft(verb, path, id, summary, next, query, headers, body);
        }
    }
}
