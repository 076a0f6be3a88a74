package dev.metis.local.sandbox;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/** Makes and removes the directories of sandboxes. No link is followed, and what a sandbox owns is given to its user. */
final class Folders {
    private final Host host;
    private final int uid;

    Folders(Host host, int uid) {
        this.host = host;
        this.uid = uid;
    }

    /** A directory that only we (or the sandbox, when given) can open. */
    Path make(Path folder, boolean forSandbox) throws IOException {
        Files.createDirectories(folder);
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException(folder.getFileName() + " is no directory");
        }
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        if (forSandbox) {
            give(folder);
        }
        return folder;
    }

    /** A directory in a place where others may write: refused unless it is really ours. */
    Path makeInPublic(Path folder) throws IOException {
        Path made = make(folder, false);
        Object owner = Files.getAttribute(made, "unix:uid", LinkOption.NOFOLLOW_LINKS);
        Object us = Files.getAttribute(Path.of("/proc/self"), "unix:uid");
        if (!owner.equals(us)) {
            throw new IOException("the runtime directory belongs to another user");
        }
        return made;
    }

    /** Gives one entry to the sandbox's user, when we are root. */
    void give(Path entry) throws IOException {
        if (host.root()) {
            Files.setAttribute(entry, "unix:uid", uid, LinkOption.NOFOLLOW_LINKS);
            Files.setAttribute(entry, "unix:gid", uid, LinkOption.NOFOLLOW_LINKS);
        }
    }

    /** A socket that the sandbox's user alone may connect to. */
    void giveSocket(Path socket) throws IOException {
        Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-------"));
        give(socket);
    }

    /** Gives a whole tree, unless its top is already the user's. */
    void giveTree(Path top) throws IOException {
        if (!host.root()
                || Integer.valueOf(uid).equals(Files.getAttribute(top, "unix:uid", LinkOption.NOFOLLOW_LINKS))) {
            return;
        }
        Files.walkFileTree(top, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                give(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) throws IOException {
                give(folder);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    static void delete(Path top) throws IOException {
        if (!Files.exists(top, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Files.walkFileTree(top, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) throws IOException {
                Files.delete(folder);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
