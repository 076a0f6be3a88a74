package dev.metis.local.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.metis.item.ItemMapper;
import dev.metis.testkit.time.ManualTime;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.spi.SLF4JServiceProvider;
import tools.jackson.databind.JsonNode;

class LogTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final Log log = new Log(new PrintStream(bytes, true, StandardCharsets.UTF_8));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Authorization: Basic dXNlcjpwYXNz-canary | Authorization",
                "authorization: token canary-1234567890 | authorization",
                "Proxy-Authorization: Negotiate canaryCANARY== | Proxy-Authorization",
                "x-api-key: canary-abcdef | x-api-key",
                "api-key: canary-abcdef | api-key",
                "x-goog-api-key: canary-abcdef | x-goog-api-key",
                "Cookie: a=canary; session=canary | Cookie",
                "GET https://host/v1?key=canary-abc&x=1 failed | key",
                "https://bucket/o?X-Amz-Credential=canary&X-Amz-Signature=canary0123 | X-Amz-Signature",
                "taskToken=AQCEcanaryAAAAKgAAAAMAAAAAAAAAAXcanary/canary+canary== | taskToken",
                "{\"headers\":{\"authorization\":[\"Bearer canary.canary\"],\"x\":\"y\"}} | authorization",
                "{\"api_key\":\"canary-123456\",\"n\":1} | api_key",
                "Bearer canary-0123456789 was refused | Bearer",
                "redis://user:canary@host/0 | user",
                "http://127.0.0.1:8080/#token=mtl_canary0canary0canary0canary0 | token",
                "OPENAI_API_KEY=canary-123 | OPENAI_API_KEY",
            })
    void sec2_noSecretOfAKnownShapeIsLogged(String text, String name) {
        log.write(LogLevel.ERROR, "a.b", text, new IllegalStateException("outer", new RuntimeException(text)));
        String line = bytes.toString(StandardCharsets.UTF_8);
        assertFalse(line.contains("canary"), line);
        JsonNode entry = ItemMapper.parse(line);
        assertTrue(entry.path("message").asString().contains(name), "the name stays: " + line);
        assertTrue(entry.path("error").asString().contains(name), line);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sk-ant-REDACTED",
                "mts_0123456789abcdefghijABCDEFGHIJ",
                "ghp_0123456789abcdefghijkl",
                "AKIAIOSFODNN7EXAMPLE",
                "AIzaSyA0123456789abcdefghijklmnopqrstu",
                "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abcdefgh"
            })
    void sec2_aTokenIsKnownByItsForm(String token) {
        assertEquals("it was " + Redactor.MASK + " here", new Redactor().redact("it was " + token + " here"));
    }

    @Test
    void sec2_aValueThatWasToldAppearsNowhere() {
        log.redactor().hide("correct horse");
        log.write(LogLevel.WARN, "a", "he said: correct horse!", new RuntimeException("correct horse"));
        assertFalse(bytes.toString(StandardCharsets.UTF_8).contains("correct horse"));
    }

    @Test
    void hostileTextCostsNoMoreThanItsLength() {
        for (String piece : List.of("x", "a-", "token", "?key", "eyJ", "://", "sk-", "Bearer ", "\u0000")) {
            String hostile = piece.repeat(400_000 / piece.length());
            assertTimeout(Duration.ofSeconds(20), () -> new Redactor().redact(hostile), piece);
        }
    }

    @Test
    void ordinaryWordsStay() {
        String text = "run run_01ARZ3NDEKTSV4RRFFQ69G5FAV of conv_01ARZ3NDEKTSV4RRFFQ69G5FAV took 31 ms, 12 tokens";
        assertEquals(text, new Redactor().redact(text));
    }

    @Test
    void sec3_nothingInAnEntryCanEndItsLineOrMoveATerminal() {
        String evil =
                "\u001b[2J\u001b]0;x\u0007\u001b]8;;http://x\u001b\\ \u001b]52;c;aGk=\u0007 \u009b31m \u2028 \u0000"
                        + "\r\n{\"level\":\"INFO\",\"msg\":\"approved by u1\"}";
        log.write(LogLevel.WARN, "a", evil, new RuntimeException(evil));
        log.write(LogLevel.WARN, "a", "second", null);
        List<String> lines = bytes.toString(StandardCharsets.ISO_8859_1).lines().toList();
        assertEquals(2, lines.size());
        assertEquals(evil, ItemMapper.parse(lines.getFirst()).path("message").asString());
        for (byte b : bytes.toByteArray()) {
            assertTrue(b == '\n' || (b >= ' ' && b < 0x7f), "byte " + b);
        }
    }

    @Test
    void theFileHoldsMoreThanStderrAndTurnsOver(@TempDir Path folder) throws Exception {
        ManualTime time = new ManualTime();
        log.clock(time);
        log.fileIn(folder, LogLevel.INFO);
        log.write(LogLevel.DEBUG, "a", "too small", null);
        log.write(LogLevel.INFO, "a", "for the file", null);
        assertEquals(0, bytes.size());
        JsonNode entry = ItemMapper.parse(Files.readString(folder.resolve("metis.jsonl")));
        assertEquals("for the file", entry.path("message").asString());
        assertEquals(ItemMapper.timestamp(time.now()), entry.path("at").asString());
        String words = "words ".repeat(1_200);
        for (int i = 0; i < 1_500; i++) {
            log.write(LogLevel.INFO, "a", i + " " + words, null);
        }
        assertTrue(Files.exists(folder.resolve("metis.jsonl.1")));
        assertTrue(Files.size(folder.resolve("metis.jsonl")) < 10 * 1024 * 1024);
        log.close();
    }

    @Test
    void everyLoggerOfTheProcessEndsHere() {
        assertTrue(ServiceLoader.load(SLF4JServiceProvider.class).stream()
                .anyMatch(provider -> provider.type() == Slf4jProvider.class));
        assertTrue(ServiceLoader.load(System.LoggerFinder.class).stream()
                .anyMatch(finder -> finder.type() == SystemLoggers.class));
    }
}
