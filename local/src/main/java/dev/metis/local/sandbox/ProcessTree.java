package dev.metis.local.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The processes of one sandbox, as the host sees them: bubblewrap outermost, then the namespace's first process, then the rest. */
record ProcessTree(Process top) {
    private static final Logger LOG = Logger.getLogger(ProcessTree.class.getName());
    private static final long PATIENCE_SECONDS = 5;

    /** All but the outermost process, whose end takes the rest with it at once. */
    List<ProcessHandle> inside() {
        return top.toHandle().descendants().toList();
    }

    void askToEnd() {
        inside().forEach(ProcessHandle::destroy);
    }

    /** Kills all and waits until nothing of it is left. */
    void kill() {
        List<ProcessHandle> all = new ArrayList<>(inside());
        all.add(top.toHandle());
        top.destroyForcibly();
        all.forEach(ProcessHandle::destroyForcibly);
        try {
            CompletableFuture.allOf(all.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
                    .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.log(Level.WARNING, "a killed sandbox has not ended", e);
        }
    }

    /** Memory of its own that the tree holds, in bytes: what no other process shares. */
    long memoryBytes() {
        return inside().stream()
                .mapToLong(process -> memoryBytes(process.pid()))
                .sum();
    }

    private static long memoryBytes(long pid) {
        try {
            return Files.readString(Path.of("/proc/" + pid + "/status"))
                    .lines()
                    .filter(line -> line.startsWith("RssAnon:") || line.startsWith("RssShmem:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) * 1_024)
                    .sum();
        } catch (IOException e) {
            return 0; // it has just ended
        }
    }
}
