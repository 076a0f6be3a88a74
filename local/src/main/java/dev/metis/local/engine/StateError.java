package dev.metis.local.engine;

/** A state reports an error, which its retriers and catchers may handle. */
final class StateError extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient ErrorOutput output;

    StateError(String error, String cause) {
        super(error, null, false, false);
        this.output = new ErrorOutput(error, cause);
    }

    ErrorOutput output() {
        return output;
    }
}
