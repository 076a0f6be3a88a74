package dev.metis.tools;

import dev.metis.json.StrictJson;
import dev.metis.tool.ToolDefinition;
import dev.metis.tool.ToolEffect;
import dev.metis.tool.ToolExecutor;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.node.ObjectNode;

/** Makes definitions with the schemas that lie beside the program, one file a tool. */
final class Definitions {
    private Definitions() {}

    static ToolDefinition of(
            String name,
            String description,
            ToolEffect effect,
            ToolExecutor executor,
            boolean idempotent,
            int seconds) {
        return new ToolDefinition(name, description, schema(name), effect, executor, idempotent, seconds);
    }

    private static ObjectNode schema(String tool) {
        String resource = "/schema/tools/" + tool + ".json";
        try (InputStream in = Definitions.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("the program lacks " + resource);
            }
            return (ObjectNode) StrictJson.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
