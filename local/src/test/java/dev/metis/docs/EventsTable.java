package dev.metis.docs;

import dev.metis.architecture.Repository;
import dev.metis.event.EventType;
import dev.metis.event.RunEventBody;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Every event with its fields, and its meaning from the comment at its record. */
final class EventsTable {
    private static final Path SOURCES = Repository.root().resolve("core/src/main/java");

    private EventsTable() {}

    static String text() {
        return "| type | data | means |\n|---|---|---|\n"
                + Arrays.stream(EventType.values()).map(EventsTable::row).collect(Collectors.joining());
    }

    private static String row(EventType type) {
        String fields = Arrays.stream(type.body().getRecordComponents())
                .map(EventsTable::field)
                .collect(Collectors.joining(", "));
        return "| `%s` | %s | %s |\n".formatted(type.wire(), fields, meaning(type.body()));
    }

    private static String field(RecordComponent component) {
        boolean absent = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
        return component.getName() + (absent ? "?" : "");
    }

    private static String meaning(Class<? extends RunEventBody> body) {
        Class<?> outer = body.getNestHost();
        Path file = SOURCES.resolve(outer.getName().replace('.', '/') + ".java");
        Matcher comment = Pattern.compile(
                        "/\\*\\*((?:(?!\\*/).)*)\\*/\\s*(?:public )?record " + body.getSimpleName() + "\\(",
                        Pattern.DOTALL)
                .matcher(read(file));
        if (!comment.find()) {
            throw new IllegalStateException(body.getName() + " does not say what it means");
        }
        return comment.group(1)
                .replaceAll("\\n\\s*\\*", " ")
                .replaceAll("\\{@(?:code|link) #?([^}]*)}", "`$1`")
                .strip()
                .replaceAll("\\s+", " ");
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
