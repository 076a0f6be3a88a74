package dev.metis.local.config;

import dev.metis.access.ApiTokens;
import dev.metis.access.Scope;
import dev.metis.function.api.AccessServices;
import dev.metis.local.store.DataDirectory;
import dev.metis.local.store.LocalStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

/** Makes API tokens straight in the store of a data directory that no server holds. */
public final class OfflineTokens {
    private OfflineTokens() {}

    /** How it ended. */
    public sealed interface Result {
        /** The token. */
        record Created(String secret) implements Result {
            @Override
            public String toString() {
                return "Created";
            }
        }

        /** Somebody holds the directory: a sentence for the person. */
        record InUse(String message) implements Result {}
    }

    public static Result create(Path data, String user, Set<Scope> scopes) throws IOException {
        return switch (DataDirectory.open(data)) {
            case DataDirectory.Opening.HeldBy held -> new Result.InUse(held.message());
            case DataDirectory.Opening.Opened(DataDirectory directory) -> {
                SystemTime time = new SystemTime();
                try (directory;
                        LocalStore store = LocalStore.open(directory, time)) {
                    AccessServices access = AccessServices.over(store.items(), new SystemIds(), time);
                    yield new Result.Created(access.tokens()
                            .issue(access.principals().ensure(user), null, scopes, ApiTokens.LONGEST_LIFETIME)
                            .secret());
                }
            }
        };
    }
}
