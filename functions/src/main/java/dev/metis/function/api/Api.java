package dev.metis.function.api;

import dev.metis.access.Caller;
import dev.metis.access.Scope;
import dev.metis.error.ErrorCode;
import dev.metis.error.MetisException;
import dev.metis.function.api.Route.Access;
import dev.metis.item.ItemMapper;
import dev.metis.port.IdSource;
import dev.metis.port.SchemaValidator;
import dev.metis.port.TimeSource;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Serves every request of the REST interface: finds the route, lets the caller in, checks what was sent, calls the handler.
 * Never throws: whatever goes wrong is a problem answer. Blocks the calling thread while the handler works.
 */
public final class Api {
    private static final Logger LOG = System.getLogger(Api.class.getName());

    private final RouteTable table;
    private final Gate gate;
    private final BodyReader bodies;
    private final RateLimiter unsafeCalls;
    private final RateLimiter signIns;
    private final IdSource ids;

    Api(RouteTable table, Gate gate, SchemaValidator validator, ApiSettings settings, TimeSource time, IdSource ids) {
        this.table = table;
        this.gate = gate;
        this.bodies = new BodyReader(validator);
        this.unsafeCalls = limiter(settings.unsafeCalls(), time);
        this.signIns = limiter(settings.signIns(), time);
        this.ids = ids;
    }

    RouteTable table() {
        return table;
    }

    /** Reads every list once and prepares every schema, so that the first person waits for neither. Changes nothing. */
    public void warm(String token) {
        Headers headers = Headers.of("authorization", "Bearer " + token);
        for (Route route : table.routes()) {
            route.body().ifPresent(bodies::prepare);
            if (route.verb() == Route.Verb.GET && route.path().names().isEmpty()) {
                ApiResponse answer = handle(new ApiRequest(
                        "GET", route.path().text(), "", headers, ApiRequest.BodySource.EMPTY, "127.0.0.1"));
                if (answer.status() >= 400) {
                    LOG.log(Level.WARNING, "{0} answered {1} at the start", route.id(), answer.status());
                }
            }
        }
    }

    public ApiResponse handle(ApiRequest request) {
        String requestId = ids.ulid();
        return answer(request, requestId)
                .withHeader("x-request-id", requestId)
                .withHeader("cache-control", "no-store")
                .withHeader("x-content-type-options", "nosniff")
                .withHeader("referrer-policy", "no-referrer")
                .withHeader("content-security-policy", "default-src 'none'; frame-ancestors 'none'");
    }

