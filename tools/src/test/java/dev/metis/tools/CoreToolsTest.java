package dev.metis.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.metis.tool.ToolDefinition;
import dev.metis.tool.ToolEffect;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class CoreToolsTest {
    private static final Set<String> BOUNDED_BY = Set.of("maxLength", "pattern", "enum");

    private final CoreTools tools = new CoreTools();

    @Test
    void hasExactlyTheToolsAndArgumentsOfTheContract() {
        Map<String, String> arguments =
                tools.all().stream().collect(Collectors.toMap(ToolDefinition::name, CoreToolsTest::argumentsOf));
        assertEquals(
                Map.of(
                        "fs.list", "path? depth?",
                        "fs.read", "path startLine? lineCount?",
                        "fs.search", "pattern path? glob? limit?",
                        "fs.write", "path content expectedHash?",
                        "fs.edit", "path oldText newText replaceAll?",
                        "shell.exec", "command cwd? timeoutSeconds?",
                        "git.diff", "path? base?",
                        "ask_user", "question choices?",
                        "plan.update", "steps"),
                arguments);
    }

    @Test
    void saysOfEveryToolWhatItCanDoAndWhereItRuns() {
        List<String> table = tools.all().stream()
                .map(tool -> String.join(
                        " ",
                        tool.name(),
                        tool.effect().wire(),
                        tool.executor().wire(),
                        Boolean.toString(tool.idempotent())))
                .toList();
        assertEquals(
                List.of(
                        "fs.list read sandbox true",
                        "fs.read read sandbox true",
                        "fs.search read sandbox true",
                        "fs.write write sandbox false",
                        "fs.edit write sandbox false",
                        "shell.exec execute sandbox false",
                        "git.diff read sandbox true",
                        "ask_user ask question true",
                        "plan.update plan inline true"),
                table);
    }

    @Test
    void closesEveryObjectAndBoundsEveryStringListAndNumber() {
        tools.all().forEach(tool -> assertClosed(tool.name(), tool.inputSchema()));
    }

    @Test
    void findsAToolByItsExactNameOnly() {
        assertEquals(Optional.of("fs.read"), tools.find("fs.read").map(ToolDefinition::name));
        assertEquals(Optional.empty(), tools.find("FS.READ"));
        assertEquals(Optional.empty(), tools.find("fs_read"));
    }

    @Test
    void onlyReadsAndToolsWithoutEffectOutsideMaySimplyRunAgain() {
        tools.all()
                .forEach(tool -> assertEquals(
                        tool.effect() != ToolEffect.WRITE && tool.effect() != ToolEffect.EXECUTE,
                        tool.idempotent(),
                        tool.name()));
    }

    @Test
    void nobodyCanChangeADefinition() {
        ToolDefinition tool = tools.find("fs.read").orElseThrow();
        tool.inputSchema().remove("additionalProperties");
        assertTrue(tool.inputSchema().has("additionalProperties"));
    }

    private static String argumentsOf(ToolDefinition tool) {
        JsonNode schema = tool.inputSchema();
        Set<String> required = new TreeSet<>();
        schema.path("required").forEach(name -> required.add(name.asString()));
        return schema.path("properties").properties().stream()
                .map(property -> property.getKey() + (required.contains(property.getKey()) ? "" : "?"))
                .collect(Collectors.joining(" "));
    }

    private static void assertClosed(String where, JsonNode schema) {
        switch (schema.path("type").asString()) {
            case "object" -> {
                assertEquals("false", schema.path("additionalProperties").asString(), where);
                schema.path("properties")
                        .properties()
                        .forEach(property -> assertClosed(where + "." + property.getKey(), property.getValue()));
            }
            case "array" -> {
                assertTrue(schema.has("maxItems"), where);
                assertClosed(where + "[]", schema.path("items"));
            }
            case "string" -> assertTrue(BOUNDED_BY.stream().anyMatch(schema::has), where);
            case "integer" -> assertTrue(schema.has("minimum") && schema.has("maximum"), where);
            case "boolean" -> assertTrue(schema.has("description"), where);
            default -> throw new AssertionError(where + " has no type");
        }
    }
}
