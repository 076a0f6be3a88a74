package dev.metis.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.metis.error.ErrorCode;
import dev.metis.error.PermanentException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StrictJsonTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "  ",
                "{\"path\":\"a\",\"path\":\"b\"}",
                "{\"x\":{\"a\":1,\"\\u0061\":2}}",
                "{\"path\":\"notes.md\",\"content\":\"# Ti",
                "{} {}",
                "[1,]",
                "[01]",
                "[+1]",
                "[.5]",
                "[1.]",
                "[NaN]",
                "[Infinity]",
                "{a:1}",
                "['a']",
                "[1] // why",
                "[\"\t\"]",
                "[\"\\x\"]",
                "\uFEFF[1]",
                "tru",
                "nul"
            })
    void refusesWhatIsNotJsonToTheLetter(String text) {
        PermanentException refusal = assertThrows(PermanentException.class, () -> StrictJson.parse(text));
        assertEquals(ErrorCode.INVALID_REQUEST, refusal.code());
    }

    @Test
    void refusesTooManyLevelsAndTooLongNumbersCleanly() {
        assertEquals(ErrorCode.INVALID_REQUEST, refusal("[".repeat(10_000)).code());
        assertEquals(ErrorCode.INVALID_REQUEST, refusal("9".repeat(1_001)).code());
        int deepest = StrictJson.MAX_DEPTH;
        assertEquals(
                1, StrictJson.parse("[".repeat(deepest) + "]".repeat(deepest)).size());
    }

    @Test
    void repeatsNothingOfTheTextInItsMessage() {
        assertFalse(
                String.valueOf(refusal("{\"password\":hunter2}").getMessage()).contains("hunter2"));
        assertFalse(String.valueOf(refusal("{\"hunter2\":1,\"hunter2\":2}").getMessage())
                .contains("hunter2"));
    }

    private static PermanentException refusal(String text) {
        return assertThrows(PermanentException.class, () -> StrictJson.parse(text));
    }
}
