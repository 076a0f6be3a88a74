package dev.metis.function.api;

import dev.metis.access.Authenticator;
import dev.metis.access.Caller;
import dev.metis.access.Scope;
import dev.metis.access.TenantId;
import dev.metis.error.ErrorCode;
import dev.metis.error.TransientException;
import dev.metis.item.ItemMapper;
import dev.metis.item.Keys;
import dev.metis.port.ItemStore;
import dev.metis.port.TimeSource;
import dev.metis.run.RunId;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A run's log: by page, by waiting, as a stream. All three show the same envelopes. */
final class EventRoutes {
    private static final QueryParam AFTER = new QueryParam(
            "after", new QueryParam.Type.Whole(0, 999_999_999_999L, 0), "seq of the last event that was seen");
    private static final QueryParam LIMIT =
            new QueryParam("limit", new QueryParam.Type.Whole(1, 1_000, 200), "events at most");
    private static final QueryParam WAIT = new QueryParam(
            "waitSeconds", new QueryParam.Type.Whole(0, 20, 0), "how long to wait when there is none yet");
    private static final Duration HEARTBEAT = Duration.ofSeconds(4);
    private static final int PAGE = 200;

    private final ItemStore store;
    private final RunEvents events;
    private final RunWatch watch;
    private final Authenticator authenticator;
    private final TimeSource time;

    EventRoutes(ItemStore store, RunWatch watch, Authenticator authenticator, TimeSource time) {
        this.store = store;
        this.events = new RunEvents(store);
        this.watch = watch;
        this.authenticator = authenticator;
        this.time = time;
    }

    List<Route> routes() {
        return List.of(
                Route.get("/v1/runs/{id}/events", "listRunEvents", "Events after a seq, in order, without gaps")
                        .needs(Scope.RUNS_READ)
                        .query(AFTER, LIMIT, WAIT)
                        .answers(Route.Answer.json(200, "RunEvents"), this::page),
                Route.get("/v1/runs/{id}/events/stream", "streamRunEvents", "Events as server-sent events, to the last")
                        .needs(Scope.RUNS_READ)
                        .query(AFTER)
                        .headers(HeaderParam.LAST_EVENT_ID)
                        .answers(Route.Answer.media("text/event-stream"), this::stream));
    }

    private ApiResponse page(Call call) {
        TenantId owner = call.caller().tenant();
        RunId run = call.id(RunId::new);
        long after = call.whole(AFTER);
        int limit = Math.toIntExact(call.whole(LIMIT));
        Duration patience = Duration.ofSeconds(call.whole(WAIT));
        try (RunWatch.Watch watched = watch.open(owner, run)) {
            Head head = head(owner, run).orElseThrow(() -> Problem.notFound().raise());
            List<ObjectNode> found = read(owner, run, after, limit);
            Instant deadline = time.now().plus(patience);
            while (found.isEmpty() && head.open() && watched.await(after, left(deadline))) {
                found = read(owner, run, after, limit);
                head = head(owner, run).orElse(head);
            }
            return answer(found, head(owner, run).orElse(head));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TransientException(ErrorCode.STORE_UNAVAILABLE, "the server stops; ask again", e);
        }
    }

    private ApiResponse stream(Call call) {
        TenantId owner = call.caller().tenant();
        RunId run = call.id(RunId::new);
        long after = lastEventId(call.request()).orElseGet(() -> call.whole(AFTER));
        if (head(owner, run).isEmpty()) {
            throw Problem.notFound().raise();
        }
        Headers headers = Headers.of("content-type", "text/event-stream").with("x-accel-buffering", "no");
        return new ApiResponse.EventStream(
                200, headers, sink -> write(call.caller(), new Place(owner, run, after), sink));
    }

    private record Place(TenantId owner, RunId run, long after) {}

    /** What of the head matters here. {@code open} is false once the terminal event is in the log. */
    private record Head(long lastSeq, boolean open) {}

    private void write(Caller caller, Place place, ApiResponse.EventStream.Sink sink) throws IOException {
        try (RunWatch.Watch watched = watch.open(place.owner(), place.run())) {
            sink.send("retry: 500\n\n");
            long sent = place.after();
            while (true) {
                List<ObjectNode> found = events.after(place.owner(), place.run(), sent, PAGE);
                for (ObjectNode event : found) {
                    sink.send(frame(event));
                    sent = RunEvents.seq(event);
                    if (RunEvents.terminal(event)) {
                        return;
                    }
                }
                if (found.isEmpty() && !goesOn(caller, place, sent, watched, sink)) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for more. The stream ends when the server stops, the credential is void, or the run ended before. */
    private boolean goesOn(
            Caller caller, Place place, long sent, RunWatch.Watch watched, ApiResponse.EventStream.Sink sink)
            throws IOException, InterruptedException {
        if (watched.await(sent, HEARTBEAT)) {
            return true;
        }
        boolean more = head(place.owner(), place.run())
                .map(head -> head.open() || head.lastSeq() > sent)
                .orElse(false);
        boolean welcome = authenticator
                .again(caller.credential())
                .filter(c -> c.may(Scope.RUNS_READ))
                .isPresent();
        if (watched.over() || !more || !welcome) {
            return false;
        }
        sink.send(": still here\n\n");
        return true;
    }

    private static String frame(ObjectNode event) {
        return "id: " + RunEvents.seq(event) + "\nevent: " + event.path("type").asString() + "\ndata: "
                + ItemMapper.write(event) + "\n\n";
    }

    private List<ObjectNode> read(TenantId owner, RunId run, long after, int limit) {
        List<ObjectNode> found = new ArrayList<>();
        long last = after;
        while (found.size() < limit) {
            List<ObjectNode> page = events.after(owner, run, last, limit - found.size());
            if (page.isEmpty()) {
                break;
            }
            found.addAll(page);
            last = RunEvents.seq(page.getLast());
        }
        return found;
    }

    private Optional<Head> head(TenantId owner, RunId run) {
        return store.get(Keys.runHead(owner, run))
                .map(item -> new Head(
                        item.attributes().path("lastSeq").asLong(),
                        item.attributes().path("open").asBoolean()));
    }

    private static ApiResponse answer(List<ObjectNode> found, Head head) {
        ObjectNode json = ItemMapper.object();
        ArrayNode list = json.putArray("events");
        found.forEach(list::add);
        boolean ends = !found.isEmpty() && RunEvents.terminal(found.getLast());
        json.put("lastSeq", head.lastSeq());
        json.put("terminal", ends || !head.open());
        return ApiResponse.json(200, json);
    }

    private Duration left(Instant deadline) {
        Duration left = Duration.between(time.now(), deadline);
        return left.isNegative() ? Duration.ZERO : left;
    }

    private static Optional<Long> lastEventId(ApiRequest request) {
        return request.headers()
                .first(HeaderParam.LAST_EVENT_ID.name())
                .filter(id -> !id.isEmpty())
                .map(id -> {
                    if (!id.matches("[0-9]{1,12}")) {
                        throw Problem.field("Last-Event-ID", "must be the id of an event")
                                .raise();
                    }
                    return Long.parseLong(id);
                });
    }
}
