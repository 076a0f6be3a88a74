package dev.metis.local.cli;

import tools.jackson.databind.JsonNode;

/** Shows the events of a run as they come. */
interface RunView {
    void show(JsonNode event);
}
