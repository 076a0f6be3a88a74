package dev.metis.testkit.store;

import dev.metis.port.ItemStore;

class InMemoryItemStoreTest extends ItemStoreContract {
    private final InMemoryItemStore store = new InMemoryItemStore();

    @Override
    public ItemStore store() {
        return store;
    }
}
