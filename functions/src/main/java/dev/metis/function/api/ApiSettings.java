package dev.metis.function.api;

import java.util.Objects;
import java.util.Set;

/**
 * What the installation decides. {@code cookieName} is the session cookie's; {@code secureCookie} where the page comes by
 * https. Limits are for each principal (unsafe calls) and for each peer (trying to sign in).
 */
public record ApiSettings(
        String version,
        String cookieName,
        boolean secureCookie,
        Set<String> hosts,
        Set<String> origins,
        Limit unsafeCalls,
        Limit signIns) {
    public static final Limit UNSAFE_CALLS = new Limit(200, 500);
    public static final Limit SIGN_INS = new Limit(1, 30);

    public ApiSettings {
        Objects.requireNonNull(version, "version is null");
        Objects.requireNonNull(cookieName, "cookieName is null");
        hosts = Set.copyOf(hosts);
        origins = Set.copyOf(origins);
        Objects.requireNonNull(unsafeCalls, "unsafeCalls is null");
        Objects.requireNonNull(signIns, "signIns is null");
    }

    /** Calls a second on the long run, and at once. */
    public record Limit(double perSecond, int burst) {}

    /** The settings of one machine: loopback names, the standard limits. */
    public static ApiSettings local(String version, int port) {
        return new ApiSettings(version, "metis_session_" + port, false, Set.of(), Set.of(), UNSAFE_CALLS, SIGN_INS);
    }
}
