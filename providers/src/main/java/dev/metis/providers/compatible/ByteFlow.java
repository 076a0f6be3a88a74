package dev.metis.providers.compatible;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The body of an answer, pulled piece by piece with a deadline for each. One piece is asked for at a time, so a fast
 * server cannot fill the memory. {@link #close} ends the exchange and the connection at once, from any thread.
 */
final class ByteFlow implements HttpResponse.BodySubscriber<ByteFlow> {
    private final BlockingQueue<Signal> signals = new ArrayBlockingQueue<>(4);
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile Flow.@Nullable Subscription subscription;

    private sealed interface Signal {
        /** Bytes. */
        record Piece(List<ByteBuffer> buffers) implements Signal {}

        /** The clean end of the body. */
        record End() implements Signal {}

        /** The connection broke. */
        record Broken(Throwable cause) implements Signal {}

        /** We closed it. */
        record Closed() implements Signal {}
    }

    /** The next bytes; empty at the clean end of the body. */
    List<ByteBuffer> next(Duration deadline) throws IOException, InterruptedException {
        Signal signal = closed.get() ? new Signal.Closed() : signals.poll(deadline.toMillis(), TimeUnit.MILLISECONDS);
        return switch (signal) {
            case null -> throw new SilenceException("nothing came for " + deadline.toSeconds() + " s");
            case Signal.Piece piece -> {
                Objects.requireNonNull(subscription).request(1);
                yield piece.buffers();
            }
            case Signal.End _ -> List.of();
            case Signal.Broken broken -> throw new IOException("the connection broke", broken.cause());
            case Signal.Closed _ -> throw new IOException("the exchange was closed");
        };
    }

    void close() {
        if (closed.compareAndSet(false, true)) {
            Flow.Subscription current = subscription;
            if (current != null) {
                current.cancel();
            }
            // A reader that waits is woken; one that does not looks at the flag first.
            signals.clear();
            signals.offer(new Signal.Closed());
        }
    }

    @Override
    public CompletionStage<ByteFlow> getBody() {
        return CompletableFuture.completedFuture(this);
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        if (closed.get()) {
            given.cancel();
        } else {
            given.request(1);
        }
    }

    @Override
    public void onNext(List<ByteBuffer> item) {
        put(new Signal.Piece(item));
    }

    @Override
    public void onError(Throwable cause) {
        put(new Signal.Broken(cause));
    }

    @Override
    public void onComplete() {
        put(new Signal.End());
    }

    private void put(Signal signal) {
        // At most one piece is asked for, so there is room; after a close nobody reads.
        if (!closed.get() && !signals.offer(signal)) {
            throw new IllegalStateException("more came than was asked for");
        }
    }

    /** Nothing came in time. */
    static final class SilenceException extends IOException {
        private static final long serialVersionUID = 1L;

        SilenceException(String message) {
            super(message);
        }
    }
}
