package dev.metis.access;

import dev.metis.item.ItemMapper;
import dev.metis.item.Keys;
import dev.metis.port.Condition;
import dev.metis.port.IdSource;
import dev.metis.port.Item;
import dev.metis.port.ItemKey;
import dev.metis.port.ItemStore;
import dev.metis.port.Page;
import dev.metis.port.Query;
import dev.metis.port.Table;
import dev.metis.port.TimeSource;
import dev.metis.port.Write;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * API tokens of principals. Entry and credential are written and deleted together: a token that is listed opens the API,
 * one that is revoked does not, from the moment the call returns.
 */
public final class ApiTokens {
    public static final Duration DEFAULT_LIFETIME = Duration.ofDays(90);
    public static final Duration LONGEST_LIFETIME = Duration.ofDays(366);

    private final ItemStore store;
    private final IdSource ids;
    private final TimeSource time;

    public ApiTokens(ItemStore store, IdSource ids, TimeSource time) {
        this.store = store;
        this.ids = ids;
        this.time = time;
    }

    /** Makes a token with exactly the scopes, for whoever acts for the installation's owner at its terminal. */
    public ApiToken.Issued issue(Principal principal, @Nullable String name, Set<Scope> scopes, Duration lifetime) {
        Instant now = time.now();
        return store(principal.tenant(), principal.id(), name, scopes, now, now.plus(lifetime));
    }

    /**
     * Makes a token on behalf of a caller: never with a scope that the caller lacks, and never living longer than an API
     * token it is made with.
     */
    public Result issue(Caller maker, @Nullable String name, Set<Scope> asked, Duration lifetime) {
        EnumSet<Scope> beyond = EnumSet.noneOf(Scope.class);
        asked.stream().filter(scope -> !maker.may(scope)).forEach(beyond::add);
        if (!beyond.isEmpty()) {
            return new Result.BeyondMaker(beyond);
        }
        Instant now = time.now();
        Instant end = now.plus(lifetime);
        boolean outlives = maker.kind() == CredentialKind.API && end.isAfter(maker.expiresAt());
        return new Result.Made(
                store(maker.tenant(), maker.principal(), name, asked, now, outlives ? maker.expiresAt() : end));
    }

    /** How a request for a token ended. */
    public sealed interface Result {
        /** Here it is. */
        record Made(ApiToken.Issued issued) implements Result {}

        /** Its maker does not have these scopes. */
        record BeyondMaker(Set<Scope> scopes) implements Result {
            public BeyondMaker {
                scopes = Set.copyOf(scopes);
            }
        }
    }

    /** The principal's tokens, the newest first; expired ones are left out. */
    public Listing list(TenantId tenant, PrincipalId principal, int limit, Optional<String> after) {
        Query all = Query.prefix(Table.MAIN, Keys.apiTokens(tenant, principal), TokenId.PREFIX, limit)
                .backwards();
        Page page = store.query(after.map(all::after).orElse(all));
        Instant now = time.now();
        List<ApiToken> tokens = page.items().stream()
                .map(ApiTokens::read)
                .filter(token -> now.isBefore(token.expiresAt()))
                .toList();
        return new Listing(tokens, page.next());
    }

    /** A page and the cursor to go on after, if there may be more. */
    public record Listing(List<ApiToken> tokens, Optional<String> next) {
        public Listing {
            tokens = List.copyOf(tokens);
        }
    }

    /** Makes a token void. False when the principal has no such token. */
    public boolean revoke(TenantId tenant, PrincipalId principal, TokenId id) {
        ItemKey entry = entryKey(tenant, principal, id);
        Optional<ApiToken> token = store.get(entry).map(ApiTokens::read);
        return token.isPresent()
                && store.transact(List.of(
                                new Write.Delete(entry, new Condition.Exists()),
                                new Write.Delete(Keys.token(token.get().sha256()), new Condition.Always())))
                        .committed();
    }

    private ApiToken.Issued store(
            TenantId tenant,
            PrincipalId principal,
            @Nullable String name,
            Set<Scope> scopes,
            Instant now,
            Instant end) {
        String secret = Secrets62.generate(Secrets62.API_PREFIX, ids);
        String hash = Secrets62.sha256(secret);
        TokenId id = new TokenId(TokenId.PREFIX + ids.ulid());
        Credential credential = Credential.of(CredentialKind.API, tenant, principal, scopes, id, null, now, end);
        ApiToken token = new ApiToken(id, name, credential.scopes(), now, end, hash);
        boolean stored = store.transact(List.of(
                        Credentials.putting(hash, credential),
                        new Write.Put(
                                entryKey(tenant, principal, id),
                                ItemMapper.attributes(token),
                                new Condition.NotExists())))
                .committed();
        if (!stored) {
            throw new IllegalStateException("a fresh secret is in use already: the random source repeats itself");
        }
        return new ApiToken.Issued(token, secret);
    }

    private static ItemKey entryKey(TenantId tenant, PrincipalId principal, TokenId id) {
        return ItemKey.main(Keys.apiTokens(tenant, principal), id.value());
    }

    private static ApiToken read(Item item) {
        return ItemMapper.fromTree(item.attributes(), ApiToken.class);
    }
}
