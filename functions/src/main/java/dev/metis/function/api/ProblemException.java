package dev.metis.function.api;

import java.util.Objects;

/** Ends the handling of a request with a problem. */
public final class ProblemException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    ProblemException(Problem problem) {
        super(problem.code() + ": " + problem.detail(), null, false, false);
        this.problem = Objects.requireNonNull(problem, "problem is null");
    }

    public Problem problem() {
        return problem;
    }
}
