package dev.metis.local.sandbox;

import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Starts every process from one platform thread that lives until {@link #close()}: bubblewrap dies with the <em>thread</em> that
 * forked it. Processes get an empty environment (what they inherit could be read in {@code /proc/1/environ}) and the root as their
 * directory.
 */
final class ProcessStarter implements AutoCloseable {
    private final ExecutorService thread = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().name("sandbox-starter").daemon(true).factory());

    Process start(List<String> argv) throws IOException {
        try {
            return thread.submit(() -> {
                        ProcessBuilder builder = new ProcessBuilder(argv).directory(new File("/"));
                        builder.environment().clear();
                        return builder.start();
                    })
                    .get();
        } catch (ExecutionException e) {
            throw new IOException("could not start " + argv.getFirst(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while starting " + argv.getFirst(), e);
        }
    }

    /** Ends the thread, and with it every process that it started. */
    @Override
    public void close() {
        thread.shutdownNow();
    }
}
