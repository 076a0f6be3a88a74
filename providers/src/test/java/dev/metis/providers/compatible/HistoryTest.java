package dev.metis.providers.compatible;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.metis.json.StrictJson;
import dev.metis.provider.AssistantPart;
import dev.metis.provider.AssistantPart.Call;
import dev.metis.provider.AssistantPart.Text;
import dev.metis.provider.FinishReason;
import dev.metis.provider.StopSignal;
import dev.metis.provider.TranscriptEntry;
import dev.metis.provider.TranscriptEntry.AssistantTurn;
import dev.metis.provider.TranscriptEntry.ToolResult;
import dev.metis.provider.TranscriptEntry.UserMessage;
import dev.metis.provider.TurnEnd;
import dev.metis.testkit.provider.Heard;
import dev.metis.testkit.provider.StubAnswer;
import dev.metis.testkit.provider.StubCompatibleServer;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

class HistoryTest {
    private static final UserMessage HI = new UserMessage("Hi");
    private static final UserMessage ON = new UserMessage("Go on");
    private static final String ODD_ID = "call|" + "x".repeat(65);

    @ParameterizedTest(name = "{0}")
    @MethodSource("odd")
    void prv7_isAcceptedByTheStrictestServerWhateverWasStored(
            String name, List<TranscriptEntry> transcript, List<String> tools) {
        try (StubCompatibleServer stub = new StubCompatibleServer(
                0, request -> StubAnswer.stream().text("ok").finish("stop").done())) {
            Heard heard = Heard.from(
                    Requests.provider(stub),
                    Requests.asking(transcript, tools.toArray(String[]::new)),
                    StopSignal.NEVER);
            assertEquals(new TurnEnd(FinishReason.STOP), heard.ended(), name);
        }
    }

    static Stream<Arguments> odd() {
        return Stream.of(oddTexts(), oddResults(), oddCalls()).flatMap(stories -> stories);
    }

    private static Stream<Arguments> oddTexts() {
        AssistantPart.Reasoning foreign =
                new AssistantPart.Reasoning("hm", Optional.of(StrictJson.parse("{\"sig\":1}")), "anthropic");
        return Stream.of(
                story("assistant text is empty", HI, turn(new Text("")), ON),
                story("assistant text is blank", HI, turn(new Text("\n ")), ON),
                story("an empty message", new UserMessage("")),
                story(
                        "half a surrogate pair",
                        new UserMessage("a\ud83d"),
                        turn(new Text("\ude00b"), call("a")),
                        result("a", false, "\ud83d")),
                story("reasoning of another provider", HI, turn(foreign), ON));
    }

    private static Stream<Arguments> oddResults() {
        return Stream.of(
                story("a failed tool with empty output", HI, turn(call("a")), result("a", true, "")),
                story("two results for one id", HI, turn(call("a")), result("a", false, "1"), result("a", false, "2")),
                story("a call without a result", HI, turn(call("a"), call("b")), ON),
                story(
                        "results in another order, with a message between",
                        HI,
                        turn(call("a"), call("b")),
                        result("b", false, "2"),
                        ON,
                        result("a", false, "1")),
                story("a result without a call", HI, result("z", false, "1"), ON));
    }

    private static Stream<Arguments> oddCalls() {
        Call cut = new Call("a", "fs.read", JsonNodeFactory.instance.stringNode("{\"pa"));
        Call gone = new Call("a", "old tool!", StrictJson.parse("{}"));
        List<TranscriptEntry> used = List.of(HI, turn(call("a")), result("a", false, "1"), ON);
        return Stream.of(
                Arguments.of("tools in history but none offered", used, List.of()),
                story("an id of 70 characters with a bar", HI, turn(call(ODD_ID)), result(ODD_ID, false, "1")),
                story(
                        "one id in two turns",
                        HI,
                        turn(call("a")),
                        result("a", false, "1"),
                        turn(call("a")),
                        result("a", false, "2")),
                story(
                        "one id twice in a turn",
                        HI,
                        turn(call("a"), call("a")),
                        result("a", false, "1"),
                        result("a", false, "2")),
                story("arguments that are no object", HI, turn(cut), result("a", true, "cut")),
                story("a tool that no longer exists", HI, turn(gone), new ToolResult("a", "old tool!", false, "1")));
    }

    private static Arguments story(String name, TranscriptEntry... transcript) {
        return Arguments.of(name, List.of(transcript), List.of("fs.read"));
    }

    @Test
    void pairsEachCallWithItsOwnFirstResultInTheOrderOfTheCalls() {
        JsonNode messages = messages(List.of(
                HI,
                turn(new Text("Two."), call("a"), call("b")),
                result("b", false, "second"),
                result("a", false, "first"),
                result("a", false, "again")));
        assertEquals(
                List.of("user Hi", "assistant Two.", "tool first", "tool second"),
                messages.valueStream()
                        .map(message -> message.path("role").asString() + " "
                                + message.path("content").asString())
                        .toList());
    }

    @Test
    void sendsNoReasoning() {
        JsonNode messages = messages(List.of(
                HI,
                turn(
                        new AssistantPart.Reasoning("secret thought", Optional.of(StrictJson.parse("{\"s\":1}")), "x"),
                        new Text("Done."))));
        assertTrue(!messages.toString().contains("secret"), messages.toString());
    }

    @Test
    void mapsIdsOneToOneAndBack() {
        CallIds ids = new CallIds();
        List<String> given = List.of("call_1", ODD_ID, "a|b", "a_b", "", "call_1", "é", "call_1#2");
        List<String> wire = given.stream().map(ids::next).toList();
        assertEquals(given, wire.stream().map(ids::ours).toList());
        assertEquals(given.size(), wire.stream().distinct().count());
        wire.forEach(id -> assertTrue(id.matches("[a-zA-Z0-9_-]{1,64}"), id));
        assertEquals("call_1", wire.getFirst());
        assertEquals(wire, given.stream().map(new CallIds()::next).toList());
        assertThrows(IllegalArgumentException.class, () -> ids.ours("never seen"));
    }

    @Test
    void mapsToolNamesOneToOneAndBackAndGivesOfferedOnesTheirNameFirst() {
        ToolNames names = new ToolNames(List.of(Requests.tool("a.b"), Requests.tool("a_b")));
        assertEquals("a_b", names.wire("a.b"));
        assertEquals("a_b_2", names.wire("a_b"));
        assertNotEquals(names.wire("a b"), names.wire("a-b"));
        for (String name : List.of("a.b", "a_b", "a b", "x".repeat(200), "x".repeat(201), "")) {
            assertEquals(name, names.ours(names.wire(name)));
            assertTrue(names.wire(name).matches("[a-zA-Z0-9_-]{1,64}"), names.wire(name));
        }
        assertEquals("never.seen", names.ours("never.seen"));
    }

    private static JsonNode messages(List<TranscriptEntry> transcript) {
        return History.messages("", transcript, new ToolNames(List.of(Requests.tool("fs.read"))));
    }

    private static AssistantTurn turn(AssistantPart... parts) {
        return new AssistantTurn(List.of(parts));
    }

    private static Call call(String id) {
        return new Call(id, "fs.read", StrictJson.parse("{\"path\":\"a\"}"));
    }

    private static ToolResult result(String id, boolean error, String text) {
        return new ToolResult(id, "fs.read", error, text);
    }
}
