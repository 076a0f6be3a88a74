package dev.metis.function.api;

import dev.metis.item.ItemMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/** What a runtime sends back. */
public sealed interface ApiResponse {
    int status();

    Headers headers();

    ApiResponse withHeader(String name, String value);

    /** A whole text; nothing is sent for an empty one. */
    record Text(int status, Headers headers, String body) implements ApiResponse {
        public Text {
            Objects.requireNonNull(headers, "headers is null");
            Objects.requireNonNull(body, "body is null");
        }

        @Override
        public Text withHeader(String name, String value) {
            return new Text(status, headers.with(name, value), body);
        }
    }

    /** Bytes of a known length. The runtime closes the stream. */
    record Content(int status, Headers headers, long length, Opening opening) implements ApiResponse {
        @Override
        public Content withHeader(String name, String value) {
            return new Content(status, headers.with(name, value), length, opening);
        }

        /** Opens the bytes when they are to be sent. */
        @FunctionalInterface
        public interface Opening {
            InputStream open() throws IOException;
        }
    }

    /** Server-sent events, written as they come. The writer returns when the stream is over. */
    record EventStream(int status, Headers headers, Writer writer) implements ApiResponse {
        @Override
        public EventStream withHeader(String name, String value) {
            return new EventStream(status, headers.with(name, value), writer);
        }

        /** Writes the stream; a sink that fails means that the reader is gone. */
        @FunctionalInterface
        public interface Writer {
            void writeTo(Sink sink) throws IOException;
        }

        /** Takes pieces of the stream and sends each at once. */
        @FunctionalInterface
        public interface Sink {
            void send(String piece) throws IOException;
        }
    }

    static ApiResponse json(int status, JsonNode body) {
        return new Text(status, Headers.of("content-type", "application/json"), ItemMapper.write(body));
    }

    static ApiResponse noContent() {
        return new Text(204, Headers.NONE, "");
    }
}
