package dev.metis.port.rule;

import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Attributes as bytes and back; every number keeps its value. */
public final class ItemJson {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private ItemJson() {}

    public static byte[] write(ObjectNode attributes) {
        return MAPPER.writeValueAsBytes(attributes);
    }

    public static ObjectNode read(byte[] bytes) {
        return MAPPER.readValue(bytes, ObjectNode.class);
    }
}
