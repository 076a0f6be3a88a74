package dev.metis.providers.compatible;

import dev.metis.provider.TurnRequest;
import dev.metis.tool.ToolDefinition;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The body of a request, and the names by which its tools are known on the wire. */
record ChatRequest(ObjectNode body, ToolNames names) {
    static ChatRequest of(TurnRequest request, Habits habits) {
        ToolNames names = new ToolNames(request.tools());
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.put("model", request.model());
        body.put("stream", true);
        if (habits.usageInStream()) {
            body.putObject("stream_options").put("include_usage", true);
        }
        body.put(habits.completionTokens() ? "max_completion_tokens" : "max_tokens", request.maxOutputTokens());
        body.set("messages", History.messages(request.instructions(), request.transcript(), names));
        if (!request.tools().isEmpty()) {
            ArrayNode tools = body.putArray("tools");
            request.tools().forEach(tool -> tool(tools.addObject(), tool, names));
        }
        return new ChatRequest(body, names);
    }

    private static void tool(ObjectNode json, ToolDefinition tool, ToolNames names) {
        ObjectNode schema = tool.inputSchema();
        schema.remove("$schema");
        json.put("type", "function")
                .putObject("function")
                .put("name", names.wire(tool.name()))
                .put("description", tool.description())
                .set("parameters", schema);
    }
}
