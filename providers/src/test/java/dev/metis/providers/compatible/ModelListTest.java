package dev.metis.providers.compatible;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.metis.error.ErrorCode;
import dev.metis.provider.ModelInfo;
import dev.metis.provider.StopSignal;
import dev.metis.testkit.provider.Heard;
import dev.metis.testkit.provider.StubAnswer;
import dev.metis.testkit.provider.StubCompatibleServer;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ModelListTest {
    private final AtomicReference<Instant> now = new AtomicReference<>(Requests.NOW);

    @Test
    void listsTheDefaultModelFirstAndTheOthersSorted() {
        assertEquals(
                List.of("stub-model", "a", "b"),
                ids("{\"data\":[{\"id\":\"b\"},{\"id\":\"a\"},{\"id\":\"stub-model\"}]}"));
        assertEquals(List.of("stub-model", "x"), ids("[{\"id\":\"x\"}]"));
    }

    @Test
    void listsTheDefaultModelAloneWhenTheListCannotBeHad() {
        assertEquals(List.of("stub-model"), ids("no json"));
        assertEquals(List.of("stub-model"), ids("{}"));
        assertEquals(
                List.of("stub-model"),
                ids("{\"data\":[{\"id\":\"\"},{\"id\":7,\"x\":1},{\"id\":\"a\\u0000b\"}]}").stream()
                        .filter(id -> !id.equals("7"))
                        .toList());
    }

    @Test
    void boundsTheList() {
        String many = IntStream.range(0, 2_000)
                .mapToObj(i -> "{\"id\":\"m" + i + "\"}")
                .collect(Collectors.joining(",", "{\"data\":[", "]}"));
        assertEquals(501, ids(many).size());
    }

    @Test
    void asksOnceInFiveMinutesAndHalfAMinuteAfterAFailureKeepingWhatItKnew() {
        StubAnswer one = StubAnswer.whole("application/json", "{\"data\":[{\"id\":\"one\"}]}");
        StubAnswer two = StubAnswer.whole("application/json", "{\"data\":[{\"id\":\"two\"}]}");
        try (StubCompatibleServer stub =
                new StubCompatibleServer(0, Requests.inOrder(one, StubAnswer.error(500, ""), two))) {
            CompatibleProvider provider = new CompatibleProvider(Requests.settings(stub), now::get);
            assertEquals(List.of("stub-model", "one"), ids(provider));
            assertEquals(List.of("stub-model", "one"), ids(provider));
            assertEquals(1, stub.allRequests().size());
            later(Duration.ofMinutes(6));
            assertEquals(List.of("stub-model", "one"), ids(provider));
            later(Duration.ofSeconds(20));
            assertEquals(List.of("stub-model", "one"), ids(provider));
            assertEquals(2, stub.allRequests().size());
            later(Duration.ofSeconds(20));
            assertEquals(List.of("stub-model", "two"), ids(provider));
        }
    }

    @Test
    void answersInBoundedTimeFromAServerThatHangs() {
        try (StubCompatibleServer stub =
                new StubCompatibleServer(0, request -> StubAnswer.stream().hang())) {
            Timeouts brief = new Timeouts(
                    Duration.ofSeconds(5),
                    Duration.ofSeconds(5),
                    Duration.ofSeconds(5),
                    Duration.ofSeconds(5),
                    Duration.ofMillis(200));
            CompatibleProvider provider =
                    new CompatibleProvider(Requests.settings(stub).withTimeouts(brief), Requests.TIME);
            assertEquals(List.of("stub-model"), ids(provider));
        }
    }

    @Test
    void withoutItsKeyOpenaiIsThereButNotConfigured() {
        CompatibleProvider openai = new CompatibleProvider(
                CompatibleSettings.openai(Optional.empty(), Optional.empty(), false), Requests.TIME);
        assertEquals("openai", openai.id());
        assertTrue(!openai.configured());
        assertEquals(List.of(), openai.models());
        assertEquals(
                ErrorCode.PROVIDER_AUTH,
                Heard.from(openai, Requests.simple(), StopSignal.NEVER).failed().code());
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, http://127.0.0.1:11434/v1",
        "0.0.0.0, http://127.0.0.1:11434/v1",
        "localhost:9999, http://localhost:9999/v1",
        "http://127.0.0.1:11434/, http://127.0.0.1:11434/v1",
        "https://ollama.example.com, https://ollama.example.com/v1",
        "0.0.0.0:11434, http://127.0.0.1:11434/v1"
    })
    void readsEveryFormOfAnOllamaHost(String host, String url) {
        assertEquals(URI.create(url), CompatibleSettings.ollama(host, false).baseUrl());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://10.0.0.5:8000/v1",
                "http://localhost.evil.example/v1",
                "http://127.0.0.1.evil.example/v1",
                "ftp://127.0.0.1/",
                "file:///etc/passwd",
                "https://user:pw@example.com/v1",
                "https://example.com/v1?key=1",
                "not a url",
                "",
                "//example.com"
            })
    void refusesAnAddressThatWouldShowTheKeyOrIsNone(String url) {
        IllegalArgumentException refusal = assertThrows(
                IllegalArgumentException.class,
                () -> CompatibleSettings.compatible(url, Optional.of("k"), Optional.empty(), false));
        assertTrue(!String.valueOf(refusal.getMessage()).contains("pw"));
    }

    @Test
    void takesPlainHttpWhereItsOwnerWantsIt() {
        assertEquals(
                URI.create("http://10.0.0.5:8000/v1"),
                CompatibleSettings.compatible("http://10.0.0.5:8000/v1/", Optional.empty(), Optional.empty(), true)
                        .baseUrl());
    }

    @Test
    void neverPrintsTheKey() {
        CompatibleSettings settings = CompatibleSettings.openai(Optional.of(Requests.KEY), Optional.empty(), false);
        assertTrue(!settings.toString().contains(Requests.KEY));
        IllegalArgumentException refusal = assertThrows(
                IllegalArgumentException.class,
                () -> CompatibleSettings.openai(Optional.of("bad\nkey"), Optional.empty(), false));
        assertTrue(!String.valueOf(refusal.getMessage()).contains("bad\nkey"));
    }

    private void later(Duration by) {
        now.updateAndGet(instant -> instant.plus(by));
    }

    private static List<String> ids(String body) {
        try (StubCompatibleServer stub =
                new StubCompatibleServer(0, request -> StubAnswer.whole("application/json", body))) {
            return ids(Requests.provider(stub));
        }
    }

    private static List<String> ids(CompatibleProvider provider) {
        return provider.models().stream().map(ModelInfo::id).toList();
    }
}
