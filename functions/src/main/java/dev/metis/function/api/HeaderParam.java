package dev.metis.function.api;

import java.util.Objects;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** A header that a route reads. */
record HeaderParam(String name, ObjectNode schema, String description) {
    private static final int KEY_CHARS = 255;

    /** Makes repeats of a request one: 1 to 255 visible ASCII characters. */
    static final HeaderParam IDEMPOTENCY_KEY = new HeaderParam(
            "Idempotency-Key",
            Schemas.text(1, KEY_CHARS).put("pattern", "^[!-~]+$"),
            "the same key and body again get the first answer");

    static final HeaderParam LAST_EVENT_ID = new HeaderParam(
            "Last-Event-ID", Schemas.string().put("pattern", "^[0-9]{1,15}$"), "seq of the last event that was seen");

    static final HeaderParam RANGE = new HeaderParam("Range", Schemas.string(), "one range of bytes");

    HeaderParam {
        Objects.requireNonNull(name, "name is null");
        schema = schema.deepCopy();
    }

    /** The key of a request, if it has one. */
    static Optional<String> idempotencyKey(ApiRequest request) {
        Optional<String> key = request.headers().first(IDEMPOTENCY_KEY.name());
        if (key.isPresent() && !key.get().matches("[!-~]{1," + KEY_CHARS + "}")) {
            throw Problem.field(IDEMPOTENCY_KEY.name(), "must be 1 to " + KEY_CHARS + " visible ASCII characters")
                    .raise();
        }
        return key;
    }
}
