package dev.metis.local.server;

import dev.metis.function.api.ApiRequest;
import dev.metis.function.api.ApiResponse;
import dev.metis.function.api.Headers;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;

/** Maps Jetty's requests and responses to the records of the API. */
final class JettyExchange {
    /** What is read and thrown away of a body that is too long, so that its sender hears the answer. */
    private static final int DRAINED_AT_MOST = 8 * 1024 * 1024;

    private JettyExchange() {}

    static ApiRequest request(Request request) {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        for (HttpField field : request.getHeaders()) {
            String value = field.getValue();
            headers.computeIfAbsent(field.getLowerCaseName(), name -> new ArrayList<>())
                    .add(value == null ? "" : value);
        }
        String query = request.getHttpURI().getQuery();
        String path = request.getHttpURI().getPath();
        return new ApiRequest(
                request.getMethod(),
                path == null ? "/" : path,
                query == null ? "" : query,
                new Headers(headers),
                limit -> body(request, limit),
                Request.getRemoteAddr(request));
    }

    /** Sends the answer, blocking; the callback of the exchange is the caller's. */
    static void send(ApiResponse answer, Request request, Response response) throws IOException {
        response.setStatus(answer.status());
        answer.headers()
                .values()
                .forEach((name, values) ->
                        values.forEach(value -> response.getHeaders().add(name, value)));
        boolean bodiless = request.getMethod().equals("HEAD");
        switch (answer) {
            case ApiResponse.Text text -> {
                byte[] bytes = text.body().getBytes(StandardCharsets.UTF_8);
                if (text.status() != 204) {
                    response.getHeaders().put("content-length", bytes.length);
                }
                write(response, true, bodiless ? new byte[0] : bytes);
            }
            case ApiResponse.Content content -> {
                response.getHeaders().put("content-length", content.length());
                if (!bodiless) {
                    copy(content, response);
                }
                write(response, true, new byte[0]);
            }
            case ApiResponse.EventStream stream -> {
                if (!bodiless) {
                    stream.writer().writeTo(piece -> write(response, false, piece.getBytes(StandardCharsets.UTF_8)));
                }
                write(response, true, new byte[0]);
            }
        }
    }

    private static void copy(ApiResponse.Content content, Response response) throws IOException {
        try (InputStream in = content.opening().open();
                OutputStream out = Content.Sink.asOutputStream(new NotLast(response))) {
            in.transferTo(out);
        }
    }

    /** Lets the stream be closed without ending the response. */
    private record NotLast(Response response) implements Content.Sink {
        @Override
        public void write(boolean last, ByteBuffer bytes, org.eclipse.jetty.util.Callback callback) {
            response.write(false, bytes, callback);
        }
    }

    private static void write(Response response, boolean last, byte[] bytes) throws IOException {
        Content.Sink.write(response, last, ByteBuffer.wrap(bytes));
    }

    private static Optional<byte[]> body(Request request, int limit) throws IOException {
        InputStream in = Content.Source.asInputStream(request);
        byte[] bytes = in.readNBytes(limit + 1);
        if (bytes.length <= limit) {
            return Optional.of(bytes);
        }
        in.skip(DRAINED_AT_MOST);
        return Optional.empty();
    }
}
