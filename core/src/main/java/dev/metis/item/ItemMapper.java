package dev.metis.item;

import dev.metis.access.PrincipalId;
import dev.metis.access.TenantId;
import dev.metis.access.TokenId;
import dev.metis.approval.ApprovalId;
import dev.metis.approval.QuestionId;
import dev.metis.artifact.ArtifactId;
import dev.metis.conversation.ConversationId;
import dev.metis.conversation.MessageId;
import dev.metis.run.RunId;
import dev.metis.tool.CallId;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.function.Function;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The one mapping between records and JSON trees: ids as strings, times as RFC 3339 with milliseconds, enums in lower
 * case, null and absent components left out, unknown members ignored (an older program reads a newer item).
 */
public final class ItemMapper {
    private static final DateTimeFormatter TIMESTAMP = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .addModule(module())
            .changeDefaultPropertyInclusion(inclusion ->
                    inclusion.withValueInclusion(com.fasterxml.jackson.annotation.JsonInclude.Include.NON_ABSENT))
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE)
            .enable(tools.jackson.databind.MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
            .build();

    private ItemMapper() {}

    public static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    public static String timestamp(Instant instant) {
        return TIMESTAMP.format(instant);
    }

    public static JsonNode toTree(Object value) {
        return MAPPER.valueToTree(value);
    }

    /** The record as an item's attributes. */
    public static ObjectNode attributes(Record value) {
        return (ObjectNode) toTree(value);
    }

    public static <T> T fromTree(JsonNode json, Class<T> type) {
        return MAPPER.treeToValue(json, type);
    }

    public static JsonNode parse(String json) {
        return MAPPER.readTree(json);
    }

    public static String write(JsonNode json) {
        return MAPPER.writeValueAsString(json);
    }

    private static SimpleModule module() {
        SimpleModule module = new SimpleModule("metis");
        text(module, TenantId.class, TenantId::value, TenantId::new);
        text(module, PrincipalId.class, PrincipalId::value, PrincipalId::new);
        text(module, TokenId.class, TokenId::value, TokenId::new);
        text(module, RunId.class, RunId::value, RunId::new);
        text(module, ConversationId.class, ConversationId::value, ConversationId::new);
        text(module, MessageId.class, MessageId::value, MessageId::new);
        text(module, CallId.class, CallId::value, CallId::new);
        text(module, ApprovalId.class, ApprovalId::value, ApprovalId::new);
        text(module, QuestionId.class, QuestionId::value, QuestionId::new);
        text(module, ArtifactId.class, ArtifactId::value, ArtifactId::new);
        text(module, Instant.class, ItemMapper::timestamp, Instant::parse);
        return module;
    }

    private static <T> void text(
            SimpleModule module, Class<T> type, Function<T, String> write, Function<String, T> read) {
        module.addSerializer(type, new ValueSerializer<T>() {
            @Override
            public void serialize(T value, JsonGenerator generator, SerializationContext context) {
                generator.writeString(write.apply(value));
            }
        });
        module.addDeserializer(type, new ValueDeserializer<T>() {
            @Override
            public T deserialize(JsonParser parser, DeserializationContext context) {
                return read.apply(parser.getString());
            }
        });
    }
}
