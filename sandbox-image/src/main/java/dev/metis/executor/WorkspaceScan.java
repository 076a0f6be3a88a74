package dev.metis.executor;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.security.MessageDigest;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads a workspace into a manifest. A file is hashed again unless size, mode, inode, change and modification time are as when it was
 * hashed last, and those times were not so fresh then that a later write could have left them alike.
 */
final class WorkspaceScan implements FileWalk.Visitor {
    private static final long FRESH_MILLIS = 100;

    private final Workspace workspace;
    private final Manifest before;
    private final Ignored ignored;
    private final Limits limits;
    private final TreeMap<String, Manifest.FileEntry> files = new TreeMap<>();
    private final TreeMap<String, String> links = new TreeMap<>();
    private long bytes;
    private int unversioned;

    private WorkspaceScan(Workspace workspace, Manifest before, Ignored ignored, Limits limits) {
        this.workspace = workspace;
        this.before = before;
        this.ignored = ignored;
        this.limits = limits;
    }

    /** How much a workspace may hold. */
    record Limits(long bytes, int files) {}

    /** What was found, and how many entries cannot be versioned (odd types, names that are no UTF-8, unreadable). */
    record Found(Manifest manifest, int unversioned, String ignored) {}

    static Found scan(Workspace workspace, Manifest before, Limits limits) throws IOException, ToolFailure {
        Ignored ignored = Ignored.of(workspace);
        WorkspaceScan scan = new WorkspaceScan(workspace, before, ignored, limits);
        try (SecureDirectoryStream<Path> root = workspace.open(new Place(List.of()))) {
            new FileWalk(scan, FileWalk.MAX_DEPTH + 1).walk(root, "");
        }
        return new Found(new Manifest(scan.files, scan.links), scan.unversioned, ignored.words());
    }

    @Override
    public boolean visit(SecureDirectoryStream<Path> folder, Path name, String path, PosixFileAttributes attributes)
            throws IOException, ToolFailure {
        if (ignored.matches(path)) {
            return false;
        }
        if (!Path.of(name.toString()).equals(name)) {
            unversioned++;
            return false;
        }
        if (attributes.isSymbolicLink()) {
            links.put(
                    path, Files.readSymbolicLink(workspace.root().resolve(path)).toString());
        } else if (attributes.isRegularFile()) {
            bytes += attributes.size();
            checkLimits();
            files.put(path, entry(folder, name, path, attributes));
        } else if (!attributes.isDirectory()) {
            unversioned++;
        }
        return true;
    }

    @Override
    public void failed(String path) {
        unversioned++;
    }

    private void checkLimits() throws ToolFailure {
        if (bytes > limits.bytes() || files.size() + links.size() >= limits.files()) {
            throw new ToolFailure(
                    "limit_exceeded",
                    "limit_exceeded: the workspace may hold " + limits.bytes() + " bytes in " + limits.files()
                            + " files (not counting " + ignored.words() + "); it has more");
        }
    }

    private Manifest.FileEntry entry(
            SecureDirectoryStream<Path> folder, Path name, String path, PosixFileAttributes attributes)
            throws IOException {
        String mode = octal(attributes.permissions());
        String stamp = stamp(path, attributes);
        Manifest.@Nullable FileEntry known = before.files().get(path);
        if (known != null && !stamp.isEmpty() && known.stamp().equals(stamp)) {
            return new Manifest.FileEntry(known.sha256(), known.bytes(), mode, stamp);
        }
        MessageDigest digest = Digest.sha256();
        long length = 0;
        try (InputStream in = Channels.newInputStream(Workspace.read(folder, name))) {
            byte[] buffer = new byte[1 << 16];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                digest.update(buffer, 0, n);
                length += n;
            }
        }
        return new Manifest.FileEntry(Digest.hex(digest), length, mode, stamp);
    }

    /** Empty when the file behind the path is not the one that the directory holds, or is too fresh. */
    private String stamp(String path, PosixFileAttributes attributes) throws IOException {
        Map<String, Object> unix;
        try {
            unix = Files.readAttributes(
                    workspace.root().resolve(path), "unix:ino,ctime,lastModifiedTime,size", LinkOption.NOFOLLOW_LINKS);
        } catch (FileSystemException e) {
            return "";
        }
        boolean same = String.valueOf(attributes.fileKey()).endsWith("ino=" + unix.get("ino") + ")");
        if (!same || !(unix.get("ctime") instanceof FileTime changed)) {
            return "";
        }
        if (System.currentTimeMillis() - changed.toMillis() < FRESH_MILLIS) {
            return "";
        }
        return unix.get("size") + ":" + unix.get("ino") + ":" + changed.to(TimeUnit.NANOSECONDS) + ":"
                + attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS);
    }

    private static String octal(Set<PosixFilePermission> permissions) {
        int mode = 0;
        for (PosixFilePermission permission : permissions) {
            mode |= switch (permission) {
                case OWNER_READ -> 0400;
                case OWNER_WRITE -> 0200;
                case OWNER_EXECUTE -> 0100;
                case GROUP_READ -> 040;
                case GROUP_WRITE -> 020;
                case GROUP_EXECUTE -> 010;
                case OTHERS_READ -> 04;
                case OTHERS_WRITE -> 02;
                case OTHERS_EXECUTE -> 01;
            };
        }
        return String.format("%03o", mode);
    }
}
