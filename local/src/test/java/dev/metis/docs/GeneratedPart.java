package dev.metis.docs;

import dev.metis.local.config.Setting;
import dev.metis.run.RunLifecycle;
import dev.metis.run.RunStatus;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** A part of a page that the program itself writes, between two marks. */
record GeneratedPart(String file, Supplier<String> text) {
    private static final String BEGIN = "<!-- generated: ./docs/generate -->";
    private static final String END = "<!-- end of generated part -->";

    static final List<GeneratedPart> ALL = List.of(
            new GeneratedPart("docs/configuration.md", GeneratedPart::settings),
            new GeneratedPart("docs/run-states.md", GeneratedPart::runStates));

    /** The page with its generated part made anew. */
    String renew(String page) {
        int begin = page.indexOf(BEGIN);
        int end = page.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new IllegalStateException(file + " lacks the marks of its generated part");
        }
        return page.substring(0, begin + BEGIN.length()) + "\n" + text.get() + page.substring(end);
    }

    private static String settings() {
        String rows = Arrays.stream(Setting.values())
                .map(setting -> "| `%s` | %s | %s | %s |\n"
                        .formatted(
                                setting.variable(),
                                setting.standard().isEmpty() ? "–" : "`" + setting.standard() + "`",
                                setting.unit(),
                                setting.effect()))
                .collect(Collectors.joining());
        return "| variable | default | unit | effect |\n|---|---|---|---|\n" + rows;
    }

    private static String runStates() {
        String steps = Arrays.stream(RunStatus.values())
                .flatMap(from -> ordered(RunLifecycle.table().getOrDefault(from, Set.of())).stream()
                        .map(to -> "  %s --> %s\n".formatted(from.wire(), to.wire())))
                .collect(Collectors.joining());
        String ends = Arrays.stream(RunStatus.values())
                .filter(RunStatus::terminal)
                .map(status -> "  %s --> [*]\n".formatted(status.wire()))
                .collect(Collectors.joining());
        return "```mermaid\nstateDiagram-v2\n  [*] --> queued\n" + steps + ends + "```\n\n" + runStateTable();
    }

    private static String runStateTable() {
        return "| from | to |\n|---|---|\n"
                + Arrays.stream(RunStatus.values())
                        .map(from -> "| `%s` | %s |\n".formatted(from.wire(), words(from)))
                        .collect(Collectors.joining());
    }

    private static String words(RunStatus from) {
        List<RunStatus> next = ordered(RunLifecycle.table().getOrDefault(from, Set.of()));
        return next.isEmpty()
                ? "nothing: it is the end"
                : next.stream().map(to -> "`" + to.wire() + "`").collect(Collectors.joining(", "));
    }

    private static List<RunStatus> ordered(Set<RunStatus> statuses) {
        return statuses.stream().sorted().toList();
    }
}
