package dev.metis.local.server;

import dev.metis.function.api.RunEvents;
import dev.metis.run.RunId;
import java.io.IOException;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/**
 * One connection's place in one run. It pulls: what was sent last decides what comes next, from the topic or from the log,
 * so that nothing can come twice or be left out, however events and subscription race. Used by the connection's own
 * thread only.
 */
final class Follower {
    /** How far a reader may be behind before the middle is left to REST. */
    static final int MOST_BEHIND = 2_000;

    private static final int KEPT_WHEN_BEHIND = 200;
    private static final int BATCH = 64;

    private final RunKey run;
    private final Topic topic;
    private final RunEvents events;
    /** The last seq that the head named when this began. */
    private final long known;

    private long sent;
    private boolean ended;

    Follower(RunKey run, Topic topic, RunEvents events, long sent, long known) {
        this.run = run;
        this.topic = topic;
        this.events = events;
        this.sent = sent;
        this.known = known;
    }

    /** Takes frames as they come and sends them on. */
    @FunctionalInterface
    interface Sink {
        void send(String frame) throws IOException;
    }

    RunId run() {
        return run.run();
    }

    Topic topic() {
        return topic;
    }

    /** The terminal event was sent: nothing more will come. */
    boolean ended() {
        return ended;
    }

    /** Sends some of what is there; true when there may be more. */
    boolean advance(Sink sink) throws IOException {
        long last = Math.max(known, topic.latest());
        if (last <= sent) {
            return false;
        }
        if (last - sent > MOST_BEHIND) {
            long to = last - KEPT_WHEN_BEHIND;
            sink.send(LiveFrames.gap(run.run(), sent + 1, to));
            sent = to;
        }
        List<ObjectNode> next =
                topic.after(sent, BATCH).orElseGet(() -> events.after(run.owner(), run.run(), sent, BATCH));
        for (ObjectNode event : next) {
            sink.send(LiveFrames.event(run.run(), event));
            sent = RunEvents.seq(event);
            ended = RunEvents.terminal(event);
        }
        return sent < last && !next.isEmpty();
    }
}
