package dev.metis.local.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.metis.error.ErrorCode;
import dev.metis.error.PermanentException;
import dev.metis.local.store.DataDirectory.Opening;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class DataDirectoryTest {
    @TempDir
    private Path above;

    @Test
    void aNewDirectoryIsItsOwnersAlone() throws IOException {
        Path path = above.resolve("a/b");
        try (DataDirectory directory = open(path)) {
            assertEquals("rwx------", permissions(path));
            assertEquals("rwx------", permissions(directory.folder("artifacts")));
            assertEquals("rw-------", permissions(path.resolve("lock")));
            assertEquals(path.toRealPath(), directory.path());
        }
    }

    @Test
    void anEmptyDirectoryThatOthersMayEnterIsShut() throws IOException {
        Path path = Files.createDirectory(above.resolve("wide"));
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxrwxrwx"));
        open(path).close();
        assertEquals("rwx------", permissions(path));
    }

    @Test
    void aDirectoryOfSomethingElseIsRefusedAndLeftAsItIs() throws IOException {
        Path path = Files.createDirectory(above.resolve("home"));
        Files.writeString(path.resolve("letter"), "dear");
        String before = permissions(path);
        PermanentException e = assertThrows(PermanentException.class, () -> DataDirectory.open(path));
        assertEquals(ErrorCode.INVALID_REQUEST, e.code());
        assertEquals(before, permissions(path));
        assertTrue(Files.notExists(path.resolve("lock")));
    }

    @Test
    void aSecondOpenerInThisProcessIsRefusedAndDoesNotEndTheFirstOnesLock() throws Exception {
        Path path = above.resolve("data");
        try (DataDirectory _ = open(path)) {
            assertEquals(
                    new Opening.HeldBy(
                            path.toRealPath(),
                            OptionalLong.of(ProcessHandle.current().pid())),
                    DataDirectory.open(path));
            try (ChildJvm other = ChildJvm.start(DirectoryHolder.class, path)) {
                assertEquals(
                        path.toRealPath() + " is in use by the process "
                                + ProcessHandle.current().pid() + "; stop it, or choose another data directory",
                        other.line());
            }
        }
        open(path).close();
    }

    @Test
    void aDirectoryThatAKilledProcessHeldIsFree() throws Exception {
        Path path = above.resolve("data");
        try (ChildJvm holder = ChildJvm.start(DirectoryHolder.class, path)) {
            assertEquals("opened", holder.line());
            assertEquals(
                    new Opening.HeldBy(path.toRealPath(), OptionalLong.of(holder.pid())), DataDirectory.open(path));
            holder.kill();
        }
        open(path).close();
    }

    @Test
    void aFolderHasANameOfOurs() throws IOException {
        try (DataDirectory directory = open(above.resolve("data"))) {
            for (String name : new String[] {"", "..", "a/b", "/a", "A", "a\0"}) {
                assertThrows(IllegalArgumentException.class, () -> directory.folder(name), name);
            }
        }
    }

    private static DataDirectory open(Path path) throws IOException {
        return assertInstanceOf(Opening.Opened.class, DataDirectory.open(path)).directory();
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
