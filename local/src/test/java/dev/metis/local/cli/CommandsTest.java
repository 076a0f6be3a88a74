package dev.metis.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.metis.item.ItemMapper;
import dev.metis.local.config.Environment;
import dev.metis.local.config.LocalInstance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntSupplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The commands against a server that really runs. */
class CommandsTest {
    @TempDir
    private static Path folder;

    private static Environment environment;
    private static LocalInstance instance;

    @BeforeAll
    static void up() throws Exception {
        environment =
                new Environment(Map.of("METIS_DATA_DIR", folder.resolve("data").toString()), properties());
        instance = assertInstanceOf(
                        LocalInstance.Opening.Up.class, LocalInstance.open(environment.dataDirectory(), 0, environment))
                .instance();
    }

    @AfterAll
    static void down() {
        instance.close();
    }

    private static Map<String, String> properties() {
        return Map.of("user.name", "ana maria");
    }

    /** Lets a test stop the command as Ctrl-C would. */
    private static final class Keys implements Interrupts {
        private final AtomicReference<IntSupplier> onStop = new AtomicReference<>();

        @Override
        public int guarding(IntSupplier stop, Callable<Integer> work) {
            onStop.set(stop);
            try {
                return work.call();
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }

        int stop() {
            return onStop.get().getAsInt();
        }
    }

    private static int execute(Terminal terminal, String... arguments) {
        return MetisCommand.execute(environment, new Keys(), terminal.console, arguments);
    }

    private static String script(String name, String turns) throws IOException {
        return Files.writeString(folder.resolve(name + ".json"), "{\"turns\":[" + turns + "]}")
                .toString();
    }

    @Test
    void aRunIsShownAndItsEndIsTheExitCode() throws Exception {
        Terminal terminal = new Terminal(false);
        int code = execute(terminal, "run", "hi", "--script", script("hello", "{\"text\":\"Hello\\nthere\"}"));
        assertEquals(0, code, terminal.err());
        assertEquals(List.of("Hello", "there"), terminal.lines());
    }

    @Test
    void aFailedRunExitsWith1() throws Exception {
        Terminal terminal = new Terminal(false);
        int code = execute(terminal, "run", "hi", "--script", script("fail", "{\"error\":{\"status\":401}}"));
        assertEquals(1, code);
        assertTrue(terminal.err().contains("✗ failed"), terminal.err());
    }

    @Test
    void jsonLinesAreTheEventsFromTheFirstToTheLast() throws Exception {
        Terminal terminal = new Terminal(false);
        String evil = "\\u001b[2J \\u202e \\u009b";
        assertEquals(
                0, execute(terminal, "run", "hi", "--json", "--script", script("json", "{\"text\":\"" + evil + "\"}")));
        List<JsonNode> events = terminal.lines().stream().map(ItemMapper::parse).toList();
        assertEquals(
                LongStream.rangeClosed(1, events.size()).boxed().toList(),
                events.stream().map(event -> event.path("seq").asLong()).toList());
        assertEquals("run.queued", events.getFirst().path("type").asString());
        assertEquals("run.completed", events.getLast().path("type").asString());
        assertTrue(terminal.out().chars().allMatch(c -> c == '\n' || (c >= ' ' && c != 0x9b && c != 0x202e)));
    }

    @Test
    void aPersonAtTheTerminalIsAskedAndObeyed() throws Exception {
        String file = script("ask", """
                {"toolCalls":[{"name":"fs.write","arguments":{"path":"a.txt","content":"one\\u001b[A"}}]},
                {"toolCalls":[{"name":"ask_user","arguments":{"question":"Which?","choices":["red","blue"]}}]},
                {"text":"Done"}
                """);
        Terminal terminal = new Terminal(true);
        CompletableFuture<Integer> code =
                CompletableFuture.supplyAsync(() -> execute(terminal, "run", "go", "--script", file));
        terminal.await("[y/N] ", 1);
        assertTrue(terminal.err().contains("one\\u{1B}[A"), "the whole content is shown, harmless: " + terminal.err());
        terminal.type("perhaps");
        terminal.await("[y/N] ", 2);
        terminal.type("n");
        terminal.await("Your answer: ", 1);
        terminal.type("2");
        assertEquals(0, code.get(60, TimeUnit.SECONDS), terminal.err());
        assertTrue(terminal.err().contains("denied by ana_maria"), terminal.err());
        assertTrue(terminal.err().contains("✗ fs.write denied"), terminal.err());
        assertTrue(terminal.err().contains("│ blue"), terminal.err());
        assertEquals(List.of("Done"), terminal.lines());
    }

    @Test
    void withoutATerminalItIsSaidHowToDecideAndTheRunWaits() throws Exception {
        String file = script(
                "wait",
                "{\"toolCalls\":[{\"name\":\"shell.exec\",\"arguments\":{\"command\":\"ls\"}}]},{\"text\":\"Done\"}");
        Terminal terminal = new Terminal(false);
        CompletableFuture<Integer> code =
                CompletableFuture.supplyAsync(() -> execute(terminal, "run", "go", "--script", file));
        terminal.await("Waiting ...", 1);
        assertFalse(code.isDone());
        try (MetisClient client = MetisClient.require(environment.dataDirectory())) {
            JsonNode approval = pending(client, "shell.exec");
            client.post(
                    "/v1/approvals/" + approval.path("id").asString() + "/decision",
                    ItemMapper.object()
                            .put("decision", "deny")
                            .put("argumentsHash", approval.path("argumentsHash").asString()));
        }
        assertEquals(0, code.get(60, TimeUnit.SECONDS), terminal.err());
    }

