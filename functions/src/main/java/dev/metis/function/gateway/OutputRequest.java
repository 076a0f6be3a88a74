package dev.metis.function.gateway;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** Live output of calls, in order. */
public record OutputRequest(List<Chunk> chunks) {
    public static final int MAX_CHUNKS = 256;

    public OutputRequest {
        chunks = Checks.list(chunks, "chunks", MAX_CHUNKS);
    }

    /** A piece of one stream: whole code points, at most 16 384 characters. */
    public record Chunk(String callId, String nonce, OutputStreamName stream, String text) {
        public static final int MAX_CHARACTERS = 16_384;

        public Chunk {
            Checks.callId(callId, "chunks[].callId");
            Checks.text(nonce, "chunks[].nonce", 200);
            Checks.present(stream, "chunks[].stream");
            Checks.text(text, "chunks[].text", MAX_CHARACTERS);
        }
    }

    /** Which stream of the command it came from. */
    public enum OutputStreamName {
        @JsonProperty("stdout")
        STDOUT,
        @JsonProperty("stderr")
        STDERR
    }
}
