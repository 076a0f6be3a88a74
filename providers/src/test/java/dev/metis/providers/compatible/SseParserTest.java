package dev.metis.providers.compatible;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.metis.providers.compatible.SseParser.SseEvent;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SseParserTest {
    private static final byte[] CHARACTERS = HexFormat.of().parseHex("e4bea1e6a0bce381afe282ac3520f09f9880");
    private static final String TEXT = "価格は€5 😀";

    @Test
    void prv1_givesTheSameTextWhereverTheBytesAreCut() throws IOException {
        assertEquals(TEXT, new String(CHARACTERS, StandardCharsets.UTF_8));
        byte[] body = ("data: " + TEXT + "\r\n\r\n").getBytes(StandardCharsets.UTF_8);
        for (int cut = 1; cut < body.length; cut++) {
            assertEquals(List.of(new SseEvent("", TEXT)), parse(body, cut), "cut at " + cut);
            for (int second = cut + 1; second < body.length; second++) {
                assertEquals(List.of(new SseEvent("", TEXT)), parse(body, cut, second), cut + " and " + second);
            }
        }
    }

    @Test
    void prv1_givesTheSameTextFromOneByteAtATime() throws IOException {
        byte[] body = ("data: " + TEXT + "\n\n").getBytes(StandardCharsets.UTF_8);
        int[] everywhere = new int[body.length - 1];
        Arrays.setAll(everywhere, i -> i + 1);
        assertEquals(List.of(new SseEvent("", TEXT)), parse(body, everywhere));
    }

    @Test
    void prv1_takesACodePointThatIsReallyCutOffForAnError() {
        byte[] body = ("data: " + TEXT).getBytes(StandardCharsets.UTF_8);
        byte[] cut = Arrays.copyOf(body, body.length - 1);
        assertThrows(IOException.class, () -> parse(cut));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r\n", "\r"})
    void endsLinesInAllThreeWays(String end) throws IOException {
        String stream = ": hello" + end + "event: error" + end + "data: a" + end + "data:  b" + end + "id: 7" + end
                + "retry: 10" + end + end + "data" + end + end + "data:c" + end + end;
        assertEquals(
                List.of(new SseEvent("error", "a\n b"), new SseEvent("", ""), new SseEvent("", "c")),
                parse(stream.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void givesNothingForCommentsAndEmptyLinesAlone() throws IOException {
        assertEquals(
                List.of(),
                parse(": OPENROUTER PROCESSING\n\n\n\r\n:\n\nevent: ping\n\n".getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void skipsAByteOrderMarkAtTheBeginningOnly() throws IOException {
        assertEquals(
                List.of(new SseEvent("", "a"), new SseEvent("", "\uFEFFb")),
                parse("\uFEFFdata: a\n\ndata: \uFEFFb\n\n".getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void givesOutAWholeLastEventWithoutItsEmptyLine() throws IOException {
        assertEquals(List.of(new SseEvent("", "[DONE]")), parse("data: [DONE]".getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void refusesALineAndAnEventWithoutEnd() {
        byte[] megabyte = new byte[1024 * 1024];
        Arrays.fill(megabyte, (byte) 'a');
        SseParser line = new SseParser(event -> {});
        assertTrue(String.valueOf(assertThrows(IOException.class, () -> feed(line, megabyte, 9))
                        .getMessage())
                .contains("line"));
        SseParser event = new SseParser(given -> {});
        byte[] dataLine = ("data: " + "a".repeat(1024 * 1024) + "\n").getBytes(StandardCharsets.UTF_8);
        assertTrue(String.valueOf(assertThrows(IOException.class, () -> feed(event, dataLine, 9))
                        .getMessage())
                .contains("event"));
    }

    private static void feed(SseParser parser, byte[] bytes, int times) throws IOException {
        for (int i = 0; i < times; i++) {
            parser.accept(ByteBuffer.wrap(bytes));
        }
    }

    private static List<SseEvent> parse(byte[] body, int... cuts) throws IOException {
        List<SseEvent> events = new ArrayList<>();
        SseParser parser = new SseParser(events::add);
        int from = 0;
        for (int cut : cuts) {
            parser.accept(ByteBuffer.wrap(body, from, cut - from));
            from = cut;
        }
        parser.accept(ByteBuffer.wrap(body, from, body.length - from));
        parser.end();
        return events;
    }
}