    private static JsonNode pending(MetisClient client, String tool) {
        return client.get("/v1/approvals").path("items").values().stream()
                .filter(item -> item.path("tool").asString().equals(tool))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aPersonWhoStopsTheCommandCancelsTheRun() throws Exception {
        String file = script("slow", "{\"text\":\"%s\",\"deltaMs\":200}".formatted("word ".repeat(500)));
        Terminal terminal = new Terminal(false);
        Keys keys = new Keys();
        CompletableFuture<Integer> code = CompletableFuture.supplyAsync(
                () -> MetisCommand.execute(environment, keys, terminal.console, "run", "go", "--script", file));
        terminal.await("Conversation ", 1);
        while (keys.onStop.get() == null || terminal.out().isEmpty()) {
            Thread.onSpinWait();
        }
        assertEquals(3, keys.stop());
        assertEquals(3, code.get(30, TimeUnit.SECONDS));
        assertTrue(terminal.err().contains("■ cancelled by ana_maria"), terminal.err());
    }

    @Test
    void aConversationGoesOn() throws Exception {
        Terminal first = new Terminal(false);
        execute(first, "run", "one", "--script", script("two", "{\"text\":\"first\"},{\"text\":\"second\"}"));
        String id = first.err().replaceAll("(?s).*(conv_[0-9A-Z]{26}).*", "$1");
        Terminal second = new Terminal(false);
        assertEquals(0, execute(second, "run", "two", "--conversation", id), second.err());
        assertEquals(List.of("second"), second.lines());
    }

    @Test
    void aTokenIsAllThatStdoutHolds() throws Exception {
        Terminal terminal = new Terminal(false);
        assertEquals(0, execute(terminal, "token", "create", "--user", "bob", "--scopes", "runs:read"));
        String token = terminal.lines().getFirst();
        assertEquals(token + System.lineSeparator(), terminal.out());
        assertTrue(token.matches("mts_[0-9A-Za-z]{43}"), token);
    }

    @Test
    void aTokenIsMadeWithoutAServerToo() throws Exception {
        Terminal terminal = new Terminal(false);
        String other = folder.resolve("other").toString();
        assertEquals(0, execute(terminal, "token", "create", "--user", "bob", "--data", other), terminal.err());
        assertTrue(terminal.out().startsWith("mts_"));
    }

    @Test
    void aLinkSignsInOnce() throws Exception {
        Terminal terminal = new Terminal(false);
        assertEquals(0, execute(terminal, "link"));
        String token = terminal.out().strip().replaceAll(".*#token=", "");
        try (MetisClient client = MetisClient.require(environment.dataDirectory())) {
            assertEquals(
                    "ana_maria",
                    client.post("/v1/session", ItemMapper.object().put("token", token))
                            .path("user")
                            .path("name")
                            .asString());
            assertEquals(
                    401,
                    client.tryPost("/v1/session", ItemMapper.object().put("token", token))
                            .statusCode());
        }
    }

    @Test
    void aSecondServerOnTheSameDataNamesTheHolder() throws Exception {
        Terminal terminal = new Terminal(false);
        assertEquals(1, execute(terminal, "up", "--port", "0", "--no-open"));
        assertTrue(terminal.err().contains("process " + ProcessHandle.current().pid()), terminal.err());
        assertEquals("", terminal.out());
    }

    @Test
    void withoutAServerItIsSaidHowToStartOne() throws Exception {
        Terminal terminal = new Terminal(false);
        assertEquals(
                1,
                execute(terminal, "run", "hi", "--data", folder.resolve("none").toString()));
        assertTrue(terminal.err().contains("./metis up"), terminal.err());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "dance",
                "run",
                "run a b",
                "run hi --mode yolo",
                "run hi --script none.json",
                "token",
                "token create",
                "token create --user a/b",
                "token create --user a --scopes root",
                "up --port x",
                "up --port 70000",
                "run hi --conversation conv_1 --mode full",
                "link now"
            })
    void wrongUsageExitsWith2AndSaysSoOnStderr(String line) throws Exception {
        Terminal terminal = new Terminal(false);
        String[] arguments = line.isEmpty() ? new String[0] : line.split(" ");
        assertEquals(2, execute(terminal, arguments), terminal.err());
        assertEquals("", terminal.out());
        assertFalse(terminal.err().isBlank());
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "up --help", "run --help", "token --help", "token create --help", "link --help"})
    void helpIsEverywhere(String line) throws Exception {
        Terminal terminal = new Terminal(false);
        assertEquals(0, execute(terminal, line.split(" ")));
        assertTrue(terminal.out().contains("--data") && terminal.out().contains("Usage:"), terminal.out());
    }
}