    private ApiResponse answer(ApiRequest request, String requestId) {
        String instance = "/";
        try {
            List<RouteTable.Match> matches = table.at(PercentEncoding.path(request.path()));
            if (matches.isEmpty()) {
                throw Problem.notFound().raise();
            }
            instance = matches.getFirst().route().path().instance();
            Optional<RouteTable.Match> match = choose(matches, request.method());
            return match.isPresent() ? serve(match.get(), request) : otherMethod(matches, request.method(), instance);
        } catch (ProblemException e) {
            return refusal(e.problem(), instance);
        } catch (MetisException e) {
            Problem problem = Faults.problem(e);
            if (problem.status() >= 500) {
                LOG.log(Level.ERROR, "request " + requestId + " failed", e);
            }
            return refusal(problem, instance);
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "request " + requestId + " failed", e);
            return refusal(
                    Problem.of(500, ErrorCode.INTERNAL, "something went wrong here; the log has the request id"),
                    instance);
        }
    }

    private static ApiResponse refusal(Problem problem, String instance) {
        ApiResponse response = problem.toResponse(instance);
        return switch (problem.status()) {
            case 401 -> response.withHeader("www-authenticate", "Bearer realm=\"metis\"");
            case 503 -> response.withHeader("retry-after", "1");
            case 429 -> {
                var seconds = problem.extra().get("retryAfterSeconds");
                var limit = problem.extra().get("limit");
                String after = seconds == null ? "1" : seconds.asString();
                yield response.withHeader("retry-after", after)
                        .withHeader("ratelimit-limit", limit == null ? "0" : limit.asString())
                        .withHeader("ratelimit-remaining", "0")
                        .withHeader("ratelimit-reset", after);
            }
            default -> response;
        };
    }

    private static Optional<RouteTable.Match> choose(List<RouteTable.Match> matches, String method) {
        String wanted = method.equals("HEAD") ? "GET" : method;
        return matches.stream()
                .filter(m -> m.route().verb().name().equals(wanted))
                .findFirst();
    }

    private static ApiResponse otherMethod(List<RouteTable.Match> matches, String method, String instance) {
        TreeSet<String> allowed = new TreeSet<>();
        allowed.add("OPTIONS");
        for (RouteTable.Match match : matches) {
            allowed.add(match.route().verb().name());
            if (match.route().verb() == Route.Verb.GET) {
                allowed.add("HEAD");
            }
        }
        String allow = String.join(", ", allowed);
        ApiResponse response = method.equals("OPTIONS")
                ? ApiResponse.noContent()
                : Problem.of(405, "method_not_allowed", "here is " + allow).toResponse(instance);
        return response.withHeader("allow", allow);
    }

    private ApiResponse serve(RouteTable.Match match, ApiRequest request) {
        Route route = match.route();
        return switch (route.access()) {
            case Access.Anyone() -> route.handler().handle(call(match, request, Optional.empty()));
            case Access.SignIn() -> {
                RateLimiter.Verdict verdict = signIns.take(request.remote());
                requireAllowed(verdict);
                yield limits(route.handler().handle(call(match, request, Optional.empty())), verdict);
            }
            case Access.Holder(Optional<Scope> scope) -> served(match, request, scope);
        };
    }

    private ApiResponse served(RouteTable.Match match, ApiRequest request, Optional<Scope> scope) {
        Route route = match.route();
        Gate.Entry entry = gate.admit(request, route.verb().safe());
        scope.ifPresent(needed -> requireScope(entry.caller(), needed));
        ApiResponse response;
        if (route.verb().safe()) {
            response = route.handler().handle(call(match, request, Optional.of(entry.caller())));
        } else {
            RateLimiter.Verdict verdict =
                    unsafeCalls.take(entry.caller().principal().value());
            requireAllowed(verdict);
            response = limits(route.handler().handle(call(match, request, Optional.of(entry.caller()))), verdict);
        }
        boolean hasCookie = response.headers().first("set-cookie").isPresent();
        return entry.cookie().isPresent() && !hasCookie
                ? response.withHeader("set-cookie", entry.cookie().get())
                : response;
    }

    private Call call(RouteTable.Match match, ApiRequest request, Optional<Caller> caller) {
        Route route = match.route();
        Map<String, String> query = PercentEncoding.query(request.query());
        for (QueryParam param : route.query()) {
            String value = query.get(param.name());
            if (value != null) {
                param.check(value);
            }
        }
        return new Call(
                request,
                caller,
                match.names(),
                query,
                route.body().map(spec -> bodies.read(request, spec)).orElseGet(ItemMapper::object));
    }

    static void requireScope(Caller caller, Scope needed) {
        if (!caller.may(needed)) {
            throw Problem.of(403, ErrorCode.FORBIDDEN, "this needs the scope " + needed.wire())
                    .with("scope", ItemMapper.toTree(needed.wire()))
                    .raise();
        }
    }

    private static void requireAllowed(RateLimiter.Verdict verdict) {
        if (!verdict.allowed()) {
            throw Problem.of(429, ErrorCode.RATE_LIMITED, "too many calls; try again when Retry-After has passed")
                    .with("retryAfterSeconds", ItemMapper.toTree(verdict.retryAfterSeconds()))
                    .with("limit", ItemMapper.toTree(verdict.limit()))
                    .raise();
        }
    }

    private static ApiResponse limits(ApiResponse response, RateLimiter.Verdict verdict) {
        return response.withHeader("ratelimit-limit", Integer.toString(verdict.limit()))
                .withHeader("ratelimit-remaining", Integer.toString(verdict.remaining()))
                .withHeader("ratelimit-reset", Long.toString(verdict.resetSeconds()));
    }

    private static RateLimiter limiter(ApiSettings.Limit limit, TimeSource time) {
        return new RateLimiter(time, limit.perSecond(), limit.burst());
    }
}
