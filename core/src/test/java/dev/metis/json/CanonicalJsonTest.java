package dev.metis.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.metis.error.ErrorCode;
import dev.metis.error.PermanentException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class CanonicalJsonTest {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    @Test
    void writesTheExampleOfTheRfcByteForByte() {
        String input = """
                {
                  "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
                  "string": "\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/",
                  "literals": [null, true, false]
                }
                """;
        String expectedHex =
                "7b226c69746572616c73223a5b6e756c6c2c747275652c66616c73655d2c226e756d62657273223a5b3333333333"
                        + "333333332e333333333333332c31652b33302c342e352c302e3030322c31652d32375d2c22737472696e67223a22e2"
                        + "82ac245c75303030665c6e4127425c225c5c5c5c5c222f227d";
        byte[] canonical = canonical(input).getBytes(StandardCharsets.UTF_8);
        assertEquals(expectedHex, HexFormat.of().formatHex(canonical));
    }

    @Test
    void sortsKeysByUtf16UnitsAsTheExampleOfTheRfc() {
        String input =
                "{\"\\u20ac\":\"Euro Sign\",\"\\r\":\"Carriage Return\",\"\\ufb33\":\"Hebrew Letter Dalet With Dagesh\","
                        + "\"1\":\"One\",\"\\ud83d\\ude00\":\"Emoji: Grinning Face\",\"\\u0080\":\"Control\","
                        + "\"\\u00f6\":\"Latin Small Letter O With Diaeresis\"}";
        assertEquals(
                "{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\u0080\":\"Control\",\"ö\":\"Latin Small Letter O With Diaeresis\","
                        + "\"€\":\"Euro Sign\",\"😀\":\"Emoji: Grinning Face\",\"\ufb33\":\"Hebrew Letter Dalet With Dagesh\"}",
                canonical(input));
    }

    @Test
    void escapesControlCharactersInTheirShortestFormAndNothingElse() {
        StringBuilder all = new StringBuilder();
        for (char c = 0; c < 0x20; c++) {
            all.append(c);
        }
        all.append("\u007f\u2028/<>&é");
        assertEquals(
                "\"\\u0000\\u0001\\u0002\\u0003\\u0004\\u0005\\u0006\\u0007\\b\\t\\n\\u000b\\f\\r\\u000e\\u000f"
                        + "\\u0010\\u0011\\u0012\\u0013\\u0014\\u0015\\u0016\\u0017\\u0018\\u0019\\u001a\\u001b\\u001c"
                        + "\\u001d\\u001e\\u001f\u007f\u2028/<>&é\"",
                CanonicalJson.canonicalize(NODES.stringNode(all.toString())));
    }

    @Test
    void doesNotNormaliseUnicode() {
        assertNotEquals(
                CanonicalJson.sha256(NODES.stringNode("\u00e9")), CanonicalJson.sha256(NODES.stringNode("e\u0301")));
    }

    @ParameterizedTest
    @CsvSource({
        "9007199254740991, 9007199254740991",
        "-9007199254740991, -9007199254740991",
        "-0, 0",
        "-0.0, 0",
        "1.0, 1",
        "1e3, 1000",
        "1E400000, refused",
        "9007199254740992, refused",
        "9007199254740993, refused",
        "-9007199254740992, refused",
        "123456789012345678901234567890, refused",
        "1e30, 1e+30",
        "5e-324, 5e-324"
    })
    void givesANumberOneFormOrRefusesIt(String written, String expected) {
        JsonNode value = StrictJson.parse("[" + written + "]");
        if (expected.equals("refused")) {
            PermanentException refusal =
                    assertThrows(PermanentException.class, () -> CanonicalJson.canonicalize(value));
            assertEquals(ErrorCode.INVALID_REQUEST, refusal.code());
            assertTrue(String.valueOf(refusal.getMessage()).contains("\"/0\""), refusal.getMessage());
        } else {
            assertEquals("[" + expected + "]", CanonicalJson.canonicalize(value));
        }
    }

    @Test
    void neverHashesTwoNeighbouringIntegersAlike() {
        assertThrows(PermanentException.class, () -> CanonicalJson.sha256(NODES.numberNode((1L << 53) + 1)));
        assertThrows(PermanentException.class, () -> CanonicalJson.sha256(NODES.numberNode(1L << 53)));
        assertNotEquals(
                CanonicalJson.sha256(NODES.numberNode((1L << 53) - 1)),
                CanonicalJson.sha256(NODES.numberNode((1L << 53) - 2)));
    }

    @Test
    void refusesNumbersBuiltInCodeThatNoDoubleGivesBack() {
        assertRefused(NODES.numberNode(Double.NaN));
        assertRefused(NODES.numberNode(Double.POSITIVE_INFINITY));
        assertRefused(NODES.numberNode(new BigDecimal("0.1000000000000000055511151231257827")));
        assertRefused(NODES.numberNode(new BigDecimal("1e-1000000000")));
        assertRefused(NODES.numberNode(new BigDecimal("1e1000000000")));
        assertRefused(NODES.numberNode(BigInteger.TWO.pow(1_000_000)));
        assertRefused(NODES.pojoNode(new Object()));
        assertRefused(NODES.binaryNode(new byte[] {1}));
        assertEquals("0.1", CanonicalJson.canonicalize(NODES.numberNode(new BigDecimal("0.100"))));
        assertEquals("0.1", CanonicalJson.canonicalize(NODES.numberNode(0.1f)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"\\ud800\"", "\"\\udc00\\ud800\"", "\"a\\ud83d\"", "{\"\\ud800\":1}"})
    void refusesALoneSurrogateInTextAndInKeys(String written) {
        assertRefused(StrictJson.parse(written));
    }

    @Test
    void namesTheValueThatHasNoForm() {
        ObjectNode root = NODES.objectNode();
        root.putArray("a/b~c").add(1).addObject().put("deep", 1L << 60);
        PermanentException refusal = assertThrows(PermanentException.class, () -> CanonicalJson.canonicalize(root));
        assertTrue(String.valueOf(refusal.getMessage()).contains("\"/a~1b~0c/1/deep\""), refusal.getMessage());
    }

    @Test
    void writesATreeOfAHundredThousandLevels() {
        int depth = 100_000;
        ArrayNode root = NODES.arrayNode();
        ArrayNode deepest = root;
        for (int i = 1; i < depth; i++) {
            deepest = deepest.addArray();
        }
        assertEquals("[".repeat(depth) + "]".repeat(depth), CanonicalJson.canonicalize(root));
    }

    @Test
    void isItsOwnCanonicalForm() {
        String once = canonical("{\"b\":[1.50,{\"z\":null,\"a\":\"\\u00e9\"}],\"a\":1e22,\"\":{}}");
        assertEquals("{\"\":{},\"a\":1e+22,\"b\":[1.5,{\"a\":\"é\",\"z\":null}]}", once);
        assertEquals(once, canonical(once));
    }

    @Test
    void hashesTheCanonicalFormInUtf8() {
        String expected = "sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a";
        assertEquals(expected, CanonicalJson.sha256(StrictJson.parse(" { } ")));
    }

    private static String canonical(String json) {
        return CanonicalJson.canonicalize(StrictJson.parse(json));
    }

    private static void assertRefused(JsonNode value) {
        PermanentException refusal = assertThrows(PermanentException.class, () -> CanonicalJson.canonicalize(value));
        assertEquals(ErrorCode.INVALID_REQUEST, refusal.code());
    }
}
