package dev.metis.provider;

import java.util.List;
import java.util.function.Consumer;

/**
 * One source of models. An adapter is stateless between turns, safe for use by many threads, retries nothing by itself
 * and never logs or repeats a secret.
 */
public interface ProviderAdapter {
    /** The word by which a run names it. */
    String id();

    /** The name for people. */
    String name();

    /** Whether it has what it needs to be called (a key, an address). */
    boolean configured();

    /** What it declares or has discovered. Never throws, answers in bounded time, and may answer from a cache. */
    List<ModelInfo> models();

    /**
     * Streams one model answer into the sink, on the calling thread, and returns when the provider has said that the
     * answer is whole. What was given to the sink before a failure is void. A stream that ends without the provider's
     * word is a failure, never an answer. An exception of the sink ends the stream and is passed on.
     *
     * @throws ProviderFailure classified once; of kind stopped when the signal closed the stream
     */
    TurnEnd stream(TurnRequest request, Consumer<ProviderEvent> sink, StopSignal stop) throws ProviderFailure;
}
