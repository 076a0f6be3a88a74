package dev.metis.providers.compatible;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Closes a body when its time is over, so that a server that sends a little now and then cannot hold a run for ever. */
final class Deadline implements AutoCloseable {
    private final CompletableFuture<Void> timer = new CompletableFuture<>();

    Deadline(Duration time, ByteFlow body) {
        timer.orTimeout(time.toMillis(), TimeUnit.MILLISECONDS).exceptionally(late -> {
            body.close();
            return null;
        });
    }

    @Override
    public void close() {
        timer.complete(null);
    }
}
