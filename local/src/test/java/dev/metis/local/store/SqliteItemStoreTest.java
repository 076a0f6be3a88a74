package dev.metis.local.store;

import dev.metis.port.ItemStore;
import dev.metis.testkit.store.ItemStoreContract;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

class SqliteItemStoreTest extends ItemStoreContract {
    private SqliteDatabase database;
    private SqliteItemStore store;

    @BeforeEach
    void open(@TempDir Path folder) {
        database = SqliteDatabase.open(folder.resolve("metis.db"));
        store = new SqliteItemStore(database);
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Override
    public ItemStore store() {
        return store;
    }
}
