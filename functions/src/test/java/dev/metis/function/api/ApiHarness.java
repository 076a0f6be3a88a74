package dev.metis.function.api;

import dev.metis.access.ApiToken;
import dev.metis.access.Principal;
import dev.metis.access.Scope;
import dev.metis.access.TenantId;
import dev.metis.artifact.Artifact;
import dev.metis.artifact.ArtifactId;
import dev.metis.artifact.Payloads;
import dev.metis.function.schema.NetworkntSchemaValidator;
import dev.metis.item.ItemMapper;
import dev.metis.item.Keys;
import dev.metis.port.Condition;
import dev.metis.port.Write;
import dev.metis.providers.script.ScriptProvider;
import dev.metis.run.RunId;
import dev.metis.testkit.runtime.QuietRuntime;
import dev.metis.testkit.store.InMemoryItemStore;
import dev.metis.testkit.time.ManualTime;
import dev.metis.testkit.time.SequentialIds;
import dev.metis.tools.CoreTools;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The whole API over a store in memory, with people in it. */
final class ApiHarness {
    static final int PORT = 4711;

    final InMemoryItemStore store = new InMemoryItemStore();
    final ManualTime time = new ManualTime();
    final SequentialIds ids = new SequentialIds();
    final MemoryArtifacts artifacts = new MemoryArtifacts();
    final AccessServices access = AccessServices.over(store, ids, time);
    final QuietRuntime runtime = new QuietRuntime();
    final CoreTools tools = new CoreTools();
    final ApiServices services;
    final Api api;

    ApiHarness() {
        this(ApiSettings.local("1.2.3", PORT));
    }

    ApiHarness(ApiSettings settings) {
        NetworkntSchemaValidator validator = new NetworkntSchemaValidator();
        services = new ApiServices(
                settings,
                access,
                RunServices.over(
                        new RunServices.Ports(store, artifacts, validator, runtime, runtime, runtime, time, ids),
                        tools),
                new Catalogue(List.of(new ScriptProvider()), tools),
                store,
                artifacts,
                (owner, run) -> new NoWatch(),
                validator,
                time,
                ids);
        api = services.api();
    }

    /** Never wakes anybody; what is awaited is there already or does not come. */
    private record NoWatch() implements RunWatch.Watch {
        @Override
        public boolean await(long seq, Duration atMost) {
            return false;
        }

        @Override
        public boolean over() {
            return true;
        }

        @Override
        public void close() {}
    }

    /** A request being put together; the body's bytes are kept as the characters of the same numbers. */
    record Draft(ApiHarness harness, String method, String target, Map<String, String> headers, String sent) {
        Draft header(String name, String value) {
            Map<String, String> more = new LinkedHashMap<>(headers);
            more.put(name, value);
            return new Draft(harness, method, target, more, sent);
        }

        Draft bearer(String token) {
            return header("Authorization", "Bearer " + token);
        }

        Draft json(String body) {
            return bytes(body.getBytes(StandardCharsets.UTF_8)).header("Content-Type", "application/json");
        }

        Draft bytes(byte[] body) {
            return new Draft(harness, method, target, headers, new String(body, StandardCharsets.ISO_8859_1));
        }

        ApiResponse send() {
            int question = target.indexOf('?');
            Map<String, List<String>> fields = new LinkedHashMap<>();
            headers.forEach((name, value) -> fields.put(name, List.of(value)));
            return harness.api.handle(new ApiRequest(
                    method,
                    question < 0 ? target : target.substring(0, question),
                    question < 0 ? "" : target.substring(question + 1),
                    new Headers(fields),
                    limit -> Optional.of(sent.getBytes(StandardCharsets.ISO_8859_1))
                            .filter(bytes -> bytes.length <= limit),
                    "127.0.0.1"));
        }

        JsonNode expect(int status) {
            ApiResponse response = send();
            if (response.status() != status) {
                throw new AssertionError(method + " " + target + " answered " + response.status() + ", not " + status
                        + ": " + text(response));
            }
            String body = text(response);
            return body.isEmpty() ? ItemMapper.object() : ItemMapper.parse(body);
        }
    }

    Draft request(String method, String target) {
        return new Draft(this, method, target, Map.of("Host", "127.0.0.1:" + PORT), "");
    }

    Draft get(String target) {
        return request("GET", target);
    }

    Draft post(String target, String body) {
        return request("POST", target).json(body);
    }

    Principal person(String name) {
        return access.principals().ensure(name);
    }

    String token(String name, Set<Scope> scopes) {
        ApiToken.Issued issued = access.tokens().issue(person(name), null, scopes, Duration.ofDays(1));
        return issued.secret();
    }

    /** A run's head and so many events, as far as reading them goes; the last ends it where told so. */
    RunId run(TenantId owner, int events, boolean ended) {
        RunId run = new RunId(RunId.PREFIX + ids.ulid());
        ObjectNode head = ItemMapper.object();
        head.put("lastSeq", events);
        head.put("open", !ended);
        head.put("status", ended ? "completed" : "running");
        put(new Write.Put(Keys.runHead(owner, run), head, new Condition.NotExists()));
        for (int seq = 1; seq <= events; seq++) {
            event(owner, run, seq, ended && seq == events ? "run.completed" : "content.delta");
        }
        return run;
    }

    /** A conversation made by API. */
    String conversation(String token, String body) {
        return post("/v1/conversations", body)
                .bearer(token)
                .expect(201)
                .path("id")
                .asString();
    }

    /** A message sent by API. */
    JsonNode message(String token, String conversation, String body) {
        return post("/v1/conversations/" + conversation + "/messages", body)
                .bearer(token)
                .expect(202);
    }

    void event(TenantId owner, RunId run, long seq, String type) {
        ObjectNode event = ItemMapper.object();
        event.put("runId", run.value());
        event.put("seq", seq);
        event.put("type", type);
        event.put("at", ItemMapper.timestamp(time.now()));
        event.put("attempt", 1);
        event.putObject("data").put("text", "é" + seq);
        put(new Write.Put(Keys.event(owner, run, seq), event, new Condition.NotExists()));
    }

    ArtifactId artifact(TenantId owner, RunId run, String name, String content) throws IOException {
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        var blob = artifacts.put(owner.value(), new ByteArrayInputStream(bytes), bytes.length);
        Artifact artifact = new Artifact(
                new ArtifactId(ArtifactId.PREFIX + ids.ulid()),
                run,
                name,
                "text/html",
                blob.bytes(),
                blob.sha256(),
                time.now());
        List<Write> writes = new ArrayList<>();
        Payloads.writes(owner, artifact, writes::add);
        writes.forEach(this::put);
        return artifact.id();
    }

    void put(Write write) {
        if (!store.write(write).committed()) {
            throw new AssertionError("the item is there already: " + write.key());
        }
    }

    static String text(ApiResponse response) {
        return switch (response) {
            case ApiResponse.Text text -> text.body();
            case ApiResponse.Content content -> {
                try (var in = content.opening().open()) {
                    yield new String(in.readAllBytes(), StandardCharsets.UTF_8);
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            }
            case ApiResponse.EventStream stream -> {
                StringBuilder pieces = new StringBuilder();
                try {
                    stream.writer().writeTo(pieces::append);
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
                yield pieces.toString();
            }
        };
    }
}
