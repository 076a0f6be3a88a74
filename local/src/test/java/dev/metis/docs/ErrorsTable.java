package dev.metis.docs;

import dev.metis.error.ErrorCode;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Every stable error word, by who can act on it. */
final class ErrorsTable {
    private ErrorsTable() {}

    static String text() {
        return "| who can act | codes |\n|---|---|\n"
                + Arrays.stream(ErrorCode.Kind.values()).map(ErrorsTable::row).collect(Collectors.joining());
    }

    private static String row(ErrorCode.Kind kind) {
        String codes = Arrays.stream(ErrorCode.values())
                .filter(code -> code.kind() == kind)
                .map(code -> "`" + code.wire() + "`")
                .collect(Collectors.joining(", "));
        return "| %s | %s |\n".formatted(kind.name().toLowerCase(Locale.ROOT), codes);
    }
}
