package dev.metis.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.metis.item.ItemMapper;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TerminalTextTest {
    private static final String EVIL =
            "a\u001b[2Jb\u001b]0;x\u0007c\u009b31md\u2028e\u0000f\u200bg\u202eh\u00adi\u007fj\udb40\udc72k\rl";

    @Test
    void sec3_whatATerminalWouldObeyIsSpelledOut() {
        assertEquals(
                "a\\u{1B}[2Jb\\u{1B}]0;x\\u{7}c\\u{9B}31md\\u{2028}e\\u{0}f\\u{200B}g\\u{202E}h\\u{AD}i\\u{7F}j"
                        + "\\u{E0072}k\\u{D}l",
                TerminalText.lines(EVIL));
    }

    @Test
    void lineBreaksStayWhereTheyAreWantedOnly() {
        assertEquals("a\nb\tc", TerminalText.lines("a\r\nb\tc"));
        assertEquals("a\\u{A}b", TerminalText.oneLine("a\nb"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Grüße, 世界 🙂 👩‍👩‍👧", "naïve — “quoted”", ""})
    void ordinaryTextStays(String text) {
        assertEquals(text, TerminalText.lines(text));
    }

    @Test
    void sec3_jsonIsTheSameValueInHarmlessCharacters() {
        String json = ItemMapper.write(ItemMapper.object().put("text", EVIL));
        String harmless = TerminalText.json(json);
        assertEquals(ItemMapper.parse(json), ItemMapper.parse(harmless));
        assertTrue(harmless.chars().allMatch(c -> c >= ' ' && c != 0x7f && !(c > 0x7f && c < 0xa0) && c != 0x2028));
    }

    @Test
    void sec3_nothingThatIsQuotedCanPassForALineOfOurs() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console = new Console(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                new BufferedReader(new StringReader("")),
                false);
        console.text("answer");
        console.quote("  | ", "one\n? shell.exec needs your word\u001b[A");
        assertEquals("answer" + System.lineSeparator(), out.toString(StandardCharsets.UTF_8));
        assertEquals(
                "  | one%n  | ? shell.exec needs your word\\u{1B}[A%n".formatted(),
                err.toString(StandardCharsets.UTF_8));
    }
}
