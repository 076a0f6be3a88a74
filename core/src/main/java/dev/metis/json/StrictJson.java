package dev.metis.json;

import dev.metis.error.ErrorCode;
import dev.metis.error.PermanentException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads JSON that a stranger or a model wrote, by RFC 8259 to the letter: a repeated key, anything after the value, an
 * empty text, more than {@link #MAX_DEPTH} levels and numbers of more than 1 000 digits are refused with
 * {@link ErrorCode#INVALID_REQUEST}. The caller bounds the length. Nothing is repaired.
 */
public final class StrictJson {
    public static final int MAX_DEPTH = 200;

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .maxNumberLength(1_000)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private StrictJson() {}

    /** The value that the text is; the message of a refusal says where, and repeats nothing of the text. */
    public static JsonNode parse(String text) {
        try {
            JsonNode value = MAPPER.readTree(text);
            if (value.isMissingNode()) {
                throw new PermanentException(ErrorCode.INVALID_REQUEST, "the text is empty, not JSON");
            }
            return value;
        } catch (JacksonException e) {
            throw new PermanentException(ErrorCode.INVALID_REQUEST, "the text is not valid JSON" + place(e));
        }
    }

    private static String place(JacksonException e) {
        return e.getLocation() == null
                ? ""
                : " (line " + e.getLocation().getLineNr() + ", column "
                        + e.getLocation().getColumnNr() + ")";
    }
}
