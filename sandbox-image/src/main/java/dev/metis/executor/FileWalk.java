package dev.metis.executor;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Walks a directory depth first, in the order of names, opening every level from the one above without following links. */
final class FileWalk {
    /** Each level holds a descriptor; deeper trees than this are refused by name. */
    static final int MAX_DEPTH = 200;

    private final Visitor visitor;
    private final int maxDepth;

    FileWalk(Visitor visitor, int maxDepth) {
        this.visitor = visitor;
        this.maxDepth = maxDepth;
    }

    /** Sees each entry once. */
    interface Visitor {
        /** Whether to go into it, when it is a directory. Throws {@link Enough} to end the walk. */
        boolean visit(SecureDirectoryStream<Path> folder, Path name, String path, PosixFileAttributes attributes)
                throws IOException, ToolFailure, Enough;

        /** Hears of an entry that is gone or may not be read. */
        void failed(String path);
    }

    /** Ends a walk early. */
    static final class Enough extends Exception {
        private static final long serialVersionUID = 1;

        Enough() {
            super(null, null, false, false);
        }
    }

    void walk(SecureDirectoryStream<Path> folder, String path) throws IOException, ToolFailure {
        try {
            walk(folder, path, 1);
        } catch (Enough e) {
            // The visitor has what it wanted.
        }
    }

    private void walk(SecureDirectoryStream<Path> folder, String path, int depth)
            throws IOException, ToolFailure, Enough {
        if (depth > MAX_DEPTH) {
            throw new ToolFailure("limit_exceeded", "limit_exceeded: more than " + MAX_DEPTH + " nested directories");
        }
        for (Path name : names(folder)) {
            String child = path.isEmpty() ? name.toString() : path + "/" + name;
            try {
                PosixFileAttributes attributes = Workspace.attributes(folder, name);
                if (visitor.visit(folder, name, child, attributes) && attributes.isDirectory() && depth < maxDepth) {
                    try (SecureDirectoryStream<Path> inner = Workspace.enter(folder, name)) {
                        walk(inner, child, depth + 1);
                    }
                }
            } catch (FileSystemException e) {
                visitor.failed(child);
            }
        }
    }

    private static List<Path> names(SecureDirectoryStream<Path> folder) throws IOException {
        List<Path> names = new ArrayList<>();
        try {
            for (Path entry : folder) {
                names.add(entry.getFileName());
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        names.sort(Comparator.naturalOrder());
        return names;
    }
}
