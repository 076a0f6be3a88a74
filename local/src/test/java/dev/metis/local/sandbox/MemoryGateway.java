package dev.metis.local.sandbox;

import dev.metis.function.gateway.MissingReply;
import dev.metis.function.gateway.MissingRequest;
import dev.metis.function.gateway.NextReply;
import dev.metis.function.gateway.NextRequest;
import dev.metis.function.gateway.OutputRequest;
import dev.metis.function.gateway.RejectedRequest;
import dev.metis.function.gateway.ResultReply;
import dev.metis.function.gateway.ResultRequest;
import dev.metis.function.gateway.SandboxCommand;
import dev.metis.function.gateway.SandboxGateway;
import dev.metis.function.gateway.UnauthorizedSandbox;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** A gateway in memory for any number of sandboxes, each known by its token; it remembers all that it was told. */
final class MemoryGateway implements SandboxGateway {
    private final Map<String, Queue> queues = new ConcurrentHashMap<>();
    private final Map<String, byte[]> blobs = new ConcurrentHashMap<>();
    private final Map<String, CompletableFuture<ResultRequest>> results = new ConcurrentHashMap<>();
    private final List<OutputRequest.Chunk> output = new ArrayList<>();

    /** What waits for one sandbox. */
    private static final class Queue {
        private final Deque<SandboxCommand> commands = new ArrayDeque<>();
        private final List<String> cancel = new ArrayList<>();
        private boolean stop;
    }

    void allow(String token) {
        queues.put(token, new Queue());
    }

    void revoke(String token) {
        Queue queue = queues.remove(token);
        if (queue != null) {
            synchronized (queue) {
                queue.notifyAll();
            }
        }
    }

    CompletableFuture<ResultRequest> submit(String token, SandboxCommand command) {
        CompletableFuture<ResultRequest> result = new CompletableFuture<>();
        results.put(command.nonce(), result);
        Queue queue = queue(token);
        synchronized (queue) {
            queue.commands.add(command);
            queue.notifyAll();
        }
        return result;
    }

    void cancel(String token, String callId) {
        Queue queue = queue(token);
        synchronized (queue) {
            queue.cancel.add(callId);
            queue.notifyAll();
        }
    }

    void stop(String token) {
        Queue queue = queue(token);
        synchronized (queue) {
            queue.stop = true;
            queue.notifyAll();
        }
    }

    String output(String callId) {
        StringBuilder text = new StringBuilder();
        synchronized (output) {
            output.stream().filter(chunk -> chunk.callId().equals(callId)).forEach(chunk -> text.append(chunk.text()));
            return text.toString();
        }
    }

    List<OutputRequest.Chunk> chunks() {
        synchronized (output) {
            return List.copyOf(output);
        }
    }

    byte[] blob(String sha256) {
        byte[] bytes = blobs.get(sha256);
        if (bytes == null) {
            throw new NoSuchElementException("no blob " + sha256);
        }
        return bytes;
    }

    boolean has(String sha256) {
        return blobs.containsKey(sha256);
    }

    int blobCount() {
        return blobs.size();
    }

    private Queue queue(String token) {
        Queue queue = queues.get(token);
        if (queue == null) {
            throw new UnauthorizedSandbox();
        }
        return queue;
    }

    @Override
    public NextReply next(String token, NextRequest request) {
        Queue queue = queue(token);
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(request.waitSeconds());
        synchronized (queue) {
            while (queue.commands.isEmpty() && queue.cancel.isEmpty() && !queue.stop) {
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    return NextReply.idle();
                }
                try {
                    TimeUnit.NANOSECONDS.timedWait(queue, left);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return NextReply.idle();
                }
                queue(token);
            }
            NextReply reply = new NextReply(queue.commands.poll(), List.copyOf(queue.cancel), queue.stop);
            queue.cancel.clear();
            return reply;
        }
    }

    @Override
    public void output(String token, OutputRequest request) {
        queue(token);
        synchronized (output) {
            output.addAll(request.chunks());
        }
    }

    @Override
    public MissingReply missing(String token, MissingRequest request) {
        queue(token);
        return new MissingReply(request.sha256().stream()
                .filter(hash -> !blobs.containsKey(hash))
                .toList());
    }

    @Override
    public void putBlob(String token, String sha256, InputStream body) throws IOException {
        queue(token);
        byte[] bytes = body.readAllBytes();
        if (!hash(bytes).equals(sha256)) {
            throw new RejectedRequest(400, "the bytes have another hash");
        }
        blobs.put(sha256, bytes);
    }

    static String hash(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public ResultReply result(String token, ResultRequest request) {
        queue(token);
        CompletableFuture<ResultRequest> result = results.get(request.nonce());
        return new ResultReply(result != null && result.complete(request));
    }
}
