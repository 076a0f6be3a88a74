package dev.metis.artifact;

import dev.metis.run.RunId;
import java.time.Instant;
import java.util.Objects;

/** Bytes outside the log, by SHA-256 (lower-case hex). The name is for people: never a path. */
public record Artifact(
        ArtifactId id, RunId runId, String name, String mediaType, long bytes, String sha256, Instant createdAt) {
    public Artifact {
        Objects.requireNonNull(id, "id is null");
        Objects.requireNonNull(runId, "runId is null");
        Objects.requireNonNull(name, "name is null");
        Objects.requireNonNull(mediaType, "mediaType is null");
        Objects.requireNonNull(sha256, "sha256 is null");
        Objects.requireNonNull(createdAt, "createdAt is null");
    }
}
