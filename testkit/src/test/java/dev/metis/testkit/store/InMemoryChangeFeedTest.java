package dev.metis.testkit.store;

import dev.metis.port.ChangeFeed;
import dev.metis.port.ItemStore;
import org.junit.jupiter.api.AfterEach;

class InMemoryChangeFeedTest extends ChangeFeedContract {
    private final InMemoryItemStore store = new InMemoryItemStore();
    private InMemoryChangeFeed feed = new InMemoryChangeFeed(store);

    @AfterEach
    void close() {
        feed.close();
    }

    @Override
    public ItemStore store() {
        return store;
    }

    @Override
    public ChangeFeed feed() {
        return feed;
    }

    @Override
    public void reopen() {
        feed.close();
        feed = new InMemoryChangeFeed(store);
    }
}
