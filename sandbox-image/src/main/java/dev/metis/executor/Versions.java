package dev.metis.executor;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Publishes the workspace after a call that changed it: blobs that the gateway misses, then the manifest, then it is a version. */
final class Versions {
    private static final int TRIES = 3;
    private static final long PATIENCE_MILLIS = 60_000;

    private final Workspace workspace;
    private final Gateway gateway;
    private final Path stateFolder;
    private final WorkspaceScan.Limits limits;
    private @Nullable VersionState last;

    Versions(Workspace workspace, Gateway gateway, Path stateFolder, WorkspaceScan.Limits limits) throws IOException {
        this.workspace = workspace;
        this.gateway = gateway;
        this.stateFolder = stateFolder;
        this.limits = limits;
        this.last = VersionState.load(stateFolder).orElse(null);
    }

    /** A version that a call left behind. */
    record Published(String version, @Nullable String base, Manifest manifest, List<String> changed, String note) {}

    /** Makes sure that there is a version of what was before the first change, so that there is something to compare with. */
    synchronized void begin() throws IOException, ToolFailure {
        if (last == null) {
            publish();
        }
    }

    /** Publishes what is there now; empty when nothing that is versioned differs from the last version. */
    synchronized Optional<Published> publish() throws IOException, ToolFailure {
        for (int attempt = 1; ; attempt++) {
            try {
                return publishOnce();
            } catch (Gateway.Rejected | EOFException e) {
                // A file changed between hashing and sending: its bytes did not have the hash.
                if (attempt == TRIES) {
                    throw new ToolFailure(
                            "workspace_unstable", "the workspace kept changing while its version was published");
                }
            }
        }
    }

    private Optional<Published> publishOnce() throws IOException, ToolFailure {
        Manifest before = last == null ? Manifest.empty() : last.manifest();
        WorkspaceScan.Found found = WorkspaceScan.scan(workspace, before, limits);
        byte[] canonical = found.manifest().canonical();
        String version = Digest.hex(canonical);
        if (last != null && last.version().equals(version)) {
            remember(new VersionState(version, found.manifest()));
            return Optional.empty();
        }
        send(before, found.manifest());
        if (!gateway.missing(List.of(version), PATIENCE_MILLIS).isEmpty()) {
            gateway.putBytes(version, canonical, PATIENCE_MILLIS);
        }
        String base = last == null ? null : last.version();
        remember(new VersionState(version, found.manifest()));
        List<String> changed = found.manifest().changedSince(before);
        return Optional.of(new Published(version, base, found.manifest(), changed, note(version, changed, found)));
    }

    private void remember(VersionState state) throws IOException {
        last = state;
        state.save(stateFolder);
    }

    private void send(Manifest before, Manifest now) throws IOException, ToolFailure {
        Map<String, String> pathOfHash = new LinkedHashMap<>();
        now.files().forEach((path, entry) -> {
            Manifest.FileEntry known = before.files().get(path);
            if (known == null || !known.sha256().equals(entry.sha256())) {
                pathOfHash.put(entry.sha256(), path);
            }
        });
        for (String hash : gateway.missing(new ArrayList<>(pathOfHash.keySet()), PATIENCE_MILLIS)) {
            String path = pathOfHash.get(hash);
            if (path != null) {
                Place place = new Place(List.of(path.split("/")));
                try (SeekableByteChannel file = workspace.read(place);
                        InputStream in = Channels.newInputStream(file)) {
                    gateway.putStream(hash, file.size(), in);
                }
            }
        }
    }

    private static String note(String version, List<String> changed, WorkspaceScan.Found found) {
        String odd = found.unversioned() == 0 ? "" : "; " + found.unversioned() + " entries cannot be versioned";
        return "\n[workspace version " + version.substring(0, 12) + ": " + changed.size()
                + (changed.size() == 1 ? " file" : " files") + " changed; not in versions: " + found.ignored() + odd
                + "]\n";
    }
}
