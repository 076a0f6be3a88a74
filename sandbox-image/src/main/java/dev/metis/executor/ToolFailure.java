package dev.metis.executor;

/** A call that ends with the outcome {@code error}: a stable word for programs, a sentence for the model. */
final class ToolFailure extends Exception {
    private static final long serialVersionUID = 1;

    private final String reason;

    ToolFailure(String reason, String message) {
        super(message, null, false, false);
        this.reason = reason;
    }

    String reason() {
        return reason;
    }

    String text() {
        return String.valueOf(getMessage());
    }

    static ToolFailure outside(String path) {
        return new ToolFailure(
                "outside_workspace", "outside_workspace: " + Names.shown(path) + " is not in /workspace");
    }

    static ToolFailure missing(String path) {
        return new ToolFailure("not_found", "not_found: there is no " + Names.shown(path));
    }

    static ToolFailure arguments(String message) {
        return new ToolFailure("invalid_arguments", "invalid_arguments: " + message);
    }
}
