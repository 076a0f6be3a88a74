package dev.metis.local.engine.expression;

/** An expression gave no usable value. The message names the expression and the field, as AWS words it. */
public final class EvaluationException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String problem;

    public EvaluationException(String problem) {
        super(problem);
        this.problem = problem;
    }

    /** The message, never null. */
    public String problem() {
        return problem;
    }
}
