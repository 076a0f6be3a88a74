package dev.metis.event;

import dev.metis.artifact.ArtifactId;

/** Facts of bytes kept outside the log. */
public sealed interface ArtifactEvent extends RunEventBody {
    /** An artifact can be fetched. */
    record ArtifactCreated(ArtifactId artifactId, String name, String mediaType, long bytes, String sha256)
            implements ArtifactEvent {}
}
