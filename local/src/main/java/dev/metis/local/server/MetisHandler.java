package dev.metis.local.server;

import dev.metis.access.Caller;
import dev.metis.function.api.Api;
import dev.metis.function.api.ApiRequest;
import dev.metis.function.api.ApiResponse;
import dev.metis.function.api.LiveGate;
import dev.metis.function.api.Problem;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;

/** Sends each request where it belongs: the live connection, the API, or the web client. */
final class MetisHandler extends Handler.Abstract {
    private static final Logger LOG = System.getLogger(MetisHandler.class.getName());

    private final Api api;
    private final LiveGate gate;
    private final LiveSockets sockets;
    private final SiteHandler site;
    private final ControlHandler control;
    private final ServerWebSocketContainer container;

    MetisHandler(
            Api api,
            LiveGate gate,
            LiveSockets sockets,
            SiteHandler site,
            ControlHandler control,
            ServerWebSocketContainer container) {
        this.api = api;
        this.gate = gate;
        this.sockets = sockets;
        this.site = site;
        this.control = control;
        this.container = container;
    }

    @Override
    public boolean handle(Request jetty, Response response, Callback callback) {
        ApiRequest request = JettyExchange.request(jetty);
        try {
            if (request.path().equals(LiveGate.PATH)) {
                live(request, jetty, response, callback);
                return true;
            }
            JettyExchange.send(answer(request), jetty, response);
            callback.succeeded();
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "the client left before its answer was sent", e);
            callback.failed(e);
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "an answer could not be sent", e);
            callback.failed(e);
        }
        return true;
    }

    private ApiResponse answer(ApiRequest request) throws IOException {
        if (isApi(request.path())) {
            return api.handle(request);
        }
        return ControlHandler.isControl(request.path()) ? control.handle(request) : site.handle(request);
    }

    private static boolean isApi(String path) {
        return path.equals("/healthz")
                || path.equals("/openapi.json")
                || path.equals("/v1")
                || path.startsWith("/v1/")
                || path.equals("/mcp")
                || path.startsWith("/mcp/");
    }

    private void live(ApiRequest request, Request jetty, Response response, Callback callback) throws IOException {
        LiveGate.Admission admission = admit(request);
        switch (admission) {
            case LiveGate.Admission.Refused(ApiResponse refusal) -> answer(refusal, jetty, response, callback);
            case LiveGate.Admission.Admitted(Caller caller) -> {
                boolean upgraded = container.upgrade(
                        (upgrade, accepted, failed) -> sockets.create(caller), jetty, response, callback);
                if (!upgraded) {
                    Problem problem = Problem.of(400, "invalid_request", "this is no WebSocket handshake");
                    answer(problem.toResponse(LiveGate.PATH), jetty, response, callback);
                }
            }
        }
    }

    private LiveGate.Admission admit(ApiRequest request) {
        if (!request.headers().first("upgrade").orElse("").equalsIgnoreCase("websocket")) {
            return new LiveGate.Admission.Refused(Problem.of(426, "upgrade_required", "this is a WebSocket")
                    .toResponse(LiveGate.PATH)
                    .withHeader("upgrade", "websocket"));
        }
        if (sockets.full()) {
            return new LiveGate.Admission.Refused(
                    Problem.of(503, "too_many_connections", "there are too many live connections; try again")
                            .toResponse(LiveGate.PATH)
                            .withHeader("retry-after", "5"));
        }
        return gate.admit(request);
    }

    private static void answer(ApiResponse answer, Request request, Response response, Callback callback)
            throws IOException {
        JettyExchange.send(answer.withHeader("cache-control", "no-store"), request, response);
        callback.succeeded();
    }
}
