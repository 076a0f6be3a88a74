package dev.metis.function.gateway;

import java.io.IOException;
import java.io.InputStream;

/**
 * Answers one sandbox, which is known by its bearer token alone: the token is bound to run, attempt, generation and fence. Every
 * method may be called at any time, by several threads, and again with the same request after a lost answer. A token that is
 * unknown, expired or of an older generation is {@link UnauthorizedSandbox}, whatever is asked.
 */
public interface SandboxGateway {
    /**
     * Waits for at most the given time for a command or a cancellation, and takes the sandbox's word for which calls it still works
     * on: that is their heartbeat. A command is handed out once: handing out stores its nonce.
     */
    NextReply next(String token, NextRequest request);

    /** Takes live output, in order per call. What belongs to no call handed out to this sandbox is dropped. */
    void output(String token, OutputRequest request);

    /** Which of the blobs are not stored yet. */
    MissingReply missing(String token, MissingRequest request);

    /** Stores a blob when its bytes have the named hash; keeps nothing and throws {@link RejectedRequest} when they have not. */
    void putBlob(String token, String sha256, InputStream body) throws IOException;

    /**
     * Takes the outcome of a call, once and only for the nonce of its last handing out. {@code accepted} is false for any other, and
     * true again for a repetition of what was taken.
     */
    ResultReply result(String token, ResultRequest request);
}
