package dev.metis.testkit.store;

import dev.metis.port.ArtifactStore;

class InMemoryArtifactStoreTest extends ArtifactStoreContract {
    private final InMemoryArtifactStore store = new InMemoryArtifactStore();

    @Override
    public ArtifactStore store() {
        return store;
    }
}
