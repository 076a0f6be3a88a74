package dev.metis.local.cli;

import dev.metis.capability.Mode;
import dev.metis.error.PermanentException;
import dev.metis.item.ItemMapper;
import dev.metis.json.StrictJson;
import dev.metis.local.config.Environment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code run}: sends a message and follows its run. */
@Command(
        name = "run",
        description = "Sends TEXT to the running Metis and follows the run.",
        footer = "Exits with 0 when the run completed, 1 failed, 2 wrong usage, 3 cancelled, 4 interrupted.")
final class RunCommand implements Callable<Integer> {
    private final Environment environment;
    private final Console console;
    private final Interrupts interrupts;

    @Mixin
    private final Shared shared = new Shared();

    @Parameters(paramLabel = "TEXT", description = "What to say.")
    private String text = "";

    @Option(names = "--json", description = "Prints the events as JSON lines.")
    private boolean json;

    @Option(names = "--conversation", paramLabel = "ID", description = "Goes on with a conversation.")
    private @Nullable String conversation;

    @Option(names = "--mode", paramLabel = "MODE", description = "read-only, approval-required, auto-edit or full.")
    private @Nullable String mode;

    @Option(names = "--profile", paramLabel = "ID", description = "The kind of agent.")
    private @Nullable String profile;

    @Option(names = "--provider", paramLabel = "ID", description = "Whose model.")
    private @Nullable String provider;

    @Option(names = "--model", paramLabel = "ID", description = "Which model.")
    private @Nullable String model;

    @Option(names = "--script", paramLabel = "FILE", description = "A script for the scripted provider, as JSON.")
    private @Nullable Path script;

    RunCommand(Environment environment, Console console, Interrupts interrupts) {
        this.environment = environment;
        this.console = console;
        this.interrupts = interrupts;
    }

    @Override
    public Integer call() {
        ObjectNode choices = choices();
        if (conversation != null && !choices.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.USAGE, "--conversation goes on as the conversation is; leave the other choices out");
        }
        if (text.isBlank()) {
            throw new CommandFailure(ExitCode.USAGE, "TEXT is blank");
        }
        try (MetisClient client = MetisClient.require(shared.data(environment))) {
            String id = conversation != null
                    ? conversation
                    : client.post("/v1/conversations", choices).path("id").asString();
            ObjectNode message = ItemMapper.object().put("text", text);
            String run = client.post("/v1/conversations/" + id + "/messages", message, environment.freshKey())
                    .path("runId")
                    .asString();
            console.say("Conversation " + id + ", run " + run);
            RunFollower follower = new RunFollower(client, run, json ? new JsonView(console) : terminal(client));
            return interrupts.guarding(follower::cancel, follower::follow);
        }
    }

    private RunView terminal(MetisClient client) {
        Prompts prompts = new Prompts(console, console.input());
        if (console.interactive()) {
            prompts.start();
        }
        return new TerminalView(console, new Requests(console, client, prompts));
    }

    private ObjectNode choices() {
        if (mode != null && Mode.ofWire(mode).isEmpty()) {
            throw new CommandFailure(ExitCode.USAGE, "--mode is one of " + String.join(", ", Mode.words()));
        }
        ObjectNode body = ItemMapper.object();
        put(body, "mode", mode);
        put(body, "profile", profile);
        put(body, "provider", provider);
        put(body, "model", model);
        Path file = script;
        if (file != null) {
            body.set("script", read(file));
        }
        return body;
    }

    private static JsonNode read(Path file) {
        try {
            return StrictJson.parse(Files.readString(file));
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.USAGE, "the script " + file + " cannot be read");
        } catch (PermanentException e) {
            throw new CommandFailure(ExitCode.USAGE, "the script " + file + ": " + e.getMessage());
        }
    }

    private static void put(ObjectNode body, String name, @Nullable String value) {
        if (value != null) {
            body.put(name, value);
        }
    }
}
