package dev.metis.tool;

import java.util.List;
import java.util.Optional;

/** All tools that this program knows, with unique names, in a stable order. A manifest picks from it. */
public interface ToolCatalogue {
    List<ToolDefinition> all();

    Optional<ToolDefinition> find(String name);
}
