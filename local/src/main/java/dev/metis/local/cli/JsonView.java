package dev.metis.local.cli;

import dev.metis.item.ItemMapper;
import tools.jackson.databind.JsonNode;

/** Events as JSON lines, as every transport shows them. */
final class JsonView implements RunView {
    private final Console console;

    JsonView(Console console) {
        this.console = console;
    }

    @Override
    public void show(JsonNode event) {
        console.result(TerminalText.json(ItemMapper.write(event)));
    }
}
