package dev.metis.executor;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.security.DigestInputStream;
import java.security.MessageDigest;

/** {@code fs.read}: a window of numbered lines, the total, and the hash of the whole; any size in little memory. */
final class FsRead implements Tool {
    private static final int DEFAULT_LINES = 1_000;
    private static final int MAX_LINES = 5_000;
    private static final int PROBE = 8_192;

    private final Workspace workspace;

    FsRead(Workspace workspace) {
        this.workspace = workspace;
    }

    @Override
    public boolean changesFiles() {
        return false;
    }

    @Override
    public Finished run(Call call) throws ToolFailure, IOException {
        Arguments arguments = call.arguments();
        String path = arguments.text("path");
        int start = arguments.number("startLine", 1, 1, 100_000_000);
        int count = arguments.number("lineCount", DEFAULT_LINES, 1, MAX_LINES);
        arguments.noMore();
        Place place = workspace.resolve(path);
        MessageDigest digest = Digest.sha256();
        try (InputStream in = new BufferedInputStream(
                new DigestInputStream(Channels.newInputStream(workspace.read(place)), digest), 1 << 16)) {
            in.mark(PROBE);
            byte[] probe = in.readNBytes(PROBE);
            in.reset();
            if (isBinary(probe)) {
                long bytes = drain(in, call);
                return Finished.ok(place.shown() + ": a binary file of " + bytes + " bytes, hash "
                        + Digest.ofFile(digest) + "; its content is not shown");
            }
            LineWindow window = new LineWindow(start, count);
            byte[] buffer = new byte[1 << 16];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                window.take(buffer, n);
                call.check();
            }
            return Finished.ok(window.text(place.shown(), Digest.ofFile(digest)));
        }
    }

    static boolean isBinary(byte[] beginning) {
        for (byte b : beginning) {
            if (b == 0) {
                return true;
            }
        }
        return false;
    }

    private static long drain(InputStream in, Call call) throws IOException, ToolFailure {
        byte[] buffer = new byte[1 << 16];
        long total = 0;
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
            total += n;
            call.check();
        }
        return total;
    }
}
