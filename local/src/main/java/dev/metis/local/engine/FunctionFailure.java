package dev.metis.local.engine;

import java.util.Objects;

/** A function ended with an error. */
public final class FunctionFailure extends Exception {
    private static final long serialVersionUID = 1L;

    private final String errorType;
    private final String errorMessage;

    /**
     * A failure as Lambda reports it.
     *
     * @param errorType the fully qualified class name of the exception; the error name that Retry and Catch match
     */
    public FunctionFailure(String errorType, String errorMessage) {
        super(errorType + ": " + errorMessage);
        this.errorType = Objects.requireNonNull(errorType, "errorType is null");
        this.errorMessage = Objects.requireNonNull(errorMessage, "errorMessage is null");
    }

    public String errorType() {
        return errorType;
    }

    public String errorMessage() {
        return errorMessage;
    }
}
