package dev.metis.local.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.metis.access.Caller;
import dev.metis.access.PrincipalId;
import dev.metis.access.TenantId;
import dev.metis.conversation.Conversation;
import dev.metis.conversation.ConversationId;
import dev.metis.event.EventType;
import dev.metis.item.ItemMapper;
import dev.metis.item.Keys;
import dev.metis.local.config.LocalRuntime;
import dev.metis.local.store.DataDirectory;
import dev.metis.local.store.LocalStore;
import dev.metis.port.Query;
import dev.metis.port.Table;
import dev.metis.run.Run;
import dev.metis.run.RunId;
import dev.metis.usecase.StartRunCommand;
import dev.metis.usecase.StartRunResult;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/** A whole local runtime over a folder, and a person in it. */
final class LocalFixture implements AutoCloseable {
    private static final TenantId OWNER = new TenantId("ten_01ARZ3NDEKTSV4RRFFQ69G5FAV");
    private static final PrincipalId PERSON = new PrincipalId("usr_01ARZ3NDEKTSV4RRFFQ69G5FAV");
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final DataDirectory directory;
    private final LocalStore store;
    private final LocalRuntime runtime;
    private final Semaphore changed = new Semaphore(0);

    private LocalFixture(DataDirectory directory, LocalStore store, LocalRuntime runtime) {
        this.directory = directory;
        this.store = store;
        this.runtime = runtime;
    }

    static LocalFixture open(Path folder) throws Exception {
        DataDirectory directory =
                ((DataDirectory.Opening.Opened) DataDirectory.open(folder.resolve("data"))).directory();
        LocalStore store = LocalStore.open(directory, LocalFixture::now);
        LocalRuntime runtime = LocalRuntime.wire(directory, store, Map.of(), LocalFixture::now);
        LocalFixture fixture = new LocalFixture(directory, store, runtime);
        store.changes().subscribe("test", batch -> fixture.changed.release());
        runtime.start();
        return fixture;
    }

    LocalRuntime runtime() {
        return runtime;
    }

    Caller caller() {
        return Callers.owner(OWNER, PERSON);
    }

    ConversationId conversation(String script) {
        ConversationId id =
                new ConversationId(ConversationId.PREFIX + runtime.ids().ulid());
        runtime.conversations()
                .create(new Conversation(
                        OWNER,
                        id,
                        null,
                        "developer",
                        "approval-required",
                        "script",
                        "scripted",
                        false,
                        ItemMapper.parse(script),
                        PERSON,
                        now(),
                        now(),
                        1));
        return id;
    }

    RunId send(String script, String text) {
        return send(conversation(script), text);
    }

    RunId send(ConversationId conversation, String text) {
        StartRunResult result = runtime.startRun()
                .start(new StartRunCommand(
                        OWNER,
                        PERSON,
                        conversation,
                        text,
                        StartRunCommand.OnBusy.QUEUE,
                        "api",
                        StartRunCommand.Overrides.NONE,
                        Optional.empty()));
        return ((StartRunResult.Accepted) result).runId();
    }

    Run ended(RunId run) throws InterruptedException {
        return until(
                () -> runtime.runs().find(OWNER, run).filter(r -> !r.open()), () -> "the run to end: " + events(run));
    }

    /** The data of the first event of the type, as soon as there is one. */
    JsonNode await(RunId run, String type) throws InterruptedException {
        return until(() -> of(events(run), type).stream().findFirst(), () -> type + " in " + events(run));
    }

    List<JsonNode> events(RunId run) {
        return store
                .items()
                .query(Query.prefix(Table.EVENTS, Keys.run(OWNER, run), "E#", Query.MAX_LIMIT))
                .items()
                .stream()
                .map(item -> (JsonNode) item.attributes())
                .toList();
    }

    List<JsonNode> of(List<JsonNode> events, String type) {
        return events.stream()
                .filter(e -> e.path("type").asString().equals(type))
                .map(e -> e.path("data"))
                .toList();
    }

    JsonNode only(List<JsonNode> events, String type) {
        List<JsonNode> found = of(events, type);
        assertEquals(1, found.size(), () -> type + " in " + events);
        return found.getFirst();
    }

    /** Seq from 1 without gaps, exactly one terminal event, the last. */
    void assertWellFormed(List<JsonNode> events) {
        List<Long> seqs = new ArrayList<>();
        events.forEach(e -> seqs.add(e.path("seq").asLong()));
        List<Long> expected = new ArrayList<>();
        for (long i = 1; i <= events.size(); i++) {
            expected.add(i);
        }
        assertEquals(expected, seqs);
        List<Boolean> terminal = events.stream()
                .map(e -> EventType.ofWire(e.path("type").asString()).terminal())
                .toList();
        assertEquals(1, terminal.stream().filter(t -> t).count(), events::toString);
        assertTrue(terminal.getLast(), events::toString);
    }

    private <T> T until(Supplier<Optional<T>> look, Supplier<String> what) throws InterruptedException {
        Instant deadline = now().plus(PATIENCE);
        while (true) {
            Optional<T> found = look.get();
            if (found.isPresent()) {
                return found.get();
            }
            assertTrue(now().isBefore(deadline), () -> "waited in vain for " + what.get());
            if (changed.tryAcquire(1, TimeUnit.SECONDS)) {
                changed.drainPermits();
            }
        }
    }

    @Override
    public void close() {
        runtime.close();
        store.close();
        directory.close();
    }

    private static Instant now() {
        return Instant.now().truncatedTo(ChronoUnit.MILLIS);
    }
}
