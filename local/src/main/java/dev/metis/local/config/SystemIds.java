package dev.metis.local.config;

import com.github.f4b6a3.ulid.UlidCreator;
import dev.metis.port.IdSource;
import java.security.SecureRandom;

/** Ids and randomness from the system: monotonic ULIDs, and bytes of a cryptographic source. */
final class SystemIds implements IdSource {
    private final SecureRandom random = new SecureRandom();

    @Override
    public String ulid() {
        return UlidCreator.getMonotonicUlid().toString();
    }

    @Override
    public byte[] secret(int bytes) {
        byte[] secret = new byte[bytes];
        random.nextBytes(secret);
        return secret;
    }
}
