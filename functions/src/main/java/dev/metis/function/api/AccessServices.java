package dev.metis.function.api;

import dev.metis.access.ApiTokens;
import dev.metis.access.Authenticator;
import dev.metis.access.LiveTickets;
import dev.metis.access.Principals;
import dev.metis.access.Sessions;
import dev.metis.port.IdSource;
import dev.metis.port.ItemStore;
import dev.metis.port.TimeSource;

/** Who may come in, and with what. */
public record AccessServices(
        Principals principals, Authenticator authenticator, ApiTokens tokens, Sessions sessions, LiveTickets tickets) {
    public static AccessServices over(ItemStore store, IdSource ids, TimeSource time) {
        Principals principals = new Principals(store, ids, time);
        Authenticator authenticator = new Authenticator(store, principals, time);
        return new AccessServices(
                principals,
                authenticator,
                new ApiTokens(store, ids, time),
                new Sessions(store, ids, time),
                new LiveTickets(store, authenticator, ids, time));
    }
}
