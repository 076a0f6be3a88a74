package dev.metis.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The files of this repository, wherever the build runs. */
public final class Repository {
    private static final Set<String> NOT_OURS = Set.of("target", "node_modules", "dist", ".git", ".metis");

    private Repository() {}

    /** The folder that holds the launcher. */
    public static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.isRegularFile(folder.resolve("metis"))) {
            Path parent = folder.getParent();
            if (parent == null) {
                throw new IllegalStateException("no folder above the working directory holds the launcher");
            }
            folder = parent;
        }
        return folder;
    }

    /** Every Java file of every module, main and test. */
    static List<JavaSource> javaSources() {
        return files(".java").stream().map(JavaSource::read).toList();
    }

    static List<Path> files(String suffix) {
        List<Path> found = new ArrayList<>();
        try {
            Files.walkFileTree(root(), new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    return NOT_OURS.contains(folder.getFileName().toString())
                            ? FileVisitResult.SKIP_SUBTREE
                            : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    if (file.toString().endsWith(suffix)) {
                        found.add(file);
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found.stream().sorted().toList();
    }
}
