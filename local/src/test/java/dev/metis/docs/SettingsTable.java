package dev.metis.docs;

import dev.metis.local.config.Setting;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Every setting with its default, unit and effect. */
final class SettingsTable {
    private SettingsTable() {}

    static String text() {
        return "| variable | default | unit | effect |\n|---|---|---|---|\n"
                + Arrays.stream(Setting.values()).map(SettingsTable::row).collect(Collectors.joining());
    }

    private static String row(Setting setting) {
        String standard = setting.standard().isEmpty() ? "–" : "`" + setting.standard() + "`";
        return "| `%s` | %s | %s | %s |\n".formatted(setting.variable(), standard, setting.unit(), setting.effect());
    }
}
