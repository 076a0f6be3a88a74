package dev.metis.function.gateway;

/** A request that breaks the protocol; nothing of it was done. The message names the field and repeats no value. */
public final class RejectedRequest extends RuntimeException {
    private final int status;

    public RejectedRequest(int status, String message) {
        super(message);
        if (status < 400 || status > 499) {
            throw new IllegalArgumentException("status must be 4xx");
        }
        this.status = status;
    }

    /** The HTTP status, 400 to 499. */
    public int status() {
        return status;
    }
}
