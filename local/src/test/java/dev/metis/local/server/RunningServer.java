package dev.metis.local.server;

import dev.metis.access.ApiToken;
import dev.metis.access.Scope;
import dev.metis.access.TenantId;
import dev.metis.conversation.ConversationId;
import dev.metis.function.api.AccessServices;
import dev.metis.function.api.ApiServices;
import dev.metis.function.api.ApiSettings;
import dev.metis.function.api.Catalogue;
import dev.metis.function.api.RunServices;
import dev.metis.item.ItemMapper;
import dev.metis.item.Keys;
import dev.metis.port.ArtifactStore;
import dev.metis.port.Change;
import dev.metis.port.Condition;
import dev.metis.port.SchemaValidator;
import dev.metis.port.TimeSource;
import dev.metis.port.Write;
import dev.metis.providers.script.ScriptProvider;
import dev.metis.run.RunId;
import dev.metis.testkit.runtime.QuietRuntime;
import dev.metis.testkit.store.InMemoryChangeFeed;
import dev.metis.testkit.store.InMemoryItemStore;
import dev.metis.testkit.time.SequentialIds;
import dev.metis.tools.CoreTools;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** A server over a store in memory, with runs whose events a test appends by hand. */
final class RunningServer implements AutoCloseable {
    static final String CONTROL_SECRET = "only-the-owner-knows";

    final InMemoryItemStore store = new InMemoryItemStore();
    final SequentialIds ids = new SequentialIds();
    final TimeSource time = () -> Instant.now().truncatedTo(ChronoUnit.MILLIS);
    final AccessServices access = AccessServices.over(store, ids, time);
    final EventHub hub = new EventHub(store);
    final HttpClient client = HttpClient.newHttpClient();
    final MetisServer server;
    private final InMemoryChangeFeed feed = new InMemoryChangeFeed(store);

    RunningServer(Path site) throws IOException {
        server = new MetisServer("127.0.0.1", 0, hub);
        feed.subscribe("live", hub);
        QuietRuntime runtime = new QuietRuntime();
        CoreTools tools = new CoreTools();
        ArtifactStore artifacts = new NoArtifacts();
        SchemaValidator validator = (schema, value) -> List.of();
        ApiServices services = new ApiServices(
                ApiSettings.local("1.0", server.port()),
                access,
                RunServices.over(
                        new RunServices.Ports(store, artifacts, validator, runtime, runtime, runtime, time, ids),
                        tools),
                new Catalogue(List.of(new ScriptProvider()), tools),
                store,
                artifacts,
                hub,
                validator,
                time,
                ids);
        ControlHandler control =
                new ControlHandler(CONTROL_SECRET, access.principals().ensure("owner"), access, services.guard());
        server.start(
                new MetisServer.Served(services.api(), services.liveGate(), services.guard(), control, store, site));
    }

    private record NoArtifacts() implements ArtifactStore {
        @Override
        public Blob put(String owner, InputStream bytes, long maxBytes) {
            throw new UnsupportedOperationException("these tests store no artifact");
        }

        @Override
        public Optional<InputStream> open(String owner, String sha256, long offset, long length) {
            return Optional.empty();
        }

        @Override
        public Optional<Long> size(String owner, String sha256) {
            return Optional.empty();
        }
    }

    URI uri(String target) {
        return URI.create("http://127.0.0.1:" + server.port() + target);
    }

    HttpRequest.Builder request(String target) {
        return HttpRequest.newBuilder(uri(target)).timeout(Duration.ofSeconds(30));
    }

    HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    ApiToken.Issued token(String name, Set<Scope> scopes) {
        return access.tokens().issue(access.principals().ensure(name), null, scopes, Duration.ofDays(1));
    }

    TenantId tenant(String name) {
        return access.principals().ensure(name).tenant();
    }

    LiveClient live(String token) {
        return LiveClient.connect(
                client, server.port(), builder -> builder.header("Authorization", "Bearer " + token), "");
    }

    ConversationId conversation(TenantId owner) {
        ConversationId id = new ConversationId(ConversationId.PREFIX + ids.ulid());
        put(new Write.Put(Keys.conversationItem(owner, id), ItemMapper.object(), new Condition.NotExists()));
        put(new Write.Put(Keys.queue(owner, id), ItemMapper.object(), new Condition.NotExists()));
        return id;
    }

    /** A run without events yet. */
    RunId run(TenantId owner, ConversationId conversation) {
        RunId run = new RunId(RunId.PREFIX + ids.ulid());
        ObjectNode head = ItemMapper.object();
        head.put("lastSeq", 0).put("open", true).put("status", "queued");
        head.putObject("spec").put("conversationId", conversation.value());
        put(new Write.Put(Keys.runHead(owner, run), head, new Condition.NotExists()));
        return run;
    }

    /** Appends an event as the core does: with the head, in one transaction. */
    void append(TenantId owner, RunId run, long seq, String type, ObjectNode data) {
        ObjectNode event = ItemMapper.object();
        event.put("runId", run.value()).put("seq", seq).put("type", type);
        event.put("at", ItemMapper.timestamp(time.now())).put("attempt", 1);
        event.set("data", data);
        List<Change> changes = new ArrayList<>();
        changes.add(new Change.Set(List.of("lastSeq"), ItemMapper.toTree(seq)));
        if (type.equals("run.completed")) {
            changes.add(new Change.Set(List.of("open"), ItemMapper.toTree(false)));
        }
        boolean committed = store.transact(List.of(
                        new Write.Update(
                                Keys.runHead(owner, run),
                                changes,
                                new Condition.Equal(List.of("lastSeq"), ItemMapper.toTree(seq - 1))),
                        new Write.Put(Keys.event(owner, run, seq), event, new Condition.NotExists())))
                .committed();
        if (!committed) {
            throw new AssertionError("seq " + seq + " was refused");
        }
    }

    void append(TenantId owner, RunId run, long seq) {
        append(owner, run, seq, "content.delta", ItemMapper.object().put("text", "piece " + seq));
    }

    private void put(Write write) {
        if (!store.write(write).committed()) {
            throw new AssertionError("the item is there already: " + write.key());
        }
    }

    @Override
    public void close() {
        server.close();
        feed.close();
        client.close();
    }
}
