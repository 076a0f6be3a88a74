package dev.metis.access;

import dev.metis.item.ItemMapper;
import dev.metis.item.Keys;
import dev.metis.port.Condition;
import dev.metis.port.Item;
import dev.metis.port.ItemStore;
import dev.metis.port.Write;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The credentials as they lie in the store, by the hash of their secret. */
final class Credentials {
    private static final Set<String> KINDS = Set.of("api", "session", "link", "ticket");
    private static final int LONGEST_SECRET = 512;

    private final ItemStore store;

    Credentials(ItemStore store) {
        this.store = store;
    }

    Optional<Credential> find(String sha256) {
        return store.get(Keys.token(sha256)).map(Item::attributes).flatMap(attributes -> {
            String kind = attributes.path("kind").asString("").toLowerCase(Locale.ROOT);
            return KINDS.contains(kind)
                    ? Optional.of(ItemMapper.fromTree(attributes, Credential.class))
                    : Optional.empty();
        });
    }

    /** Takes the credential out of the store; of several who try at once, one gets it. */
    Optional<Credential> take(String secret, CredentialKind kind) {
        if (secret.length() > LONGEST_SECRET) {
            return Optional.empty();
        }
        String hash = Secrets62.sha256(secret);
        return find(hash).filter(found -> found.kind() == kind).filter(found -> delete(hash));
    }

    boolean delete(String sha256) {
        return store.write(new Write.Delete(Keys.token(sha256), new Condition.Exists()))
                .committed();
    }

    /** Stores a new credential. A secret whose hash is taken means a broken random source: nothing goes on. */
    void put(String sha256, Credential credential) {
        if (!store.write(putting(sha256, credential)).committed()) {
            throw new IllegalStateException("a fresh secret is in use already: the random source repeats itself");
        }
    }

    static Write putting(String sha256, Credential credential) {
        return new Write.Put(Keys.token(sha256), ItemMapper.attributes(credential), new Condition.NotExists());
    }

    static boolean plausible(String secret) {
        return !secret.isEmpty() && secret.length() <= LONGEST_SECRET;
    }
}
