package dev.metis.function.api;

import dev.metis.access.Authentication;
import dev.metis.access.Authenticator;
import dev.metis.access.Caller;
import dev.metis.access.LiveTickets;
import dev.metis.access.Scope;
import java.util.Optional;

/**
 * Lets clients into the live connection: host and origin are always checked, then the header of the REST interface or a
 * single-use ticket says who comes. A cookie opens nothing here.
 */
public final class LiveGate {
    public static final String PATH = "/v1/live";

    private final OriginGuard guard;
    private final Authenticator authenticator;
    private final LiveTickets tickets;

    public LiveGate(OriginGuard guard, Authenticator authenticator, LiveTickets tickets) {
        this.guard = guard;
        this.authenticator = authenticator;
        this.tickets = tickets;
    }

    /** Who comes in, or what to answer instead. */
    public sealed interface Admission {
        /** This one. */
        record Admitted(Caller caller) implements Admission {}

        /** Nobody. */
        record Refused(ApiResponse answer) implements Admission {}
    }

    public Admission admit(ApiRequest request) {
        try {
            if (!guard.admits(request.headers())) {
                throw Problem.of(403, "foreign_origin", "this host name or page has no business here")
                        .raise();
            }
            Caller caller = caller(request).orElseThrow(Gate::unauthenticated);
            Api.requireScope(caller, Scope.RUNS_READ);
            return new Admission.Admitted(caller);
        } catch (ProblemException e) {
            return new Admission.Refused(e.problem().toResponse(PATH));
        }
    }

    /** Who the connection's caller is by now; empty when it may not watch any more. */
    public Optional<Caller> again(Caller caller) {
        return authenticator.again(caller.credential()).filter(c -> c.may(Scope.RUNS_READ));
    }

    private Optional<Caller> caller(ApiRequest request) {
        Optional<String> authorization = request.headers().first("authorization");
        if (authorization.isPresent()) {
            return Gate.bearer(authorization.get())
                    .map(authenticator::bearer)
                    .flatMap(result -> result instanceof Authentication.Authenticated in
                            ? Optional.of(in.caller())
                            : Optional.empty());
        }
        return Optional.ofNullable(PercentEncoding.query(request.query()).get("ticket"))
                .flatMap(tickets::redeem);
    }
}
