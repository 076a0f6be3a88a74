package dev.metis.function.api;

import dev.metis.access.Authentication;
import dev.metis.access.Authenticator;
import dev.metis.access.Caller;
import dev.metis.access.LiveTickets;
import dev.metis.access.Scope;
import dev.metis.access.Sessions;
import dev.metis.error.ErrorCode;
import dev.metis.item.ItemMapper;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Signing in and out, and tickets for the live connection. */
final class SessionRoutes {
    private static final Logger LOG = System.getLogger(SessionRoutes.class.getName());

    private final Gate gate;
    private final Authenticator authenticator;
    private final Sessions sessions;
    private final LiveTickets tickets;

    SessionRoutes(Gate gate, Authenticator authenticator, Sessions sessions, LiveTickets tickets) {
        this.gate = gate;
        this.authenticator = authenticator;
        this.sessions = sessions;
        this.tickets = tickets;
    }

    List<Route> routes() {
        return List.of(
                Route.post("/v1/session", "signIn", "Trades a one-time token for a session cookie")
                        .signIn()
                        .body(Schemas.object()
                                .put("token", Schemas.text(1, 512))
                                .schema())
                        .answers(Route.Answer.json(200, "Session"), this::signIn),
                Route.get("/v1/session", "getSession", "Says who the caller is")
                        .answers(Route.Answer.json(200, "Session"), this::show),
                Route.delete("/v1/session", "signOut", "Ends the session; with an API token it changes nothing")
                        .answers(Route.Answer.empty(), this::signOut),
                Route.post("/v1/live/tickets", "createLiveTicket", "Makes a single-use ticket for the live connection")
                        .needs(Scope.RUNS_READ)
                        .optionalBody(Schemas.object().schema())
                        .answers(Route.Answer.json(201, "LiveTicket"), this::ticket));
    }

    private ApiResponse signIn(Call call) {
        gate.requireOwnPage(call.request());
        String secret = sessions.open(call.body().path("token").asString()).orElseThrow(SessionRoutes::spent);
        return switch (authenticator.session(secret)) {
            case Authentication.Authenticated in ->
                ApiResponse.json(200, session(in.caller(), Optional.of(secret)))
                        .withHeader("set-cookie", gate.cookie(secret, in.caller()));
            case Authentication.Refused(Authentication.Reason reason) -> {
                LOG.log(Level.WARNING, "a session just opened was refused: {0}", reason);
                throw spent();
            }
        };
    }

    private ApiResponse show(Call call) {
        Caller caller = call.caller();
        return ApiResponse.json(200, session(caller, gate.secret(call.request(), caller)));
    }

    private ApiResponse signOut(Call call) {
        sessions.close(call.caller());
        return ApiResponse.noContent().withHeader("set-cookie", gate.noCookie());
    }

    private ApiResponse ticket(Call call) {
        LiveTickets.Ticket ticket = tickets.issue(call.caller());
        ObjectNode json = ItemMapper.object();
        json.put("ticket", ticket.secret());
        json.put("expiresAt", ItemMapper.timestamp(ticket.expiresAt()));
        return ApiResponse.json(201, json);
    }

    private static ObjectNode session(Caller caller, Optional<String> secret) {
        ObjectNode json = ItemMapper.object();
        json.putObject("user").put("id", caller.principal().value()).put("name", caller.name());
        json.put("tenantId", caller.tenant().value());
        json.put("role", caller.role().wire());
        ArrayNode scopes = json.putArray("scopes");
        caller.scopes().stream().sorted().map(Scope::wire).forEach(scopes::add);
        json.put("csrf", secret.map(Sessions::csrf).orElse(null));
        json.put("expiresAt", ItemMapper.timestamp(caller.expiresAt()));
        return json;
    }

    private static ProblemException spent() {
        return Problem.of(
                        401,
                        ErrorCode.UNAUTHENTICATED,
                        "this sign-in token is unknown, used or too old; ./metis link makes another")
                .raise();
    }
}
