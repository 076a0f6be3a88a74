package dev.metis.local.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What a frame is busy with between two turns of its execution. Touched only under the execution's lock. */
abstract sealed class Activity {
    private final List<Timers.Timer> timers = new ArrayList<>();

    void add(Timers.Timer timer) {
        timers.add(timer);
    }

    void cancelTimers() {
        timers.forEach(Timers.Timer::cancel);
        timers.clear();
    }

    /** Nothing yet: the frame is being interpreted in this very turn. */
    static final class Idle extends Activity {}

    /** A call of a function; with a token it goes on after the function has returned, until someone answers. */
    static final class Call extends Activity {
        final String function;
        private final @Nullable JsonNode payload;
        final @Nullable String token;
        final Optional<Duration> timeout;
        final Optional<Duration> heartbeat;

        @Nullable
        Instant deadline;

        @Nullable
        Instant heartbeatBy;

        Timers.@Nullable Timer heartbeatTimer;
        boolean returned;

        @Nullable
        Thread thread;

        Call(
                String function,
                @Nullable JsonNode payload,
                @Nullable String token,
                Optional<Duration> timeout,
                Optional<Duration> heartbeat) {
            this.function = function;
            this.payload = payload;
            this.token = token;
            this.timeout = timeout;
            this.heartbeat = heartbeat;
        }

        /** What the function is sent; a call that was read back has none, for it is not made as it was. */
        JsonNode payload() {
            return Objects.requireNonNull(payload, "a call that was read back");
        }

        /** Starts the clocks of the call. */
        void begin(Instant now) {
            deadline = timeout.map(now::plus).orElse(null);
            beat(now);
        }

        void beat(Instant now) {
            heartbeatBy = heartbeat.map(now::plus).orElse(null);
        }

        @Override
        void cancelTimers() {
            super.cancelTimers();
            if (heartbeatTimer != null) {
                heartbeatTimer.cancel();
            }
        }
    }

    /** Waits for the next try of the state. */
    static final class Backoff extends Activity {
        final Instant until;

        Backoff(Instant until) {
            this.until = until;
        }
    }

    /** A Wait state. */
    static final class Sleep extends Activity {
        final Instant until;

        Sleep(Instant until) {
            this.until = until;
        }
    }

    /** A Map or a Parallel whose children run; children are begun in order of their index. */
    static final class Fan extends Activity {
        final @Nullable JsonNode items;
        final int total;
        final int concurrency;
        final Map<Integer, Frame> children = new TreeMap<>();
        int running;
        int done;

        Fan(@Nullable JsonNode items, int total, int concurrency) {
            this.items = items;
            this.total = total;
            this.concurrency = concurrency;
        }
    }

    /** A child scope that has ended well and waits for its siblings. */
    static final class Done extends Activity {
        final JsonNode output;

        Done(JsonNode output) {
            this.output = output;
        }
    }
}
