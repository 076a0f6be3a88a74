package dev.metis.function.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import dev.metis.error.ErrorCode;
import dev.metis.error.PermanentException;
import dev.metis.json.StrictJson;
import dev.metis.port.SchemaValidator;
import dev.metis.port.SchemaValidator.Violation;
import dev.metis.tool.ToolDefinition;
import dev.metis.tools.CoreTools;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

class NetworkntSchemaValidatorTest {
    private final SchemaValidator validator = new NetworkntSchemaValidator();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "fs.read | {} | /path | is missing",
                "fs.read | {'path':''} | /path | must have at least 1 characters",
                "fs.read | {'path':7} | /path | must be string",
                "fs.read | {'path':'a','startLine':0} | /startLine | must be at least 1",
                "fs.read | {'path':'a','lineCount':5001} | /lineCount | must be at most 5000",
                "fs.read | {'path':'a','startLine':1.5} | /startLine | must be integer",
                "fs.read | {'path':'a','x/y':1} | /x~1y | is no known field",
                "fs.read | [] | '' | must be object",
                "shell.exec | {'command':'ls','timeoutSeconds':901} | /timeoutSeconds | must be at most 900",
                "plan.update | {'steps':[]} | /steps | must have at least 1 entries",
                "plan.update | {'steps':[{'title':'a','status':'done'}]} | /steps/0/status |"
                        + " 'must be one of [\"pending\", \"in_progress\", \"completed\"]'",
                "git.diff | {'base':'--output=x'} | /base | 'must match the pattern ^[^-\\s][^\\s]*$'"
            })
    void namesTheFieldAndTheLimit(String tool, String arguments, String pointer, String message) {
        assertEquals(List.of(new Violation(pointer, message)), validator.validate(schemaOf(tool), json(arguments)));
    }

    @Test
    void acceptsWhatEveryToolOfTheCatalogueIsFor() {
        assertValid("fs.list", "{}");
        assertValid("fs.read", "{'path':'a/b.txt','startLine':1,'lineCount':10}");
        assertValid("fs.search", "{'pattern':'x+','path':'src','glob':'**/*.java','limit':5}");
        assertValid("fs.write", "{'path':'a','content':'','expectedHash':'sha256:" + "0".repeat(64) + "'}");
        assertValid("fs.edit", "{'path':'a','oldText':'x','newText':'','replaceAll':true}");
        assertValid("shell.exec", "{'command':'ls','cwd':'a','timeoutSeconds':900}");
        assertValid("git.diff", "{'path':'a','base':'HEAD~1'}");
        assertValid("ask_user", "{'question':'Which?','choices':['a','b']}");
        assertValid("plan.update", "{'steps':[{'title':'a','status':'pending'}]}");
    }

    @Test
    void countsCharactersAndNotUtf16Units() {
        JsonNode schema = json("{'type':'string','maxLength':2}");
        assertEquals(List.of(), validator.validate(schema, JsonNodeFactory.instance.stringNode("😀😀")));
        assertEquals(
                1,
                validator
                        .validate(schema, JsonNodeFactory.instance.stringNode("😀😀😀"))
                        .size());
    }

    @Test
    void takesTenForTenPointZeroAsTheStandardSays() {
        assertEquals(List.of(), validator.validate(json("{'type':'integer'}"), json("10.0")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'$ref':'http://127.0.0.1:1/x.json'}",
                "{'$ref':'file:///etc/passwd'}",
                "{'$ref':'classpath:/schema/script.json'}",
                "{'$ref':'#/$defs/none'}",
                "{'$ref':'#'}",
                "{'type':'strin'}",
                "{'maxLength':-1}",
                "{'pattern':'('}",
                "{'pattern':'(a)\\\\1'}",
                "{'$schema':'http://example.com/dialect'}"
            })
    void refusesASchemaThatIsInvalidOrReachesOutside(String schema) {
        PermanentException refusal =
                assertThrows(PermanentException.class, () -> validator.validate(json(schema), json("'v'")));
        assertEquals(ErrorCode.INVALID_REQUEST, refusal.code());
    }

    @Test
    void fetchesNothingEvenFromAServerThatWouldAnswer() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            asked.incrementAndGet();
            exchange.sendResponseHeaders(200, 2);
            exchange.getResponseBody().write(new byte[] {'{', '}'});
            exchange.close();
        });
        server.start();
        try {
            String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/schema.json";
            assertThrows(
                    PermanentException.class,
                    () -> validator.validate(json("{'properties':{'a':{'$ref':'" + url + "'}}}"), json("{'a':1}")));
            assertEquals(0, asked.get());
        } finally {
            server.stop(0);
        }
    }

    @Test
    void takesASchemaWithARelativeId() {
        JsonNode schema = json("{'$id':'events/run.ready.json','$ref':'#/$defs/n','$defs':{'n':{'type':'integer'}}}");
        assertEquals(List.of(), validator.validate(schema, json("1")));
        assertEquals(1, validator.validate(schema, json("'a'")).size());
    }

    @Test
    void matchesAHostilePatternInLinearTime() {
        JsonNode schema = json("{'type':'string','pattern':'^(a+)+$'}");
        JsonNode text = JsonNodeFactory.instance.stringNode("a".repeat(50_000) + "!");
        assertTimeoutPreemptively(
                Duration.ofSeconds(10),
                () -> assertEquals(1, validator.validate(schema, text).size()));
    }

    @Test
    void answersForAVeryDeepValueInsteadOfOverflowing() {
        ArrayNode root = JsonNodeFactory.instance.arrayNode();
        ArrayNode deepest = root;
        for (int i = 0; i < 100_000; i++) {
            deepest = deepest.addArray();
        }
        JsonNode recursive = json("{'$ref':'#/$defs/l','$defs':{'l':{'type':'array','items':{'$ref':'#/$defs/l'}}}}");
        assertEquals(List.of(new Violation("", "has more than 256 levels")), validator.validate(recursive, root));
    }

    @Test
    void namesTwentyViolationsAndSaysThatThereAreMore() {
        ArrayNode values = JsonNodeFactory.instance.arrayNode();
        for (int i = 0; i < 100; i++) {
            values.add("x");
        }
        List<Violation> violations = validator.validate(json("{'items':{'type':'integer'}}"), values);
        assertEquals(21, violations.size());
        assertTrue(violations.getLast().message().contains("more violations"));
    }

    @Test
    void keepsTwoSchemasOfOneIdApartAndForgetsTheOldestOnes() {
        JsonNode text = json("{'$id':'urn:one','type':'string'}");
        JsonNode number = json("{'$id':'urn:one','type':'number'}");
        for (int i = 0; i < NetworkntSchemaValidator.CACHED + 10; i++) {
            assertEquals(List.of(), validator.validate(json("{'maximum':" + i + "}"), json("0")));
        }
        assertEquals(List.of(), validator.validate(text, json("'a'")));
        assertEquals(List.of(), validator.validate(number, json("1")));
        assertEquals(1, validator.validate(text, json("1")).size());
    }

    private void assertValid(String tool, String arguments) {
        assertEquals(List.of(), validator.validate(schemaOf(tool), json(arguments)), tool);
    }

    private static JsonNode schemaOf(String tool) {
        return new CoreTools().find(tool).map(ToolDefinition::inputSchema).orElseThrow();
    }

    private static JsonNode json(String text) {
        return StrictJson.parse(text.replace('\'', '"'));
    }
}
