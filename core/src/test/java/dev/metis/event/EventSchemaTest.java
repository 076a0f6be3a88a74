package dev.metis.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The schemas and the fixtures of events are made from the records and committed; here they are held to them. After a
 * change of a record run this test with {@code -Dmetis.regenerate=true} and read what changed: it is the contract.
 */
class EventSchemaTest {
    private static final Path SCHEMAS = Path.of("src/main/resources/schema/events");
    private static final Path FIXTURES = Path.of("src/test/resources/events");
    private static final boolean REGENERATE = Boolean.getBoolean("metis.regenerate");
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final SchemaRegistry REGISTRY =
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

    @ParameterizedTest
    @EnumSource(EventType.class)
    void theCommittedSchemaIsThatOfTheRecord(EventType type) throws IOException {
        assertCommitted(SCHEMAS, type, EventSchemas.of(type));
    }

    @ParameterizedTest
    @EnumSource(EventType.class)
    void theCommittedFixtureIsWhatTheRecordWrites(EventType type) throws IOException {
        assertCommitted(FIXTURES, type, SampleEvents.of(type).toJson());
    }

    @ParameterizedTest
    @EnumSource(EventType.class)
    void aFixtureComesBackUnchangedThroughTheRecord(EventType type) throws IOException {
        JsonNode fixture = read(FIXTURES, type);
        RunEvent event = RunEvent.fromJson(fixture);
        assertEquals(SampleEvents.of(type), event);
        assertEquals(fixture.toString(), event.toJson().toString());
    }

    @ParameterizedTest
    @EnumSource(EventType.class)
    void theSchemaTakesTheFixtureAndRefusesWhatIsTooMuchOrTooLittle(EventType type) throws IOException {
        Schema schema =
                REGISTRY.getSchema(SchemaLocation.of("https://metis.invalid/schema/events/"), read(SCHEMAS, type));
        JsonNode fixture = read(FIXTURES, type);
        assertEquals(List.of(), schema.validate(fixture));
        ObjectNode tooMuch = (ObjectNode) fixture.deepCopy();
        ((ObjectNode) tooMuch.path("data")).put("more", 1);
        assertFalse(schema.validate(tooMuch).isEmpty());
        ObjectNode otherType = (ObjectNode) fixture.deepCopy();
        otherType.put("type", "run.other");
        assertFalse(schema.validate(otherType).isEmpty());
        JsonNode required = read(SCHEMAS, type).path("properties").path("data").path("required");
        for (JsonNode name : required) {
            ObjectNode tooLittle = (ObjectNode) fixture.deepCopy();
            ((ObjectNode) tooLittle.path("data")).remove(name.asString());
            assertFalse(schema.validate(tooLittle).isEmpty(), type + " without " + name);
        }
    }

    @Test
    void thereIsNoSchemaAndNoFixtureOfATypeThatDoesNotExist() throws IOException {
        List<String> types = Arrays.stream(EventType.values())
                .map(type -> type.wire() + ".json")
                .sorted()
                .toList();
        assertEquals(types, names(SCHEMAS));
        assertEquals(types, names(FIXTURES));
        assertTrue(types.size() > 30, "the catalogue has shrunk to " + types.size());
    }

    private static void assertCommitted(Path folder, EventType type, JsonNode made) throws IOException {
        if (REGENERATE) {
            Files.createDirectories(folder);
            Files.writeString(
                    file(folder, type), MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(made) + "\n");
        }
        // As text: the nodes of 1 as an int and as a long are not equal.
        assertEquals(
                made.toString(),
                read(folder, type).toString(),
                () -> file(folder, type) + " is stale: run with -Dmetis.regenerate=true");
    }

    private static JsonNode read(Path folder, EventType type) throws IOException {
        return MAPPER.readTree(Files.readString(file(folder, type), StandardCharsets.UTF_8));
    }

    private static Path file(Path folder, EventType type) {
        return folder.resolve(type.wire() + ".json");
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
