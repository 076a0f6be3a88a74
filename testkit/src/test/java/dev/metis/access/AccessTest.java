package dev.metis.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.metis.access.Authentication.Authenticated;
import dev.metis.access.Authentication.Reason;
import dev.metis.access.Authentication.Refused;
import dev.metis.item.ItemMapper;
import dev.metis.item.Keys;
import dev.metis.testkit.store.InMemoryItemStore;
import dev.metis.testkit.time.ManualTime;
import dev.metis.testkit.time.SequentialIds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AccessTest {
    private final InMemoryItemStore store = new InMemoryItemStore();
    private final ManualTime time = new ManualTime();
    private final SequentialIds ids = new SequentialIds();
    private final Principals principals = new Principals(store, ids, time);
    private final Authenticator authenticator = new Authenticator(store, principals, time);
    private final ApiTokens tokens = new ApiTokens(store, ids, time);
    private final Sessions sessions = new Sessions(store, ids, time);
    private final LiveTickets tickets = new LiveTickets(store, authenticator, ids, time);

    @Test
    void aNameIsOnePrincipalHoweverManyAskForItAtOnce() throws Exception {
        Set<Principal> answers = new HashSet<>(atOnce(16, () -> principals.ensure("ana")));
        assertEquals(1, answers.size());
        assertEquals(answers.iterator().next(), principals.ensure("ana"));
    }

    @Test
    void everyPrincipalOwnsATenantOfItsOwn() {
        Principal ana = principals.ensure("ana");
        Principal ben = principals.ensure("ben");
        assertNotEquals(ana.tenant(), ben.tenant());
        assertEquals(Role.OWNER, ana.role());
        assertEquals(Optional.of(ana), principals.find(ana.tenant(), ana.id()));
        assertEquals(Optional.empty(), principals.find(ben.tenant(), ana.id()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "../x", "a\nb", "-a", "a\u202Eb", "#x"})
    void aNameThatCouldMisleadIsRefused(String name) {
        assertThrows(IllegalArgumentException.class, () -> principals.ensure(name));
    }

    @Test
    void aTokenOpensTheApiAsItsPrincipalWithItsScopes() {
        Principal ana = principals.ensure("ana");
        ApiToken.Issued issued = tokens.issue(ana, "ci", Scope.RUNS, Duration.ofDays(1));
        assertTrue(issued.secret().matches("mts_[0-9A-Za-z]{43}"), issued.secret());
        Caller caller = caller(issued.secret());
        assertEquals(ana.tenant(), caller.tenant());
        assertEquals(ana.id(), caller.principal());
        assertEquals(Scope.RUNS, caller.scopes());
        assertFalse(caller.may(Scope.ADMIN));
    }

    @Test
    void onlyTheHashOfASecretIsStored() {
        Principal ana = principals.ensure("ana");
        ApiToken.Issued issued = tokens.issue(ana, null, Scope.ALL, Duration.ofDays(1));
        String stored = ItemMapper.write(store.get(Keys.token(Secrets62.sha256(issued.secret())))
                .orElseThrow()
                .attributes());
        assertFalse(stored.contains(issued.secret()), stored);
        assertFalse(issued.toString().contains(issued.secret()));
    }

    @Test
    void anExpiredTokenOpensNothing() {
        String secret = token(Scope.ALL, Duration.ofMinutes(1));
        time.advance(Duration.ofMinutes(1).minusMillis(1));
        caller(secret);
        time.advance(Duration.ofMillis(1));
        assertEquals(new Refused(Reason.EXPIRED), authenticator.bearer(secret));
    }

    @Test
    void aRevokedTokenOpensNothingFromThenOn() {
        Principal ana = principals.ensure("ana");
        ApiToken.Issued issued = tokens.issue(ana, null, Scope.ALL, Duration.ofDays(1));
        Caller caller = caller(issued.secret());
        assertTrue(tokens.revoke(ana.tenant(), ana.id(), issued.token().id()));
        assertEquals(new Refused(Reason.UNKNOWN), authenticator.bearer(issued.secret()));
        assertEquals(Optional.empty(), authenticator.again(caller.credential()));
        assertFalse(tokens.revoke(ana.tenant(), ana.id(), issued.token().id()));
        assertEquals(
                List.of(),
                tokens.list(ana.tenant(), ana.id(), 50, Optional.empty()).tokens());
    }

    @Test
    void nobodyRevokesOrListsAnothersToken() {
        Principal ana = principals.ensure("ana");
        Principal ben = principals.ensure("ben");
        ApiToken.Issued issued = tokens.issue(ana, null, Scope.ALL, Duration.ofDays(1));
        assertFalse(tokens.revoke(ben.tenant(), ben.id(), issued.token().id()));
        assertEquals(
                List.of(),
                tokens.list(ben.tenant(), ben.id(), 50, Optional.empty()).tokens());
        caller(issued.secret());
    }

    @Test
    void tokensAreListedNewestFirstByPages() {
        Principal ana = principals.ensure("ana");
        List<TokenId> made = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            made.addFirst(tokens.issue(ana, null, Scope.RUNS, Duration.ofDays(1))
                    .token()
                    .id());
        }
        ApiTokens.Listing first = tokens.list(ana.tenant(), ana.id(), 3, Optional.empty());
        ApiTokens.Listing second = tokens.list(ana.tenant(), ana.id(), 3, first.next());
        List<TokenId> listed = new ArrayList<>();
        first.tokens().forEach(token -> listed.add(token.id()));
        second.tokens().forEach(token -> listed.add(token.id()));
        assertEquals(made, listed);
    }

    @Test
    void aTokenNeverHasMoreThanItsMaker() {
        Caller maker = caller(token(EnumSet.of(Scope.RUNS_READ, Scope.ADMIN), Duration.ofDays(1)));
        assertEquals(
                new ApiTokens.Result.BeyondMaker(Set.of(Scope.MODE_FULL)),
                tokens.issue(maker, null, EnumSet.of(Scope.RUNS_READ, Scope.MODE_FULL), Duration.ofDays(1)));
        ApiTokens.Result made = tokens.issue(maker, null, Set.of(Scope.RUNS_READ), Duration.ofDays(30));
        ApiToken token =
                assertInstanceOf(ApiTokens.Result.Made.class, made).issued().token();
        assertEquals(maker.expiresAt(), token.expiresAt(), "it does not outlive the token it was made with");
    }

    @Test
    void aViewersTokenOnlyReads() {
        assertEquals(Set.of(Scope.RUNS_READ), Role.VIEWER.limit(Scope.ALL));
        assertEquals(EnumSet.complementOf(EnumSet.of(Scope.ADMIN)), Role.MEMBER.limit(Scope.ALL));
        assertEquals(Scope.ALL, Role.OWNER.limit(Scope.ALL));
    }

    @Test
    void aLinkOpensOneSessionWhoeverIsFirst() throws Exception {
        String link = sessions.link(principals.ensure("ana"));
        long opened = atOnce(12, () -> sessions.open(link)).stream()
                .filter(Optional::isPresent)
                .count();
        assertEquals(1, opened);
        assertEquals(Optional.empty(), sessions.open(link));
    }

    @Test
    void aLinkIsVoidAfterTenMinutes() {
        String link = sessions.link(principals.ensure("ana"));
        time.advance(Sessions.LINK_LIFETIME);
        assertEquals(Optional.empty(), sessions.open(link));
    }

    @Test
    void aSessionSlidesWithUseAndEndsAfterSevenDays() {
        String session = session("ana");
        Duration used = Duration.ZERO;
        while (used.plusHours(11).compareTo(Sessions.LONGEST) < 0) {
            time.advance(Duration.ofHours(11));
            used = used.plusHours(11);
            assertTrue(assertInstanceOf(Authenticated.class, authenticator.session(session))
                    .slid());
        }
        time.advance(Sessions.LONGEST.minus(used));
        assertEquals(new Refused(Reason.EXPIRED), authenticator.session(session));
    }

    @Test
    void anUnusedSessionEndsAfterTwelveHours() {
        String session = session("ana");
        time.advance(Sessions.LIFETIME);
        assertEquals(new Refused(Reason.EXPIRED), authenticator.session(session));
    }

    @Test
    void signingOutIsForGood() {
        String session = session("ana");
        Caller caller = assertInstanceOf(Authenticated.class, authenticator.session(session))
                .caller();
        sessions.close(caller);
        assertEquals(new Refused(Reason.UNKNOWN), authenticator.session(session));
        time.advance(Duration.ofHours(1));
        assertEquals(new Refused(Reason.UNKNOWN), authenticator.session(session));
    }

    @Test
    void theCsrfValueIsTheSessionsAlone() {
        String one = session("ana");
        String other = session("ana");
        assertTrue(Sessions.csrfMatches(one, Sessions.csrf(one)));
        assertFalse(Sessions.csrfMatches(one, Sessions.csrf(other)));
        assertFalse(Sessions.csrfMatches(one, ""));
        assertFalse(Sessions.csrf(one).contains(one));
    }

    @Test
    void aTicketLetsInOnceWithinAMinute() throws Exception {
        Caller ana = caller(token(Scope.RUNS, Duration.ofDays(1)));
        String ticket = tickets.issue(ana).secret();
        long in = atOnce(8, () -> tickets.redeem(ticket)).stream()
                .filter(Optional::isPresent)
                .count();
        assertEquals(1, in);
        String late = tickets.issue(ana).secret();
        time.advance(LiveTickets.LIFETIME);
        assertEquals(Optional.empty(), tickets.redeem(late));
    }

    @Test
    void aTicketDiesWithTheCredentialItWasMadeWith() {
        Principal ana = principals.ensure("ana");
        ApiToken.Issued issued = tokens.issue(ana, null, Scope.ALL, Duration.ofDays(1));
        String ticket = tickets.issue(caller(issued.secret())).secret();
        tokens.revoke(ana.tenant(), ana.id(), issued.token().id());
        assertEquals(Optional.empty(), tickets.redeem(ticket));
    }

    @Test
    void aSecretOfOneKindIsGoodForNothingElse() {
        Principal ana = principals.ensure("ana");
        String api = token(Scope.ALL, Duration.ofDays(1));
        String session = session("ana");
        String link = sessions.link(ana);
        String ticket = tickets.issue(caller(api)).secret();
        Refused wrong = new Refused(Reason.WRONG_KIND);
        assertEquals(
                List.of(wrong, wrong, wrong),
                List.of(authenticator.bearer(session), authenticator.bearer(link), authenticator.bearer(ticket)));
        assertEquals(
                List.of(wrong, wrong, wrong),
                List.of(authenticator.session(api), authenticator.session(link), authenticator.session(ticket)));
        assertEquals(Optional.empty(), sessions.open(api));
        assertEquals(Optional.empty(), sessions.open(ticket));
        assertEquals(Optional.empty(), tickets.redeem(link));
        caller(api);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "mts_", "name\0ana", "ana", "mts_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"})
    void nonsenseOpensNothing(String secret) {
        principals.ensure("ana");
        assertEquals(new Refused(Reason.UNKNOWN), authenticator.bearer(secret));
        assertEquals(new Refused(Reason.UNKNOWN), authenticator.bearer(secret.repeat(1_000)));
    }

    private String token(Set<Scope> scopes, Duration lifetime) {
        return tokens.issue(principals.ensure("ana"), null, scopes, lifetime).secret();
    }

    private String session(String name) {
        return sessions.open(sessions.link(principals.ensure(name))).orElseThrow();
    }

    private Caller caller(String secret) {
        return assertInstanceOf(Authenticated.class, authenticator.bearer(secret))
                .caller();
    }

    private static <T> List<T> atOnce(int many, Callable<T> action) throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<T> answers = new ArrayList<>();
            for (Future<T> answer : threads.invokeAll(java.util.Collections.nCopies(many, action))) {
                answers.add(answer.get());
            }
            return answers;
        }
    }
}
