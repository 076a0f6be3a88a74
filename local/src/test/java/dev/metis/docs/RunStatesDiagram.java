package dev.metis.docs;

import dev.metis.run.RunLifecycle;
import dev.metis.run.RunStatus;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The transition table as a picture and as a table. */
final class RunStatesDiagram {
    private RunStatesDiagram() {}

    static String text() {
        return "```mermaid\nstateDiagram-v2\n  [*] --> queued\n" + arrows() + ends()
                + "```\n\n| from | to |\n|---|---|\n" + rows();
    }

    private static String arrows() {
        return statuses()
                .flatMap(from -> next(from).stream().map(to -> "  %s --> %s\n".formatted(from.wire(), to.wire())))
                .collect(Collectors.joining());
    }

    private static String ends() {
        return statuses()
                .filter(RunStatus::terminal)
                .map(status -> "  %s --> [*]\n".formatted(status.wire()))
                .collect(Collectors.joining());
    }

    private static String rows() {
        return statuses()
                .map(from -> "| `%s` | %s |\n".formatted(from.wire(), words(from)))
                .collect(Collectors.joining());
    }

    private static String words(RunStatus from) {
        return next(from).isEmpty()
                ? "nothing: it is the end"
                : next(from).stream().map(to -> "`" + to.wire() + "`").collect(Collectors.joining(", "));
    }

    private static Stream<RunStatus> statuses() {
        return Arrays.stream(RunStatus.values());
    }

    private static List<RunStatus> next(RunStatus from) {
        return RunLifecycle.table().getOrDefault(from, Set.of()).stream()
                .sorted()
                .toList();
    }
}
