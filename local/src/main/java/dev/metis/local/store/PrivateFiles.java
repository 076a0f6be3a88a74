package dev.metis.local.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Files and folders that only their owner may enter. */
final class PrivateFiles {
    static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");
    static final FileAttribute<Set<PosixFilePermission>> FOLDER = PosixFilePermissions.asFileAttribute(OWNER_ONLY);
    static final FileAttribute<Set<PosixFilePermission>> FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private PrivateFiles() {}

    /** Makes sure that the folder is there. */
    static Path folder(Path folder) throws IOException {
        return Files.createDirectories(folder, FOLDER);
    }

    /** Removes the files in a folder. */
    static void empty(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> listed = Files.list(folder)) {
            files = listed.toList();
        }
        for (Path file : files) {
            Files.deleteIfExists(file);
        }
    }

    /** Makes the names in a folder durable. */
    static void sync(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
