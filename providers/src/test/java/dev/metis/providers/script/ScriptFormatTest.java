package dev.metis.providers.script;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.metis.error.ErrorCode;
import dev.metis.error.PermanentException;
import dev.metis.json.StrictJson;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class ScriptFormatTest {
    private static final Schema SCHEMA = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(ScriptFormat.schema());

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'turns':[{'text':'hi'}]}",
                "{'turns':[{'reasoning':'r','text':'t','deltaMs':5,'toolCalls':[{'name':'fs.list','arguments':{}}]}]}",
                "{'turns':[{'error':{'status':429,'retryAfterSeconds':1}},{'text':''}]}",
                "{'turns':[{'text':'Hel','error':{'kind':'incomplete'}}]}",
                "{'turns':[{'finishReason':'length','toolCalls':[{'name':'fs.write','rawArguments':'{'}]}]}",
                "{'turns':[{'deltaMs':2.0}]}"
            })
    void acceptsWhatTheSchemaAccepts(String script) {
        JsonNode json = json(script);
        assertTrue(SCHEMA.validate(json).isEmpty());
        assertDoesNotThrow(() -> ScriptFormat.check(json));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[] | script must be an object",
                "{} | script.turns is missing",
                "{'turns':null} | script.turns must be a list",
                "{'turns':[]} | script.turns is empty; at least 1 turn",
                "{'turns':[{'text':'a'}],'loop':true} | script.loop is no field of a script",
                "{'turns':[1]} | script.turns[0] must be an object",
                "{'turns':[{}]} | script.turns[0] is empty; at least 1 field",
                "{'turns':[{'text':'a'},{'text':7}]} | script.turns[1].text must be text",
                "{'turns':[{'txet':'a'}]} | script.turns[0].txet is no field of a script",
                "{'turns':[{'deltaMs':60001}]} | script.turns[0].deltaMs is out of range; 0 to 60000",
                "{'turns':[{'deltaMs':-1}]} | script.turns[0].deltaMs is out of range; 0 to 60000",
                "{'turns':[{'deltaMs':1.5}]} | script.turns[0].deltaMs must be a whole number",
                "{'turns':[{'toolCalls':{}}]} | script.turns[0].toolCalls must be a list",
                "{'turns':[{'toolCalls':[{'arguments':{}}]}]} | script.turns[0].toolCalls[0].name is missing",
                "{'turns':[{'toolCalls':[{'name':'a'}]}]} | script.turns[0].toolCalls[0] needs exactly one of arguments"
                        + " and rawArguments",
                "{'turns':[{'toolCalls':[{'name':'a','arguments':[]}]}]} | script.turns[0].toolCalls[0].arguments must"
                        + " be an object",
                "{'turns':[{'toolCalls':[{'name':'a','arguments':{},'rawArguments':''}]}]} |"
                        + " script.turns[0].toolCalls[0] needs exactly one of arguments and rawArguments",
                "{'turns':[{'finishReason':'done'}]} | script.turns[0].finishReason must be one of [stop, tool_calls,"
                        + " length, refused]",
                "{'turns':[{'error':{}}]} | script.turns[0].error needs exactly one of status and kind",
                "{'turns':[{'error':{'status':200}}]} | script.turns[0].error.status is out of range; 400 to 599",
                "{'turns':[{'error':{'kind':'boom'}}]} | script.turns[0].error.kind must be one of [incomplete,"
                        + " overloaded, timeout, context_overflow]",
                "{'turns':[{'error':{'status':429,'retryAfterSeconds':-1}}]} |"
                        + " script.turns[0].error.retryAfterSeconds is out of range; 0 to 604800"
            })
    void refusesWhatTheSchemaRefusesAndNamesTheField(String script, String message) {
        JsonNode json = json(script);
        assertTrue(!SCHEMA.validate(json).isEmpty(), "the schema accepts " + script);
        assertEquals(message, refusal(json).getMessage());
        assertEquals(ErrorCode.INVALID_REQUEST, refusal(json).code());
    }

    @Test
    void boundsTheNumberOfTurnsAndTheLengthOfTexts() {
        String turns = IntStream.range(0, 1_001).mapToObj(i -> "{'text':''}").collect(Collectors.joining(","));
        assertEquals(
                "script.turns has 1001 entries; at most 1000",
                refusal(json("{'turns':[" + turns + "]}")).getMessage());
        assertEquals(
                "script.turns[0].text has 200001 characters; 0 to 200000",
                refusal(json("{'turns':[{'text':'" + "a".repeat(200_001) + "'}]}"))
                        .getMessage());
    }

    private static JsonNode json(String script) {
        return StrictJson.parse(script.replace('\'', '"'));
    }

    private static PermanentException refusal(JsonNode json) {
        return assertThrows(PermanentException.class, () -> ScriptFormat.check(json));
    }
}
