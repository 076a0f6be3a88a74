package dev.metis.function.gateway;

/** The bearer token opens nothing (any more). The sandbox ends when it hears this. */
public final class UnauthorizedSandbox extends RuntimeException {
    public UnauthorizedSandbox() {
        super("the gateway token is unknown, expired or of an older sandbox", null, false, false);
    }
}
