package dev.metis.provider;

import java.util.Objects;

/** How well it is known that a model can do something. */
public record Capability(Status status) {
    public static final Capability DECLARED = new Capability(Status.DECLARED);

    public Capability {
        Objects.requireNonNull(status, "status is null");
    }

    /** Declared by somebody, or verified by a probe with evidence. */
    public enum Status {
        DECLARED,
        VERIFIED
    }
}
