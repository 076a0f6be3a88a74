package dev.metis.local.engine.definition;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Loads a retrier, and the error names of retriers and catchers. */
final class RetrierLoader {
    private static final String ALL = "States.ALL";
    private static final long MAX_DELAY = 31_622_400;
    private static final Set<String> FIELDS = Set.of(
            "ErrorEquals",
            "IntervalSeconds",
            "MaxAttempts",
            "BackoffRate",
            "MaxDelaySeconds",
            "JitterStrategy",
            "Comment");

    private RetrierLoader() {}

    static Retrier load(Node node, boolean last) {
        node.only(FIELDS);
        long interval = node.child("IntervalSeconds")
                .map(field -> field.whole(1, DefinitionLoader.MAX_SECONDS))
                .orElse(1L);
        long attempts = node.child("MaxAttempts")
                .map(field -> field.whole(0, DefinitionLoader.MAX_SECONDS))
                .orElse(3L);
        Optional<Duration> maxDelay =
                node.child("MaxDelaySeconds").map(field -> Duration.ofSeconds(field.whole(interval + 1, MAX_DELAY)));
        return new Retrier(
                errors(node, last),
                Duration.ofSeconds(interval),
                (int) attempts,
                node.child("BackoffRate").map(RetrierLoader::rate).orElse(2.0),
                maxDelay,
                node.child("JitterStrategy").map(RetrierLoader::jitter).orElse(false));
    }

    private static double rate(Node node) {
        if (!node.json().isNumber() || !(node.json().doubleValue() >= 1.0)) {
            throw node.refused("not a number of at least 1.0");
        }
        return node.json().doubleValue();
    }

    private static boolean jitter(Node node) {
        return switch (node.text()) {
            case "FULL" -> true;
            case "NONE" -> false;
            default -> throw node.refused("neither FULL nor NONE");
        };
    }

    /** The names of {@code ErrorEquals}; the wildcard stands alone and last. */
    static List<String> errors(Node node, boolean last) {
        Node field = node.required("ErrorEquals");
        List<String> names = new ArrayList<>();
        field.elements().forEach(element -> names.add(element.text()));
        if (names.contains(ALL) && (names.size() > 1 || !last)) {
            throw field.refused(ALL + " has to be alone, and in the last element");
        }
        return names;
    }
}
