package dev.metis.testkit.store;

import dev.metis.port.ItemStore;

/** Everything an {@link ItemStore} must do. A subclass gives, for each test, one store that is empty at first. */
public abstract class ItemStoreContract
        implements WriteContract, TransactionContract, QueryContract, LimitContract, ConcurrencyContract {
    @Override
    public abstract ItemStore store();
}
