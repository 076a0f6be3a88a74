package dev.metis.access;

import dev.metis.port.IdSource;
import dev.metis.port.ItemStore;
import dev.metis.port.TimeSource;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Signing in with a one-time link and out again. A link opens one session, whoever is first. A session lasts
 * {@link #LIFETIME}, again from each use, but never past {@link #LONGEST} from its beginning.
 */
public final class Sessions {
    public static final Duration LIFETIME = Duration.ofHours(12);
    public static final Duration LONGEST = Duration.ofDays(7);
    public static final Duration LINK_LIFETIME = Duration.ofMinutes(10);

    private final Credentials credentials;
    private final IdSource ids;
    private final TimeSource time;

    public Sessions(ItemStore store, IdSource ids, TimeSource time) {
        this.credentials = new Credentials(store);
        this.ids = ids;
        this.time = time;
    }

    /** A one-time token that signs the principal in, with all that its role allows. */
    public String link(Principal principal) {
        Instant now = time.now();
        String secret = Secrets62.generate(Secrets62.LINK_PREFIX, ids);
        credentials.put(
                Secrets62.sha256(secret),
                Credential.of(
                        CredentialKind.LINK,
                        principal.tenant(),
                        principal.id(),
                        Scope.ALL,
                        null,
                        null,
                        now,
                        now.plus(LINK_LIFETIME)));
        return secret;
    }

    /** Trades a one-time token for a session's secret; empty when it is unknown, used or too old. */
    public Optional<String> open(String linkToken) {
        return credentials
                .take(linkToken, CredentialKind.LINK)
                .filter(link -> !link.expired(time.now()))
                .map(this::begin);
    }

    /** Ends the session; one that is over is no fault. */
    public void close(Caller caller) {
        if (caller.kind() == CredentialKind.SESSION) {
            credentials.delete(caller.credential());
        }
    }

    /** The value that unsafe calls of this session must show: a foreign page cannot read it. */
    public static String csrf(String sessionSecret) {
        return Secrets62.derive("csrf", sessionSecret);
    }

    /** Whether the value is the session's, in constant time. */
    public static boolean csrfMatches(String sessionSecret, String value) {
        return MessageDigest.isEqual(
                csrf(sessionSecret).getBytes(StandardCharsets.UTF_8), value.getBytes(StandardCharsets.UTF_8));
    }

    private String begin(Credential link) {
        Instant now = time.now();
        String secret = Secrets62.generate(Secrets62.SESSION_PREFIX, ids);
        credentials.put(
                Secrets62.sha256(secret),
                Credential.of(
                        CredentialKind.SESSION,
                        link.tenant(),
                        link.principal(),
                        link.scopeSet(),
                        null,
                        null,
                        now,
                        now.plus(LIFETIME)));
        return secret;
    }
}
