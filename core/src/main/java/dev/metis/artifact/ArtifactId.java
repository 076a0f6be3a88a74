package dev.metis.artifact;

import dev.metis.item.Ids;

/** Id of an artifact: {@code art_} and a ULID. */
public record ArtifactId(String value) {
    public static final String PREFIX = "art_";

    public ArtifactId {
        Ids.require("ArtifactId", PREFIX, value);
    }

    @Override
    public String toString() {
        return value;
    }
}
