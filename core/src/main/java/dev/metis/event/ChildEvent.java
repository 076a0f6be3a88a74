package dev.metis.event;

import dev.metis.artifact.ArtifactId;
import dev.metis.run.RunId;
import java.util.List;

/** Facts of runs that this run started. */
public sealed interface ChildEvent extends RunEventBody {
    /** A child run was queued. */
    record ChildStarted(RunId childRunId, String title) implements ChildEvent {}

    /** A child run ended. */
    record ChildFinished(RunId childRunId, String status, List<ArtifactId> artifactIds) implements ChildEvent {
        public ChildFinished {
            artifactIds = List.copyOf(artifactIds);
        }
    }
}
