package dev.metis.function.api;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Keeps foreign pages out of what a browser sends by itself. The {@code Host} must be a name of this server, so that a
 * name rebound to it opens nothing; the {@code Origin}, where there is one, must be that of this very host and port.
 */
public final class OriginGuard {
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    private final Set<String> hosts;
    private final Set<String> origins;

    /** Further host names (without port) and further origins ({@code scheme://host[:port]}), both in lower case. */
    public OriginGuard(Set<String> hosts, Set<String> origins) {
        this.hosts = Set.copyOf(hosts);
        this.origins = Set.copyOf(origins);
    }

    /** Whether the request may be answered on behalf of whom the browser says. */
    public boolean admits(Headers headers) {
        Optional<String> host = headers.first("host").map(h -> h.toLowerCase(Locale.ROOT));
        if (host.isEmpty() || headers.all("host").size() != 1 || !knows(name(host.get()))) {
            return false;
        }
        return headers.all("origin").stream().allMatch(origin -> isOwn(origin.toLowerCase(Locale.ROOT), host.get()));
    }

    private boolean isOwn(String origin, String host) {
        return origin.equals("http://" + host) || origin.equals("https://" + host) || origins.contains(origin);
    }

    private boolean knows(String name) {
        return LOOPBACK.contains(name) || hosts.contains(name);
    }

    /** The host without its port; text that is no host and port has no name. */
    private static String name(String host) {
        try {
            URI uri = new URI("http://" + host);
            String name = uri.getHost();
            boolean plain = uri.getRawUserInfo() == null
                    && uri.getRawPath().isEmpty()
                    && uri.getRawQuery() == null
                    && uri.getRawFragment() == null;
            return name == null || !plain ? "" : name;
        } catch (URISyntaxException e) {
            return "";
        }
    }
}
