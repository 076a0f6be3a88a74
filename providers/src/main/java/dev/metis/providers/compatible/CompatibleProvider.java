package dev.metis.providers.compatible;

import dev.metis.error.ErrorCode;
import dev.metis.error.PermanentException;
import dev.metis.json.StrictJson;
import dev.metis.port.TimeSource;
import dev.metis.provider.ModelInfo;
import dev.metis.provider.ProviderAdapter;
import dev.metis.provider.ProviderEvent;
import dev.metis.provider.ProviderFailure;
import dev.metis.provider.StopSignal;
import dev.metis.provider.TurnEnd;
import dev.metis.provider.TurnRequest;
import dev.metis.providers.RetryAfter;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/** Any endpoint that speaks Chat Completions: OpenAI, Ollama, and whatever else the settings name. */
public final class CompatibleProvider implements ProviderAdapter {
    private static final long MAX_ANSWER_BYTES = 64L * 1024 * 1024;
    private static final int MAX_WHOLE_BYTES = 16 * 1024 * 1024;
    /** How long usage may still come after an answer that is whole. */
    private static final Duration AFTERWARDS = Duration.ofSeconds(3);

    private final CompatibleSettings settings;
    private final Endpoint endpoint;
    private final ModelList models;
    private final TimeSource time;
    private final AtomicReference<Habits> habits;

    public CompatibleProvider(CompatibleSettings settings, TimeSource time) {
        this.settings = Objects.requireNonNull(settings, "settings is null");
        this.time = Objects.requireNonNull(time, "time is null");
        this.endpoint = new Endpoint(settings);
        this.models = new ModelList(settings, endpoint, time);
        this.habits = new AtomicReference<>(new Habits(true, false));
    }

    @Override
    public String id() {
        return settings.id();
    }

    @Override
    public String name() {
        return settings.name();
    }

    @Override
    public boolean configured() {
        return settings.configured();
    }

    @Override
    public List<ModelInfo> models() {
        return models.get();
    }

    @Override
    public TurnEnd stream(TurnRequest request, Consumer<ProviderEvent> sink, StopSignal stop) throws ProviderFailure {
        if (!configured()) {
            throw ProviderFailure.permanent(ErrorCode.PROVIDER_AUTH, name() + " has no API key");
        }
        // Each habit can be given up once, so three requests are the most.
        for (int attempt = 0; ; attempt++) {
            if (stop.stopped()) {
                throw ProviderFailure.stopped();
            }
            Habits tried = habits.get();
            ChatRequest chat = ChatRequest.of(request, tried);
            byte[] body = chat.body().toString().getBytes(StandardCharsets.UTF_8);
            HttpRequest post = endpoint.post("/chat/completions", body);
            try (Endpoint.Answer answer =
                    endpoint.send(post, settings.timeouts().head(), stop)) {
                if (answer.status() == 200) {
                    return read(answer, new AnswerReader(name(), settings.apiKey(), chat.names(), sink), stop);
                }
                String text = endpoint.errorText(answer, stop);
                Optional<Habits> others =
                        answer.status() == 400 || answer.status() == 422 ? tried.after(text) : Optional.empty();
                if (others.isEmpty() || attempt == 2) {
                    throw refused(answer, text);
                }
                habits.compareAndSet(tried, others.get());
            }
        }
    }

    private TurnEnd read(Endpoint.Answer answer, AnswerReader reader, StopSignal stop) throws ProviderFailure {
        String type = answer.header("Content-Type").orElse("").toLowerCase(Locale.ROOT);
        if (type.contains("html")) {
            throw ProviderFailure.permanent(
                    ErrorCode.PROVIDER_INVALID_REQUEST,
                    settings.baseUrl() + " answered a web page: this is not the address of a model API");
        }
        try (StopSignal.Registration _ = stop.onStop(answer.body()::close)) {
            if (type.contains("application/json")) {
                reader.chunk(whole(answer));
            } else {
                try (Deadline _ = new Deadline(settings.timeouts().whole(), answer.body())) {
                    events(answer.body(), reader);
                }
            }
            return reader.end();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ProviderFailure.stopped();
        } catch (IOException e) {
            throw stop.stopped() ? ProviderFailure.stopped() : broken(e);
        }
    }

    private JsonNode whole(Endpoint.Answer answer) throws IOException, InterruptedException {
        String text = endpoint.text(answer, MAX_WHOLE_BYTES, settings.timeouts().whole());
        try {
            return StrictJson.parse(text);
        } catch (PermanentException e) {
            throw new IOException("the answer is not JSON", e);
        }
    }

    private void events(ByteFlow body, AnswerReader reader) throws ProviderFailure, IOException, InterruptedException {
        Pending pending = new Pending();
        SseParser parser = new SseParser(pending::add);
        long bytes = 0;
        while (!reader.done()) {
            List<ByteBuffer> piece = next(body, reader);
            if (piece.isEmpty()) {
                parser.end();
                pending.drain(reader);
                return;
            }
            for (ByteBuffer buffer : piece) {
                bytes += buffer.remaining();
                parser.accept(buffer);
            }
            pending.drain(reader);
            if (bytes > MAX_ANSWER_BYTES) {
                throw new IOException("the answer is longer than it may be");
            }
        }
    }

    /** The next bytes; none when the answer is whole already and nothing more comes or the connection breaks. */
    private List<ByteBuffer> next(ByteFlow body, AnswerReader reader) throws IOException, InterruptedException {
        if (!reader.finished()) {
            return body.next(settings.timeouts().idle());
        }
        try {
            return body.next(AFTERWARDS);
        } catch (IOException e) {
            return List.of();
        }
    }

    private ProviderFailure broken(Exception cause) {
        boolean silent = cause instanceof ByteFlow.SilenceException;
        String words = silent
                ? name() + " fell silent in the middle of its answer: " + cause.getMessage()
                : "the answer of " + name() + " was cut off before its end";
        return new ProviderFailure(
                silent ? ErrorCode.PROVIDER_UNAVAILABLE : ErrorCode.STREAM_INCOMPLETE,
                words,
                true,
                Optional.empty(),
                OptionalInt.empty(),
                cause);
    }

    private ProviderFailure refused(Endpoint.Answer answer, String text) {
        if (answer.status() >= 300 && answer.status() < 400) {
            return new ProviderFailure(
                    ErrorCode.PROVIDER_INVALID_REQUEST,
                    settings.baseUrl() + " redirects elsewhere; redirects are refused, so name the final address",
                    false,
                    Optional.empty(),
                    OptionalInt.of(answer.status()),
                    null);
        }
        Optional<Duration> wait = answer.header("Retry-After-Ms")
                .flatMap(RetryAfter::parseMillis)
                .or(() -> answer.header("Retry-After").flatMap(header -> RetryAfter.parse(header, time.now())));
        return error(text).ofStatus(name(), answer.status(), wait);
    }

    private ErrorBody error(String text) {
        try {
            JsonNode body = StrictJson.parse(text);
            return ErrorBody.of(body.isArray() && !body.isEmpty() ? body.get(0) : body, settings.apiKey());
        } catch (PermanentException e) {
            return ErrorBody.none();
        }
    }
}
