package dev.metis.access;

import dev.metis.port.IdSource;
import dev.metis.port.ItemStore;
import dev.metis.port.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Tickets that open one live connection within {@link #LIFETIME}, for clients that cannot send a header with it. */
public final class LiveTickets {
    public static final Duration LIFETIME = Duration.ofSeconds(60);

    private final Credentials credentials;
    private final Authenticator authenticator;
    private final IdSource ids;
    private final TimeSource time;

    public LiveTickets(ItemStore store, Authenticator authenticator, IdSource ids, TimeSource time) {
        this.credentials = new Credentials(store);
        this.authenticator = authenticator;
        this.ids = ids;
        this.time = time;
    }

    /** A ticket that lets in as the caller. */
    public Ticket issue(Caller caller) {
        Instant now = time.now();
        Instant end = now.plus(LIFETIME);
        String secret = Secrets62.generate(Secrets62.TICKET_PREFIX, ids);
        credentials.put(
                Secrets62.sha256(secret),
                Credential.of(
                        CredentialKind.TICKET,
                        caller.tenant(),
                        caller.principal(),
                        caller.scopes(),
                        null,
                        caller.credential(),
                        now,
                        end));
        return new Ticket(secret, end);
    }

    /** Spends a ticket; empty when it is unknown, spent, too old, or what it was made with is void by now. */
    public Optional<Caller> redeem(String secret) {
        return credentials
                .take(secret, CredentialKind.TICKET)
                .filter(ticket -> !ticket.expired(time.now()))
                .flatMap(ticket -> Optional.ofNullable(ticket.source()).flatMap(authenticator::again));
    }

    /** The secret and until when it can be used. */
    public record Ticket(String secret, Instant expiresAt) {
        @Override
        public String toString() {
            return "Ticket[until " + expiresAt + "]";
        }
    }
}
