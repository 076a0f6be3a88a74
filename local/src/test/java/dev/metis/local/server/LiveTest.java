package dev.metis.local.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.metis.access.ApiToken;
import dev.metis.access.Scope;
import dev.metis.access.TenantId;
import dev.metis.conversation.ConversationId;
import dev.metis.item.ItemMapper;
import dev.metis.run.RunId;
import java.net.http.HttpResponse;
import java.net.http.WebSocketHandshakeException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class LiveTest {
    private RunningServer metis;
    private String ana;
    private TenantId owner;
    private ConversationId conversation;
    private RunId run;

    @BeforeEach
    void start() throws Exception {
        metis = new RunningServer(Path.of("no-such-site"));
        ana = metis.token("ana", Scope.RUNS).secret();
        owner = metis.tenant("ana");
        conversation = metis.conversation(owner);
        run = metis.run(owner, conversation);
    }

    @AfterEach
    void stop() {
        metis.close();
    }

    @Test
    void replayAndLiveAreOneUnbrokenSequence() throws Exception {
        int events = 1_500;
        Thread writer = Thread.ofVirtual()
                .start(() -> LongStream.rangeClosed(1, events).forEach(seq -> metis.append(owner, run, seq)));
        List<LiveClient> clients = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            clients.add(metis.live(ana).say(subscribe(run, i * 10L)));
        }
        for (int i = 0; i < clients.size(); i++) {
            List<JsonNode> seen =
                    clients.get(i).until(frame -> frame.path("seq").asLong() == events);
            assertEquals("subscribed", seen.getFirst().path("kind").asString());
            assertEquals(
                    LongStream.rangeClosed(i * 10L + 1, events).boxed().toList(),
                    seen.stream()
                            .skip(1)
                            .map(frame -> frame.path("seq").asLong())
                            .toList());
            clients.get(i).close();
        }
        writer.join();
    }

    @Test
    void aFrameIsTheEventAsRestShowsIt() throws Exception {
        metis.append(owner, run, 1);
        try (LiveClient live = metis.live(ana).say(subscribe(run, 0))) {
            assertEquals(
                    ItemMapper.parse("{\"kind\":\"subscribed\",\"runId\":\"" + run + "\",\"lastSeq\":1}"), live.next());
            JsonNode frame = live.next();
            HttpResponse<String> page =
                    metis.send(metis.request("/v1/runs/" + run + "/events").header("Authorization", "Bearer " + ana));
            var event = ItemMapper.object().put("kind", "event");
            event.setAll((tools.jackson.databind.node.ObjectNode)
                    ItemMapper.parse(page.body()).path("events").get(0));
            assertEquals(event, frame);
        }
    }

    @Test
    void subscribingAgainReplaysFromThere() throws Exception {
        LongStream.rangeClosed(1, 5).forEach(seq -> metis.append(owner, run, seq));
        try (LiveClient live = metis.live(ana).say(subscribe(run, 0))) {
            live.until(frame -> frame.path("seq").asLong() == 5);
            live.say(subscribe(run, 3));
            assertEquals(
                    List.of(4L, 5L),
                    live.until(f -> f.path("seq").asLong() == 5).stream()
                            .filter(f -> f.has("seq"))
                            .map(f -> f.path("seq").asLong())
                            .toList());
            metis.append(owner, run, 6);
            assertEquals(6, live.next().path("seq").asLong());
            assertEquals(List.of(), live.untilPong());
        }
    }

    @Test
    void ten1_anothersRunAndConversationAreNotFoundAndStaySilent() throws Exception {
        String ben = metis.token("ben", Scope.ALL).secret();
        try (LiveClient live = metis.live(ben)) {
            live.say(subscribe(run, 0)).say("{\"action\":\"subscribe\",\"conversationId\":\"" + conversation + "\"}");
            RunId unknown = new RunId("run_01ARZ3NDEKTSV4RRFFQ69G5FAV");
            live.say(subscribe(unknown, 0)).say("{\"action\":\"subscribe\",\"runId\":\"../x\"}");
            metis.append(owner, run, 1);
            List<JsonNode> seen = live.untilPong();
            assertEquals(
                    List.of("not_found", "not_found", "not_found", "not_found"),
                    seen.stream().map(frame -> frame.path("code").asString()).toList());
            assertEquals(
                    seen.get(2).toString(),
                    seen.get(0).toString().replace(run.value(), unknown.value()),
                    "the same but for the id that was asked for");
        }
    }

    @Test
    void ten3_eventsReachOnlyThoseWhoSubscribed() throws Exception {
        RunId other = metis.run(owner, conversation);
        try (LiveClient one = metis.live(ana).say(subscribe(run, 0));
                LiveClient idle = metis.live(ana)) {
            one.next();
            idle.untilPong();
            LongStream.rangeClosed(1, 100).forEach(seq -> metis.append(owner, run, seq));
            metis.append(owner, other, 1);
            assertEquals(100, one.until(f -> f.path("seq").asLong() == 100).size());
            assertEquals(List.of(), one.untilPong());
            assertEquals(List.of(), idle.untilPong());
        }
    }

    @Test
    void ten3_aRevokedTokenClosesItsSocketWithinFiveSeconds() throws Exception {
        ApiToken.Issued token = metis.token("ana", Scope.ALL);
        try (LiveClient live = metis.live(token.secret()).say(subscribe(run, 0));
                LiveClient other = metis.live(ana).say(subscribe(run, 0))) {
            LongStream.rangeClosed(1, 50).forEach(seq -> metis.append(owner, run, seq));
            live.until(frame -> frame.path("seq").asLong() == 50);
            var caller = metis.access.principals().ensure("ana");
            metis.access
                    .tokens()
                    .revoke(caller.tenant(), caller.id(), token.token().id());
            assertEquals(1008, live.closed.get(5, TimeUnit.SECONDS));
            LongStream.rangeClosed(51, 100).forEach(seq -> metis.append(owner, run, seq));
            assertEquals(
                    101, other.until(frame -> frame.path("seq").asLong() == 100).size());
        }
    }

    @Test
    void aConversationShowsItsRunsAsTheyCome() throws Exception {
        LongStream.rangeClosed(1, 3).forEach(seq -> metis.append(owner, run, seq));
        RunId elsewhere = metis.run(owner, metis.conversation(owner));
        try (LiveClient live =
                metis.live(ana).say("{\"action\":\"subscribe\",\"conversationId\":\"" + conversation + "\"}")) {
            assertEquals(
                    conversation.value(), live.next().path("conversationId").asString());
            metis.append(owner, run, 4);
            RunId fresh = metis.run(owner, conversation);
            metis.append(
                    owner, fresh, 1, "run.queued", ItemMapper.object().put("conversationId", conversation.value()));
            metis.append(owner, elsewhere, 1);
            metis.append(owner, fresh, 2, "run.completed", ItemMapper.object().put("finishReason", "stop"));
            List<String> seen = live.until(f -> f.path("type").asString().equals("run.completed")).stream()
                    .map(f -> f.path("runId").asString() + " " + f.path("seq").asLong())
                    .toList();
            assertEquals(Set.of(run + " 4", fresh + " 1", fresh + " 2"), Set.copyOf(seen));
            assertEquals(3, seen.size());
            assertEquals(List.of(), live.untilPong(), "nothing comes twice");
        }
    }

    @Test
    void aRunWatchedTwiceOverIsSentOnce() throws Exception {
        try (LiveClient live = metis.live(ana)
                .say("{\"action\":\"subscribe\",\"conversationId\":\"" + conversation + "\"}")
                .say(subscribe(run, 0))) {
            live.untilPong();
            metis.append(owner, run, 1, "run.queued", ItemMapper.object().put("conversationId", conversation.value()));
            metis.append(owner, run, 2);
            List<JsonNode> seen = live.until(frame -> frame.path("seq").asLong() == 2);
            assertEquals(
                    List.of(1L, 2L),
                    seen.stream().map(f -> f.path("seq").asLong()).toList());
            assertEquals(List.of(), live.untilPong());
        }
    }

    @Test
    void unsubscribingEndsIt() throws Exception {
        try (LiveClient live = metis.live(ana).say(subscribe(run, 0))) {
            live.next();
            live.say("{\"action\":\"unsubscribe\",\"runId\":\"" + run + "\"}");
            live.untilPong();
            assertEquals(0, metis.hub.watched());
            metis.append(owner, run, 1);
            assertEquals(List.of(), live.untilPong());
        }
    }

    @Test
    void str3_aReaderFarBehindIsToldWhatToFetchAndMissesNothingElse() throws Exception {
        int events = 5_000;
        LongStream.rangeClosed(1, events).forEach(seq -> metis.append(owner, run, seq));
        try (LiveClient live = metis.live(ana).say(subscribe(run, 0))) {
            List<JsonNode> seen = live.until(frame -> frame.path("seq").asLong() == events);
            JsonNode gap = seen.get(1);
            assertEquals("gap", gap.path("kind").asString());
            assertEquals(1, gap.path("from").asLong());
            assertEquals(gap.path("to").asLong() + 1, seen.get(2).path("seq").asLong());
            assertEquals(events - gap.path("to").asLong(), seen.size() - 2);
        }
    }

    @Test
    void aClientThatDoesNotReadHoldsUpNobody() throws Exception {
        LiveClient slow = LiveClient.connect(
                metis.client, metis.server.port(), b -> b.header("Authorization", "Bearer " + ana), "", false);
        slow.say(subscribe(run, 0));
        try (LiveClient quick = metis.live(ana).say(subscribe(run, 0))) {
            for (long seq = 1; seq <= 600; seq++) {
                metis.append(owner, run, seq, "tool.output", ItemMapper.object().put("text", "x".repeat(20_000)));
            }
            assertEquals(
                    601, quick.until(frame -> frame.path("seq").asLong() == 600).size());
        }
        slow.read();
        long expected = 1;
        for (JsonNode frame : slow.until(f -> f.path("seq").asLong() == 600)) {
            if (frame.path("kind").asString().equals("event")) {
                assertEquals(expected, frame.path("seq").asLong());
                expected++;
            } else if (frame.path("kind").asString().equals("gap")) {
                assertEquals(expected, frame.path("from").asLong());
                expected = frame.path("to").asLong() + 1;
            }
        }
        assertEquals(601, expected);
        slow.close();
    }

    @Test
    void inf2_aFrameNeverExceeds32KiBCountedInBytes() throws Exception {
        metis.append(owner, run, 1, "content.delta", ItemMapper.object().put("text", "€".repeat(10_000)));
        metis.append(owner, run, 2, "content.delta", ItemMapper.object().put("text", "€".repeat(11_000)));
        metis.append(owner, run, 3);
        try (LiveClient live = metis.live(ana).say(subscribe(run, 0))) {
            List<JsonNode> seen = live.until(frame -> frame.path("seq").asLong() == 3);
            assertEquals(
                    "€".repeat(10_000), seen.get(1).path("data").path("text").asString());
            assertEquals(
                    ItemMapper.parse("{\"kind\":\"gap\",\"runId\":\"" + run + "\",\"from\":2,\"to\":2}"), seen.get(2));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "[]",
                "null",
                "{}",
                "{\"action\":7}",
                "{\"action\":\"subscribe\"}",
                "{\"action\":\"subscribe\",\"runId\":1}",
                "{\"action\":\"subscribe\",\"runId\":\"r\",\"after\":-1}",
                "{\"action\":\"subscribe\",\"runId\":\"r\",\"after\":1e99}",
                "{\"action\":\"subscribe\",\"runId\":\"r\",\"conversationId\":\"c\"}",
                "{\"headers\":{\"x\":\"1\"},\"requestContext\":null,\"isBase64Encoded\":\"yes\",\"message\":\"hi\"}"
            })
    void nonsenseIsAnsweredAndTheConnectionLives(String frame) throws Exception {
        try (LiveClient live = metis.live(ana).say(frame)) {
            List<JsonNode> seen = live.untilPong();
            assertEquals(1, seen.size());
            assertEquals("invalid_request", seen.getFirst().path("code").asString());
        }
    }

    @Test
    void aTicketOpensOneConnection() throws Exception {
        HttpResponse<String> made = metis.send(metis.request("/v1/live/tickets")
                .header("Authorization", "Bearer " + ana)
                .POST(java.net.http.HttpRequest.BodyPublishers.noBody()));
        assertEquals(201, made.statusCode());
        String ticket =
                "?ticket=" + ItemMapper.parse(made.body()).path("ticket").asString();
        try (LiveClient live = LiveClient.connect(metis.client, metis.server.port(), b -> b, ticket)) {
            live.say(subscribe(run, 0));
            assertEquals("subscribed", live.next().path("kind").asString());
        }
        assertEquals(401, refusal("", ticket));
    }

    @Test
    void withoutACredentialOrFromAForeignPageNobodyComesIn() {
        assertEquals(401, refusal("", ""));
        assertEquals(401, refusal("", "?ticket=x"));
        assertEquals(401, refusal("", "?ticket=" + ana));
        assertEquals(403, refusal("https://evil.example", "?ticket=x"));
    }

    @Test
    void aStopSaysGoodbye() throws Exception {
        LiveClient live = metis.live(ana).say(subscribe(run, 0));
        live.next();
        metis.close();
        assertEquals(1001, live.closed.get(5, TimeUnit.SECONDS));
    }

    private int refusal(String origin, String query) {
        CompletionException refused = assertThrows(
                CompletionException.class,
                () -> LiveClient.connect(
                        metis.client,
                        metis.server.port(),
                        builder -> origin.isEmpty() ? builder : builder.header("Origin", origin),
                        query));
        Throwable cause = refused.getCause();
        assertTrue(cause instanceof WebSocketHandshakeException, String.valueOf(cause));
        assertFalse(cause == null);
        return ((WebSocketHandshakeException) cause).getResponse().statusCode();
    }

    private static String subscribe(RunId run, long after) {
        return "{\"action\":\"subscribe\",\"runId\":\"" + run + "\",\"after\":" + after + "}";
    }
}
