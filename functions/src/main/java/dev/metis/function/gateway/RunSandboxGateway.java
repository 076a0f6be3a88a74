package dev.metis.function.gateway;

import dev.metis.error.MetisException;
import dev.metis.event.ToolOutcome;
import dev.metis.port.ArtifactStore;
import dev.metis.port.TimeSource;
import dev.metis.tool.CallId;
import dev.metis.tool.FileBefore;
import dev.metis.usecase.RecordSandboxResult;
import dev.metis.usecase.SandboxWork;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Answers sandboxes from the runs they belong to. */
public final class RunSandboxGateway implements SandboxGateway {
    private static final long MAX_BLOB_BYTES = 2L << 30;

    private final SandboxWork work;
    private final RecordSandboxResult results;
    private final ArtifactStore artifacts;
    private final WorkSignals signals;
    private final TimeSource time;

    public RunSandboxGateway(
            SandboxWork work,
            RecordSandboxResult results,
            ArtifactStore artifacts,
            WorkSignals signals,
            TimeSource time) {
        this.work = work;
        this.results = results;
        this.artifacts = artifacts;
        this.signals = signals;
        this.time = time;
    }

    @Override
    public NextReply next(String token, NextRequest request) {
        SandboxWork.Sandbox sandbox = authenticate(token);
        Instant deadline = time.now().plusSeconds(request.waitSeconds());
        try (WorkSignals.Listener listener = signals.listen(sandbox.runId())) {
            while (true) {
                SandboxWork.Next next = work.next(sandbox, request.busy());
                Duration left = Duration.between(time.now(), deadline);
                if (next.command().isPresent() || !next.cancel().isEmpty() || left.isNegative() || left.isZero()) {
                    return new NextReply(
                            next.command().map(RunSandboxGateway::command).orElse(null), next.cancel(), false);
                }
                listener.await(left);
                sandbox = authenticate(token);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return NextReply.idle();
        }
    }

    @Override
    public void output(String token, OutputRequest request) {
        work.output(
                authenticate(token),
                request.chunks().stream()
                        .map(c -> new SandboxWork.Output(
                                c.callId(), c.nonce(), c.stream().name().toLowerCase(Locale.ROOT), c.text()))
                        .toList());
    }

    @Override
    public MissingReply missing(String token, MissingRequest request) {
        SandboxWork.Sandbox sandbox = authenticate(token);
        List<String> missing = new ArrayList<>();
        for (String sha256 : request.sha256()) {
            if (!stored(sandbox, sha256)) {
                missing.add(sha256);
            }
        }
        return new MissingReply(missing);
    }

    @Override
    public void putBlob(String token, String sha256, InputStream body) throws IOException {
        SandboxWork.Sandbox sandbox = authenticate(token);
        try {
            // Content-addressed: bytes that are not what they were said to be lie under their own hash, named by
            // nothing.
            ArtifactStore.Blob blob = artifacts.put(sandbox.owner().value(), body, MAX_BLOB_BYTES);
            if (!blob.sha256().equals(sha256)) {
                throw new RejectedRequest(400, "the bytes do not have the hash of the path");
            }
        } catch (MetisException e) {
            throw new RejectedRequest(413, "the blob has more than " + MAX_BLOB_BYTES + " bytes");
        }
    }

    @Override
    public ResultReply result(String token, ResultRequest request) {
        SandboxWork.Sandbox sandbox = authenticate(token);
        return new ResultReply(results.record(
                sandbox,
                new RecordSandboxResult.Report(
                        new CallId(request.callId()),
                        request.nonce(),
                        outcome(request.outcome()),
                        request.outcome() == ResultRequest.Outcome.NOT_RUN ? request.reason() : null,
                        request.text(),
                        Duration.ofMillis(request.durationMs()),
                        produced(request.artifact()),
                        version(request.workspace()))));
    }

    private SandboxWork.Sandbox authenticate(String token) {
        return work.authenticate(token).orElseThrow(UnauthorizedSandbox::new);
    }

    private boolean stored(SandboxWork.Sandbox sandbox, String sha256) {
        try {
            return artifacts.size(sandbox.owner().value(), sha256).isPresent();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static SandboxCommand command(SandboxWork.Command command) {
        return new SandboxCommand(
                command.callId().value(),
                command.nonce(),
                command.tool(),
                (ObjectNode) command.arguments(),
                command.timeoutSeconds(),
                command.idempotencyKey(),
                hash(command.approvedFileHash()));
    }

    /** The manifest names a file's hash in hex; the protocol says which hash it is. */
    private static @Nullable String hash(@Nullable String approved) {
        return approved == null || approved.equals(FileBefore.ABSENT) || approved.startsWith("sha256:")
                ? approved
                : "sha256:" + approved;
    }

    private static ToolOutcome outcome(ResultRequest.Outcome outcome) {
        return switch (outcome) {
            case OK -> ToolOutcome.OK;
            case ERROR, NOT_RUN -> ToolOutcome.ERROR;
            case TIMEOUT -> ToolOutcome.TIMEOUT;
            case CANCELLED -> ToolOutcome.CANCELLED;
        };
    }

    private static RecordSandboxResult.@Nullable Produced produced(ResultRequest.@Nullable ProducedArtifact artifact) {
        return artifact == null
                ? null
                : new RecordSandboxResult.Produced(
                        artifact.sha256(), artifact.bytes(), artifact.name(), artifact.mediaType());
    }

    private static RecordSandboxResult.@Nullable Version version(ResultRequest.@Nullable WorkspaceChange change) {
        return change == null ? null : new RecordSandboxResult.Version(change.version(), change.base());
    }
}
