package dev.metis.providers.compatible;

import dev.metis.error.ErrorCode;
import dev.metis.provider.ProviderFailure;
import dev.metis.provider.StopSignal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * The exchanges with one endpoint. Redirects are refused, as they could carry the key elsewhere; every wait has a
 * deadline; a stop ends an exchange within milliseconds wherever it is.
 */
final class Endpoint {
    private static final int MAX_ERROR_BYTES = 64 * 1024;

    private final CompatibleSettings settings;
    private final HttpClient client;

    Endpoint(CompatibleSettings settings) {
        this.settings = settings;
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(settings.timeouts().connect())
                .build();
    }

    /** An answer whose head has come. */
    record Answer(HttpResponse<ByteFlow> response) implements AutoCloseable {
        int status() {
            return response.statusCode();
        }

        Optional<String> header(String name) {
            return response.headers().firstValue(name);
        }

        ByteFlow body() {
            return response.body();
        }

        @Override
        public void close() {
            body().close();
        }
    }

    HttpRequest post(String path, byte[] body) {
        return request(path)
                .header("Content-Type", "application/json")
                .header("Accept", "text/event-stream, application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
    }

    HttpRequest get(String path) {
        return request(path).header("Accept", "application/json").GET().build();
    }

    /** Sends, and waits for the head of the answer. */
    Answer send(HttpRequest request, Duration deadline, StopSignal stop) throws ProviderFailure {
        ByteFlow flow = new ByteFlow();
        CompletableFuture<HttpResponse<ByteFlow>> coming = client.sendAsync(request, info -> flow);
        try (StopSignal.Registration _ = stop.onStop(() -> {
            coming.cancel(true);
            flow.close();
        })) {
            return new Answer(coming.get(deadline.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw abandoned(coming, flow, ProviderFailure.stopped());
        } catch (TimeoutException e) {
            String words = settings.name() + " did not answer within " + deadline.toSeconds() + " s";
            throw abandoned(coming, flow, ProviderFailure.retryable(ErrorCode.PROVIDER_UNAVAILABLE, words));
        } catch (ExecutionException | CancellationException e) {
            Throwable cause = e instanceof ExecutionException ? e.getCause() : e;
            throw abandoned(coming, flow, stop.stopped() ? ProviderFailure.stopped() : unreachable(cause));
        }
    }

    /** The whole body as text, at most {@code max} bytes of it. */
    String text(Answer answer, int max, Duration deadline) throws IOException, InterruptedException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Deadline _ = new Deadline(deadline, answer.body())) {
            List<ByteBuffer> piece = answer.body().next(deadline);
            while (!piece.isEmpty() && bytes.size() < max) {
                for (ByteBuffer buffer : piece) {
                    byte[] some = new byte[Math.min(buffer.remaining(), max - bytes.size())];
                    buffer.get(some);
                    bytes.writeBytes(some);
                }
                piece = answer.body().next(deadline);
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /** The text of an error's body, or nothing where it cannot be read: the status alone then tells what happened. */
    String errorText(Answer answer, StopSignal stop) throws ProviderFailure {
        try (StopSignal.Registration _ = stop.onStop(answer.body()::close)) {
            return text(answer, MAX_ERROR_BYTES, settings.timeouts().listing());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ProviderFailure.stopped();
        } catch (IOException e) {
            if (stop.stopped()) {
                throw ProviderFailure.stopped();
            }
            return "";
        }
    }

    /** What a broken exchange means. */
    ProviderFailure unreachable(@Nullable Throwable cause) {
        boolean certificate = cause instanceof SSLException;
        String why = certificate
                ? "its certificate or its TLS is not accepted"
                : cause instanceof HttpTimeoutException ? "no connection in time" : "the connection failed";
        String words = settings.name() + " at " + settings.baseUrl() + " cannot be reached: " + why;
        return new ProviderFailure(
                ErrorCode.PROVIDER_UNAVAILABLE, words, !certificate, Optional.empty(), OptionalInt.empty(), cause);
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder builder = HttpRequest.newBuilder(settings.at(path)).header("User-Agent", "metis");
        settings.apiKey().ifPresent(key -> builder.header("Authorization", "Bearer " + key));
        return builder;
    }

    private static ProviderFailure abandoned(
            CompletableFuture<HttpResponse<ByteFlow>> coming, ByteFlow flow, ProviderFailure failure) {
        coming.cancel(true);
        flow.close();
        return failure;
    }
}
