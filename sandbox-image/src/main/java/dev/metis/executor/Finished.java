package dev.metis.executor;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** How a tool ended. The text may be longer than a model sees; {@code whole} is all of it, where it was too much to hold. */
record Finished(
        Kind kind,
        @Nullable String reason,
        String text,
        @Nullable Whole whole,
        @Nullable Integer exitCode) {

    /** The words of the protocol. */
    enum Kind {
        OK("ok"),
        ERROR("error"),
        TIMEOUT("timeout"),
        CANCELLED("cancelled"),
        NOT_RUN("not_run");

        private final String wire;

        Kind(String wire) {
            this.wire = wire;
        }

        String wire() {
            return wire;
        }
    }

    /** A file of the executor's own scratch, to be sent as the call's artifact and then deleted. */
    record Whole(Path file, String name, String mediaType) {}

    static Finished ok(String text) {
        return new Finished(Kind.OK, null, text, null, null);
    }

    static Finished failed(ToolFailure failure) {
        return new Finished(Kind.ERROR, failure.reason(), failure.text(), null, null);
    }

    static Finished of(Kind kind, String reason, String text) {
        return new Finished(kind, reason, text, null, null);
    }
}
