package dev.metis.local.engine.journal;

import dev.metis.port.Orchestrator.ExecutionStatus;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One durable fact about executions. */
public sealed interface JournalEntry {
    /** A version of a state machine, by its content hash. */
    record DefinitionStored(String hash, String name, String text) implements JournalEntry {
        public DefinitionStored {
            Objects.requireNonNull(hash, "hash is null");
            Objects.requireNonNull(name, "name is null");
            Objects.requireNonNull(text, "text is null");
        }
    }

    /** An execution has begun under a version; the input is JSON text. */
    record ExecutionStarted(String execution, String definitionHash, String input, Instant startedAt)
            implements JournalEntry {
        public ExecutionStarted {
            Objects.requireNonNull(execution, "execution is null");
            Objects.requireNonNull(definitionHash, "definitionHash is null");
            Objects.requireNonNull(input, "input is null");
            Objects.requireNonNull(startedAt, "startedAt is null");
        }
    }

    /** Where a scope of an execution stands, as JSON text; replaces what was stored at the path. */
    record FrameStored(String execution, String path, String frame) implements JournalEntry {
        public FrameStored {
            Objects.requireNonNull(execution, "execution is null");
            Objects.requireNonNull(path, "path is null");
            Objects.requireNonNull(frame, "frame is null");
        }
    }

    /** The frames below a path (not the one at it) are of no use any more. */
    record FramesDropped(String execution, String below) implements JournalEntry {
        public FramesDropped {
            Objects.requireNonNull(execution, "execution is null");
            Objects.requireNonNull(below, "below is null");
        }
    }

    /** An execution has ended: its input and all its frames go, this record stays. */
    record ExecutionEnded(
            String execution,
            ExecutionStatus status,
            @Nullable String error,
            @Nullable String cause,
            Instant endedAt) implements JournalEntry {
        public ExecutionEnded {
            Objects.requireNonNull(execution, "execution is null");
            Objects.requireNonNull(status, "status is null");
            Objects.requireNonNull(endedAt, "endedAt is null");
        }
    }
}
