package dev.metis.function.api;

import dev.metis.access.Authentication;
import dev.metis.access.Authenticator;
import dev.metis.access.Caller;
import dev.metis.access.CredentialKind;
import dev.metis.access.Sessions;
import dev.metis.error.ErrorCode;
import dev.metis.port.TimeSource;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * Says who calls, from the {@code Authorization} header or the session cookie and from nothing else. A cookie counts only
 * when host and origin are this server's, and for unsafe calls only with the session's CSRF value.
 */
final class Gate {
    private static final Logger LOG = System.getLogger(Gate.class.getName());
    static final String CSRF_HEADER = "x-metis-csrf";

    private final Authenticator authenticator;
    private final OriginGuard guard;
    private final ApiSettings settings;
    private final TimeSource time;

    Gate(Authenticator authenticator, OriginGuard guard, ApiSettings settings, TimeSource time) {
        this.authenticator = authenticator;
        this.guard = guard;
        this.settings = settings;
        this.time = time;
    }

    /** A caller, and the cookie to send again where the session has slid. */
    record Entry(Caller caller, Optional<String> cookie) {}

    Entry admit(ApiRequest request, boolean safe) {
        Optional<String> authorization = request.headers().first("authorization");
        if (authorization.isPresent()) {
            String token = bearer(authorization.get()).orElseThrow(Gate::unauthenticated);
            return new Entry(accept(authenticator.bearer(token)).caller(), Optional.empty());
        }
        String secret = request.headers().cookie(settings.cookieName()).orElseThrow(Gate::unauthenticated);
        requireOwnPage(request);
        Authentication.Authenticated session = accept(authenticator.session(secret));
        if (!safe) {
            String shown = request.headers().first(CSRF_HEADER).orElse("");
            if (!Sessions.csrfMatches(secret, shown)) {
                throw Problem.of(
                                403,
                                "csrf",
                                "an unsafe call with the cookie needs X-Metis-CSRF with the session's value")
                        .raise();
            }
        }
        return new Entry(
                session.caller(), session.slid() ? Optional.of(cookie(secret, session.caller())) : Optional.empty());
    }

    /** Refuses a request that a foreign page or a rebound name sent. */
    void requireOwnPage(ApiRequest request) {
        if (!guard.admits(request.headers())) {
            throw Problem.of(403, "foreign_origin", "this host name or page has no business here")
                    .raise();
        }
    }

    String cookie(String secret, Caller session) {
        Duration left = Duration.between(time.now(), session.expiresAt());
        return cookie(secret, Math.max(1, left.toSeconds()));
    }

    String noCookie() {
        return cookie("", 0);
    }

    /** The session's secret as sent with the request. */
    Optional<String> secret(ApiRequest request, Caller caller) {
        return caller.kind() == CredentialKind.SESSION
                ? request.headers().cookie(settings.cookieName())
                : Optional.empty();
    }

    private String cookie(String value, long maxAge) {
        return settings.cookieName() + "=" + value + "; Path=/; Max-Age=" + maxAge + "; HttpOnly; SameSite=Strict"
                + (settings.secureCookie() ? "; Secure" : "");
    }

    private static Authentication.Authenticated accept(Authentication result) {
        return switch (result) {
            case Authentication.Authenticated authenticated -> authenticated;
            case Authentication.Refused(Authentication.Reason reason) -> {
                LOG.log(Level.DEBUG, "a credential was refused: {0}", reason);
                throw unauthenticated();
            }
        };
    }

    static Optional<String> bearer(String header) {
        String[] parts = header.strip().split(" +", 2);
        return parts.length == 2 && parts[0].toLowerCase(Locale.ROOT).equals("bearer")
                ? Optional.of(parts[1])
                : Optional.empty();
    }

    static ProblemException unauthenticated() {
        return Problem.of(401, ErrorCode.UNAUTHENTICATED, "a valid token or session is needed")
                .raise();
    }
}
