package dev.metis.local.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import dev.metis.conversation.ConversationId;
import dev.metis.function.gateway.ResultRequest;
import dev.metis.function.gateway.SandboxCommand;
import dev.metis.port.ArtifactStore;
import dev.metis.port.SandboxLauncher.LaunchResult;
import dev.metis.port.SandboxLauncher.SandboxKey;
import dev.metis.port.SandboxLauncher.SandboxSpec;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A launcher over a fresh data directory with a gateway in memory, and the words to drive its sandboxes. */
final class SandboxBed implements AutoCloseable {
    static final String FIRST = "conv_01J00000000000000000000001";
    static final String SECOND = "conv_01J00000000000000000000002";

    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final long PATIENCE_SECONDS = 120;

    final MemoryGateway gateway = new MemoryGateway();
    final Path data;
    final SandboxSettings settings;
    private BubblewrapSandboxLauncher launcher;

    SandboxBed(SandboxLimits limits) throws IOException {
        data = Files.createTempDirectory("metis-data-");
        Path runtime = Files.createTempDirectory("metis-run-");
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        settings = new SandboxSettings(
                data,
                runtime,
                Path.of(System.getProperty("java.home")),
                SandboxSettings.executorParts(classPath),
                SandboxSettings.DEFAULT_UID,
                SandboxSettings.DEFAULT_IDLE,
                limits);
        assertEquals(6, settings.executorClasspath().size(), "the executor's class path: " + settings);
        launcher = create();
    }

    private BubblewrapSandboxLauncher create() throws IOException {
        return BubblewrapSandboxLauncher.create(settings, gateway, new Blobs(), Instant::now);
    }

    BubblewrapSandboxLauncher launcher() {
        return launcher;
    }

    /** As if the server had been killed: the old one forgets nothing and cleans nothing; its processes die with their thread. */
    BubblewrapSandboxLauncher anotherServer() throws IOException {
        launcher = create();
        return launcher;
    }

    static SandboxKey key(String conversation, int generation) {
        return new SandboxKey("ten_1", "run_" + conversation.substring(5), 1, generation);
    }

    static String token(String conversation) {
        return "token-" + conversation;
    }

    LaunchResult.Launched launch(String conversation) {
        gateway.allow(token(conversation));
        LaunchResult result = launcher.launch(
                new SandboxSpec(key(conversation, 1), conversation, token(conversation), Duration.ofMinutes(30)));
        return switch (result) {
            case LaunchResult.Launched launched -> launched;
            case LaunchResult.Unavailable unavailable -> fail(unavailable.toString());
        };
    }

    Path workspace(String conversation) {
        return launcher.workspace(new ConversationId(conversation)).orElseThrow();
    }

    /** A file of the first conversation's workspace, owned as one that its sandbox had made. */
    Path file(String name, String content) throws IOException {
        Folders folders = new Folders(Host.look(), settings.uid());
        Path path = workspace(FIRST);
        for (String part : name.split("/", -1)) {
            path = path.resolve(part);
            if (!Files.exists(path) && !name.endsWith(part)) {
                folders.give(Files.createDirectory(path));
            }
        }
        Files.writeString(path, content);
        folders.give(path);
        return path;
    }

    static ObjectNode arguments() {
        return JsonMapper.shared().createObjectNode();
    }

    static SandboxCommand command(String tool, ObjectNode arguments, int seconds) {
        return approved(tool, arguments, seconds, null);
    }

    static SandboxCommand approved(String tool, ObjectNode arguments, int seconds, @Nullable String hash) {
        int n = NUMBER.incrementAndGet();
        String id = "call_01J" + String.format("%023d", n);
        return new SandboxCommand(id, "nonce-" + n, tool, arguments, seconds, "key-" + n, hash);
    }

    ResultRequest call(String conversation, SandboxCommand command) {
        return await(gateway.submit(token(conversation), command));
    }

    ResultRequest call(String tool, ObjectNode arguments) {
        return call(FIRST, command(tool, arguments, 60));
    }

    ResultRequest shell(String line) {
        return shell(FIRST, line, 60);
    }

    ResultRequest shell(String conversation, String line, int seconds) {
        return call(conversation, command("shell.exec", arguments().put("command", line), seconds));
    }

    static ResultRequest await(CompletableFuture<ResultRequest> result) {
        try {
            return result.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            return fail("no result came", e);
        }
    }

    @Override
    public void close() throws IOException {
        launcher.close();
        Folders.delete(settings.runtime());
        Folders.delete(data);
    }

    /** What the gateway was sent, as the store that a workspace is rebuilt from. */
    private final class Blobs implements ArtifactStore {
        @Override
        public Blob put(String owner, InputStream bytes, long maxBytes) {
            throw new UnsupportedOperationException("nothing is stored this way here");
        }

        @Override
        public Optional<InputStream> open(String owner, String sha256, long offset, long length) {
            return size(owner, sha256)
                    .map(size -> Arrays.copyOfRange(gateway.blob(sha256), (int) offset, size.intValue()))
                    .map(ByteArrayInputStream::new);
        }

        @Override
        public Optional<Long> size(String owner, String sha256) {
            return gateway.has(sha256) ? Optional.of((long) gateway.blob(sha256).length) : Optional.empty();
        }
    }

    static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
