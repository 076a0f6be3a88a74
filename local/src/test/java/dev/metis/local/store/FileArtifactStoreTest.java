package dev.metis.local.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.metis.error.PermanentException;
import dev.metis.port.ArtifactStore;
import dev.metis.testkit.store.ArtifactStoreContract;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileArtifactStoreTest extends ArtifactStoreContract {
    private Path root;
    private FileArtifactStore store;

    @BeforeEach
    void open(@TempDir Path folder) throws IOException {
        root = folder;
        store = new FileArtifactStore(root);
    }

    @Override
    public ArtifactStore store() {
        return store;
    }

    @Test
    void everyFileAndFolderIsItsOwnersAlone() throws IOException {
        store.put("o", new ByteArrayInputStream(new byte[10]), 10);
        for (Path path : below()) {
            String expected = Files.isDirectory(path) ? "rwx------" : "rw-------";
            assertEquals(expected, PosixFilePermissions.toString(Files.getPosixFilePermissions(path)), path::toString);
        }
    }

    @Test
    void aRefusedPutLeavesNoFileBehind() throws IOException {
        assertThrows(PermanentException.class, () -> store.put("o", new ByteArrayInputStream(new byte[10]), 9));
        assertEquals(List.of(), files());
    }

    @Test
    void whatACrashLeftUnfinishedIsRemovedByTheNextStart() throws IOException {
        store.put("o", new ByteArrayInputStream(new byte[10]), 10);
        List<Path> whole = files();
        Files.write(root.resolve("incoming").resolve("blob123"), new byte[5]);
        new FileArtifactStore(root);
        assertEquals(whole, files());
    }

    private List<Path> files() throws IOException {
        return below().stream().filter(Files::isRegularFile).toList();
    }

    private List<Path> below() throws IOException {
        try (Stream<Path> paths = Files.walk(root)) {
            return paths.filter(path -> !path.equals(root)).toList();
        }
    }
}
