package dev.metis.local.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.metis.error.ErrorCode;
import dev.metis.error.PermanentException;
import dev.metis.port.Condition;
import dev.metis.port.Item;
import dev.metis.port.ItemKey;
import dev.metis.port.Write;
import dev.metis.testkit.time.ManualTime;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class LocalStoreTest {
    private DataDirectory directory;

    @BeforeEach
    void open(@TempDir Path above) throws IOException {
        directory = assertInstanceOf(DataDirectory.Opening.Opened.class, DataDirectory.open(above.resolve("data")))
                .directory();
    }

    @AfterEach
    void close() {
        directory.close();
    }

    @Test
    void whatWasStoredIsThereAfterARestart() throws IOException {
        ItemKey key = ItemKey.main("P", "S");
        String sha256;
        try (LocalStore store = LocalStore.open(directory, new ManualTime())) {
            store.items().write(new Write.Put(key, version(7), new Condition.Always()));
            sha256 = store.artifacts()
                    .put("o", new ByteArrayInputStream(new byte[3]), 3)
                    .sha256();
        }
        try (LocalStore store = LocalStore.open(directory, new ManualTime())) {
            assertEquals(Optional.of(new Item(key, version(7))), store.items().get(key));
            assertEquals(Optional.of(3L), store.artifacts().size("o", sha256));
        }
    }

    @Test
    void aNewStoreSaysWhichSchemaItHas() throws IOException {
        try (LocalStore store = LocalStore.open(directory, new ManualTime())) {
            assertEquals(
                    Optional.of(new Item(LocalStore.META, version(LocalStore.SCHEMA_VERSION))),
                    store.items().get(ItemKey.main("SYS#META", "META")));
        }
    }

    @Test
    void aStoreOfANewerProgramIsRefusedAndLeftAsItIs() throws IOException {
        try (LocalStore store = LocalStore.open(directory, new ManualTime())) {
            store.items().write(new Write.Put(LocalStore.META, version(2), new Condition.Exists()));
        }
        for (int tries = 0; tries < 2; tries++) {
            PermanentException e =
                    assertThrows(PermanentException.class, () -> LocalStore.open(directory, new ManualTime()));
            assertEquals(ErrorCode.STORE_UNAVAILABLE, e.code());
            assertTrue(e.toString().contains("schema version 2; this Metis knows 1"), e::toString);
        }
    }

    @Test
    void theNativeLibraryIsUnpackedIntoTheDataDirectory() throws IOException {
        LocalStore.open(directory, new ManualTime()).close();
        assertEquals(directory.path().resolve("native").toString(), System.getProperty("org.sqlite.tmpdir"));
        assertTrue(Files.isDirectory(directory.path().resolve("native")));
    }

    private static ObjectNode version(int version) {
        return JsonNodeFactory.instance.objectNode().put("schemaVersion", version);
    }
}
