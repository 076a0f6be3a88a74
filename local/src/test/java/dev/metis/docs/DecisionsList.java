package dev.metis.docs;

import dev.metis.architecture.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The decisions in order, each by the title of its page; two with one number are a mistake. */
final class DecisionsList {
    private DecisionsList() {}

    static String text() {
        List<Path> pages = pages(Repository.root().resolve("docs/adr"));
        long numbers = pages.stream().map(DecisionsList::number).distinct().count();
        if (numbers != pages.size()) {
            throw new IllegalStateException("two decisions share a number: " + pages);
        }
        return pages.stream()
                .map(page -> "- [%s](%s)\n".formatted(title(page), page.getFileName()))
                .collect(Collectors.joining());
    }

    private static List<Path> pages(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> number(file).matches("[0-9]{4}"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String number(Path page) {
        String name = page.getFileName().toString();
        return name.substring(0, Math.min(4, name.length()));
    }

    private static String title(Path page) {
        try {
            return Files.readString(page).lines().findFirst().orElseThrow().replaceFirst("^# (ADR )?", "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
