package dev.metis.local.cli;

import dev.metis.event.EventType;
import dev.metis.item.ItemMapper;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;

/** Follows a run to its end and knows what the command then exits with. */
final class RunFollower {
    private static final int LONGEST_WAIT_SECONDS = 20;
    private static final int CANCEL_PATIENCE_SECONDS = 20;

    private final MetisClient client;
    private final String run;
    private final RunView view;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final AtomicInteger exitCode = new AtomicInteger(ExitCode.FAILED);

    RunFollower(MetisClient client, String run, RunView view) {
        this.client = client;
        this.run = run;
        this.view = view;
    }

    /** Shows every event once, in order, to the terminal one. */
    int follow() {
        try {
            long seq = 0;
            Optional<Integer> end = Optional.empty();
            while (end.isEmpty()) {
                JsonNode page = client.get(
                        "/v1/runs/" + run + "/events?limit=1000&waitSeconds=" + LONGEST_WAIT_SECONDS + "&after=" + seq);
                for (JsonNode event : page.path("events").values()) {
                    view.show(event);
                    seq = event.path("seq").asLong();
                    end = end.or(() -> exitCode(event.path("type").asString("")));
                }
            }
            exitCode.set(end.get());
            return end.get();
        } finally {
            ended.countDown();
        }
    }

    /** Asks the server to cancel and waits for the run's end to be shown. Called when the person stops the command. */
    int cancel() {
        try {
            if (ended.getCount() > 0 && askToCancel()) {
                return ended.await(CANCEL_PATIENCE_SECONDS, TimeUnit.SECONDS) ? exitCode.get() : ExitCode.CANCELLED;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return exitCode.get();
    }

    /** False when there was nobody to ask. The run may end, and its connection with it, before the answer is here. */
    private boolean askToCancel() {
        try {
            client.tryPost("/v1/runs/" + run + "/cancel", ItemMapper.object().put("reason", "stopped at the terminal"));
            return true;
        } catch (CommandFailure e) {
            return ended.getCount() == 0;
        }
    }

    private static Optional<Integer> exitCode(String type) {
        if (type.equals(EventType.RUN_COMPLETED.wire())) {
            return Optional.of(ExitCode.OK);
        }
        if (type.equals(EventType.RUN_FAILED.wire())) {
            return Optional.of(ExitCode.FAILED);
        }
        if (type.equals(EventType.RUN_CANCELLED.wire())) {
            return Optional.of(ExitCode.CANCELLED);
        }
        return type.equals(EventType.RUN_INTERRUPTED.wire()) ? Optional.of(ExitCode.INTERRUPTED) : Optional.empty();
    }
}
