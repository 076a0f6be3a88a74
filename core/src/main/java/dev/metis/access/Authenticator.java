package dev.metis.access;

import dev.metis.access.Authentication.Reason;
import dev.metis.item.ItemMapper;
import dev.metis.item.Keys;
import dev.metis.port.Change;
import dev.metis.port.Condition;
import dev.metis.port.ItemStore;
import dev.metis.port.TimeSource;
import dev.metis.port.Write;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Says who holds a secret. Every check reads the store: a revoked credential is void with the next call. The secret is
 * looked up by its hash, so how long a refusal takes tells nothing of any secret.
 */
public final class Authenticator {
    /** A session is written again only when that gains this much, so that reading does not mean writing. */
    private static final Duration SLIDE_STEP = Duration.ofMinutes(5);

    private final ItemStore store;
    private final Credentials credentials;
    private final Principals principals;
    private final TimeSource time;

    public Authenticator(ItemStore store, Principals principals, TimeSource time) {
        this.store = store;
        this.credentials = new Credentials(store);
        this.principals = principals;
        this.time = time;
    }

    /** Checks a bearer token. */
    public Authentication bearer(String secret) {
        return check(secret, CredentialKind.API);
    }

    /** Checks a session's secret and lets the session slide. */
    public Authentication session(String secret) {
        return check(secret, CredentialKind.SESSION);
    }

    /** Checks a caller's credential anew, without sliding anything: who it stands for now, or nobody any more. */
    public Optional<Caller> again(String sha256) {
        return credentials
                .find(sha256)
                .filter(found -> found.kind() == CredentialKind.API || found.kind() == CredentialKind.SESSION)
                .filter(found -> !found.expired(time.now()))
                .flatMap(found -> caller(found, sha256));
    }

    private Authentication check(String secret, CredentialKind kind) {
        if (!Credentials.plausible(secret)) {
            return new Authentication.Refused(Reason.UNKNOWN);
        }
        String hash = Secrets62.sha256(secret);
        Optional<Credential> found = credentials.find(hash);
        if (found.isEmpty()) {
            return new Authentication.Refused(Reason.UNKNOWN);
        }
        if (found.get().kind() != kind) {
            return new Authentication.Refused(Reason.WRONG_KIND);
        }
        if (found.get().expired(time.now())) {
            return new Authentication.Refused(Reason.EXPIRED);
        }
        Optional<Caller> caller = caller(found.get(), hash);
        if (caller.isEmpty()) {
            return new Authentication.Refused(Reason.NO_PRINCIPAL);
        }
        return kind == CredentialKind.SESSION
                ? slide(found.get(), caller.get())
                : new Authentication.Authenticated(caller.get(), false);
    }

    private Authentication slide(Credential session, Caller caller) {
        Instant longest = session.createdAt().plus(Sessions.LONGEST);
        Instant wanted = time.now().plus(Sessions.LIFETIME);
        Instant end = wanted.isBefore(longest) ? wanted : longest;
        if (Duration.between(session.expiresAt(), end).compareTo(SLIDE_STEP) < 0) {
            return new Authentication.Authenticated(caller, false);
        }
        // A session that was signed out meanwhile must not come back: the item has to exist.
        boolean written = store.write(new Write.Update(
                        Keys.token(caller.credential()),
                        List.of(
                                new Change.Set(List.of("expiresAt"), ItemMapper.toTree(end)),
                                new Change.Set(List.of("ttl"), ItemMapper.toTree(end.getEpochSecond()))),
                        new Condition.Exists()))
                .committed();
        return written
                ? new Authentication.Authenticated(until(caller, end), true)
                : new Authentication.Refused(Reason.UNKNOWN);
    }

    private Optional<Caller> caller(Credential credential, String hash) {
        return principals
                .find(credential.tenant(), credential.principal())
                .map(principal -> new Caller(
                        principal.tenant(),
                        principal.id(),
                        principal.name(),
                        principal.role(),
                        principal.role().limit(credential.scopeSet()),
                        credential.kind(),
                        hash,
                        credential.expiresAt()));
    }

    private static Caller until(Caller caller, Instant end) {
        return new Caller(
                caller.tenant(),
                caller.principal(),
                caller.name(),
                caller.role(),
                caller.scopes(),
                caller.kind(),
                caller.credential(),
                end);
    }
}
