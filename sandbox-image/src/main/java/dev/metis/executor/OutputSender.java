package dev.metis.executor;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

/**
 * Sends live output in order: what comes within 100 ms, or 4 KB, goes together. A command that is faster than the gateway waits. What
 * the gateway does not take is lost to the live view alone; the artifact has it.
 */
final class OutputSender implements Runnable {
    private static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int ENOUGH = 4_096;
    private static final int MAX_PENDING = 256 * 1024;
    private static final int MAX_CHUNK = 16_000;
    private static final int MAX_CHUNKS = 200;

    private final Gateway gateway;
    private final Deque<Piece> pending = new ArrayDeque<>();
    private int pendingCharacters;
    private boolean sending;
    private boolean urgent;
    private boolean closed;

    OutputSender(Gateway gateway) {
        this.gateway = gateway;
    }

    private record Piece(Command command, String stream, String text) {
        boolean continues(Piece earlier) {
            return command.callId().equals(earlier.command.callId())
                    && stream.equals(earlier.stream)
                    && text.length() + earlier.text.length() <= MAX_CHUNK;
        }
    }

    synchronized void add(Command command, String stream, String text) throws InterruptedException {
        while (pendingCharacters > MAX_PENDING && !closed) {
            wait();
        }
        for (int from = 0; from < text.length(); ) {
            int to = Math.min(text.length(), from + MAX_CHUNK);
            if (to < text.length() && Character.isLowSurrogate(text.charAt(to))) {
                to--;
            }
            enqueue(new Piece(command, stream, text.substring(from, to)));
            from = to;
        }
        notifyAll();
    }

    private void enqueue(Piece piece) {
        Piece last = pending.peekLast();
        if (last != null && piece.continues(last)) {
            pending.removeLast();
            pending.addLast(new Piece(piece.command, piece.stream, last.text + piece.text));
        } else {
            pending.addLast(piece);
        }
        pendingCharacters += piece.text.length();
    }

    /** Waits until all that was added is sent, so that a result never overtakes its output. */
    synchronized void flush(long patienceMillis) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(patienceMillis);
        urgent = true;
        notifyAll();
        while ((!pending.isEmpty() || sending) && !closed) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                return;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }

    synchronized void close() {
        closed = true;
        notifyAll();
    }

    @Override
    public void run() {
        try {
            for (ArrayNode chunks = take(); chunks != null; chunks = take()) {
                send(chunks);
            }
        } catch (InterruptedException e) {
            close();
        }
    }

    private void send(ArrayNode chunks) {
        try {
            gateway.output(chunks);
        } catch (IOException e) {
            System.err.println("live output was not taken: " + e.getMessage());
        } finally {
            synchronized (this) {
                sending = false;
                notifyAll();
            }
        }
    }

    private synchronized @Nullable ArrayNode take() throws InterruptedException {
        while (pending.isEmpty() && !closed) {
            wait();
        }
        long deadline = System.nanoTime() + WINDOW_NANOS;
        while (pendingCharacters < ENOUGH && !urgent && !closed) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                break;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        if (closed) {
            return null;
        }
        ArrayNode chunks = JsonMapper.shared().createArrayNode();
        while (!pending.isEmpty() && chunks.size() < MAX_CHUNKS) {
            Piece piece = pending.removeFirst();
            pendingCharacters -= piece.text.length();
            chunks.addObject()
                    .put("callId", piece.command.callId())
                    .put("nonce", piece.command.nonce())
                    .put("stream", piece.stream)
                    .put("text", piece.text);
        }
        urgent = urgent && !pending.isEmpty();
        sending = true;
        notifyAll();
        return chunks;
    }
}
