package dev.metis.local.config;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Deque;

/** What must be closed, the last opened first. One part that fails to close does not keep the others open. */
final class Closings implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Closings.class.getName());

    private final Deque<Part> parts = new ArrayDeque<>();

    private record Part(String name, AutoCloseable closing) {}

    synchronized void add(String name, AutoCloseable closing) {
        parts.push(new Part(name, closing));
    }

    @Override
    public void close() {
        for (Part part = next(); part != null; part = next()) {
            try {
                part.closing().close();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (Exception e) {
                LOG.log(Level.WARNING, "the " + part.name() + " did not close cleanly", e);
            }
        }
    }

    private synchronized @org.jspecify.annotations.Nullable Part next() {
        return parts.poll();
    }
}
