package dev.metis.local.sandbox;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Measures a workspace from outside while one command may be changing it: sizes and counts only, no link is followed, and it stops at
 * the first limit passed, so that what it costs is bounded whatever it meets. A workspace that was over its limits before the command
 * may not grow, but the command that cleans it up may run.
 */
final class WorkspaceMeter {
    private static final int MAX_DEPTH = 200;
    private static final long MIN_FREE_BYTES = 1L << 30;
    private static final int FAR_OVER = 4;

    private final String name;
    private final Path workspace;
    private long maxBytes;
    private int maxFiles;

    private WorkspaceMeter(String name, Path workspace, long maxBytes, int maxFiles) {
        this.name = name;
        this.workspace = workspace;
        this.maxBytes = maxBytes;
        this.maxFiles = maxFiles;
    }

    static WorkspaceMeter ofWorkspace(Path workspace, SandboxLimits limits) {
        return new WorkspaceMeter("the workspace", workspace, limits.workspaceBytes(), limits.workspaceFiles());
    }

    /** The same for a command's scratch, where the kernel does not count its files. */
    static WorkspaceMeter ofScratch(Path scratch, SandboxLimits limits) {
        return new WorkspaceMeter("the scratch", scratch, limits.scratchBytes(), limits.scratchFiles());
    }

    private record Folder(Path path, int depth) {}

    /** Which limit the workspace is over, if one. */
    Optional<String> exceeded() {
        try {
            if (Files.getFileStore(workspace).getUsableSpace() < MIN_FREE_BYTES) {
                return Optional.of("less than 1 GiB of the disk is free");
            }
        } catch (IOException e) {
            return Optional.of("the workspace is gone");
        }
        return walk(new Count());
    }

    /**
     * Looks before the command starts: what is already over the limits becomes the limit, up to a point. Answers whether it was over.
     */
    boolean allowWhatIsThere() {
        long allowedBytes = maxBytes;
        int allowedFiles = maxFiles;
        maxBytes = allowedBytes * FAR_OVER;
        maxFiles = allowedFiles * FAR_OVER;
        Count count = new Count();
        Optional<String> farOver = walk(count);
        maxBytes = Math.max(allowedBytes, count.bytes);
        maxFiles = Math.max(allowedFiles, count.files);
        return farOver.isPresent() || count.bytes > allowedBytes || count.files > allowedFiles;
    }

    Optional<String> walk() {
        return walk(new Count());
    }

    private Optional<String> walk(Count count) {
        Deque<Folder> todo = new ArrayDeque<>();
        todo.push(new Folder(workspace, 1));
        while (!todo.isEmpty()) {
            Folder folder = todo.pop();
            if (folder.depth > MAX_DEPTH) {
                return Optional.of(name + " nests more than " + MAX_DEPTH + " directories");
            }
            Optional<String> over = look(folder, todo, count);
            if (over.isPresent()) {
                return over;
            }
        }
        return Optional.empty();
    }

    private Optional<String> look(Folder folder, Deque<Folder> todo, Count count) {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder.path)) {
            for (Path entry : entries) {
                measure(entry, folder.depth, todo, count);
                if (count.files > maxFiles) {
                    return Optional.of(name + " holds more than " + maxFiles + " files and directories");
                }
                if (count.bytes > maxBytes) {
                    return Optional.of(name + " holds more than " + maxBytes + " bytes");
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // Deleted or swapped while we looked; the next look sees what became of it.
        }
        return Optional.empty();
    }

    private static void measure(Path entry, int depth, Deque<Folder> todo, Count count) {
        try {
            BasicFileAttributes attributes =
                    Files.readAttributes(entry, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            count.files++;
            if (attributes.isDirectory()) {
                todo.push(new Folder(entry, depth + 1));
            } else {
                count.bytes += attributes.size();
            }
        } catch (IOException e) {
            // Gone already.
        }
    }

    /** What was seen so far. */
    private static final class Count {
        private long bytes;
        private int files;
    }
}
