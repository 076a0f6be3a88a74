package dev.metis.providers.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.metis.error.ErrorCode;
import dev.metis.json.StrictJson;
import dev.metis.provider.FinishReason;
import dev.metis.provider.ProviderAdapter;
import dev.metis.provider.ScriptCue;
import dev.metis.provider.StopSignal;
import dev.metis.provider.TranscriptEntry;
import dev.metis.provider.TurnEnd;
import dev.metis.provider.TurnRequest;
import dev.metis.testkit.provider.Heard;
import dev.metis.testkit.provider.PlayedAnswer;
import dev.metis.testkit.provider.ProviderAdapterContract;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class ScriptProviderTest extends ProviderAdapterContract {
    private JsonNode script = StrictJson.parse("{\"turns\":[{\"text\":\"unset\"}]}");

    @Override
    protected ProviderAdapter adapterPlaying(List<PlayedAnswer> answers) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        answers.forEach(answer -> turn(root.withArray("turns").addObject(), answer));
        script = root;
        return new ScriptProvider();
    }

    @Override
    protected TurnRequest request(int position) {
        return request(ScriptProvider.SCRIPTED, Optional.of(new ScriptCue(script, position)));
    }

    @Test
    void saysHonestlyThatTheScriptHasNoMoreTurns() {
        adapterPlaying(List.of(PlayedAnswer.text("only one")));
        Heard heard = Heard.from(new ScriptProvider(), request(1), StopSignal.NEVER);
        assertTrue(heard.text().contains("no more turns"), heard.text());
        assertEquals(new TurnEnd(FinishReason.STOP), heard.ended());
    }

    @Test
    void needsAScriptForTheModelThatIsScripted() {
        Heard heard =
                Heard.from(new ScriptProvider(), request(ScriptProvider.SCRIPTED, Optional.empty()), StopSignal.NEVER);
        assertEquals(ErrorCode.PROVIDER_INVALID_REQUEST, heard.failed().code());
        Heard unknown = Heard.from(new ScriptProvider(), request("gpt", Optional.empty()), StopSignal.NEVER);
        assertEquals(ErrorCode.PROVIDER_UNKNOWN, unknown.failed().code());
    }

    @Test
    void estimatesUsageOfAFailedTurnToo() {
        adapterPlaying(List.of(PlayedAnswer.cutOffAfter("four words of text")));
        Heard heard = Heard.from(new ScriptProvider(), request(0), StopSignal.NEVER);
        assertTrue(heard.usage().orElseThrow().usage().outputTokens() > 0);
    }

    private static TurnRequest request(String model, Optional<ScriptCue> cue) {
        return new TurnRequest(
                model, "Be brief.", List.of(new TranscriptEntry.UserMessage("Hi")), List.of(), 1_000, cue);
    }

    private static void turn(ObjectNode turn, PlayedAnswer answer) {
        turn.put("text", answer.text());
        if (!answer.reasoning().isEmpty()) {
            turn.put("reasoning", answer.reasoning());
        }
        turn.put("deltaMs", answer.pause().toMillis());
        answer.calls()
                .forEach(call -> turn.withArray("toolCalls")
                        .addObject()
                        .put("name", call.tool())
                        .put("rawArguments", call.arguments()));
        turn.put("finishReason", answer.finish().name().toLowerCase(Locale.ROOT));
        if (answer.cutOff()) {
            turn.putObject("error").put("kind", "incomplete");
        }
        answer.status().ifPresent(status -> turn.putObject("error").put("status", status));
        answer.retryAfter().ifPresent(wait -> turn.withObject("error").put("retryAfterSeconds", wait.toSeconds()));
    }
}
