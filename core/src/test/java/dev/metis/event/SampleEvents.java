package dev.metis.event;

import dev.metis.run.RunId;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** One event of each type with every component set, the same each time. */
final class SampleEvents {
    private static final String ULID = "01JDZ6Z5R1V8Q0M3T7W9X2Y4Z6";
    private static final Instant AT = Instant.parse("2026-12-01T10:00:00.123Z");

    private SampleEvents() {}

    static RunEvent of(EventType type) {
        RunEventBody body = (RunEventBody) record(type, type.body());
        return new RunEvent(new RunId("run_" + ULID), 7, AT, 1, OptionalInt.of(2), body);
    }

    private static Object record(EventType type, Class<?> java) {
        RecordComponent[] components = java.getRecordComponents();
        Object[] values = Arrays.stream(components)
                .map(component -> value(type, component.getName(), component.getGenericType()))
                .toArray();
        try {
            Class<?>[] types =
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
            Constructor<?> constructor = java.getDeclaredConstructor(types);
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("no sample of " + java.getName(), e);
        }
    }

    private static Object value(EventType type, String name, Type declared) {
        if (declared instanceof ParameterizedType list) {
            return List.of(value(type, name, list.getActualTypeArguments()[0]));
        }
        Class<?> java = (Class<?>) declared;
        if (java == String.class) {
            return EventSchemas.sampleText(type, name);
        }
        if (java == int.class) {
            return 3;
        }
        if (java == long.class) {
            return (1L << 53) - 1;
        }
        if (java == Double.class) {
            return 0.25;
        }
        if (java == boolean.class) {
            return true;
        }
        if (java == Instant.class) {
            return AT;
        }
        if (java == JsonNode.class) {
            return JsonNodeFactory.instance.objectNode().put("path", "a/b 😀.txt");
        }
        if (java.isEnum()) {
            return java.getEnumConstants()[0];
        }
        return EventSchemas.prefix(java) == null ? record(type, java) : id(java);
    }

    private static Object id(Class<?> java) {
        try {
            return java.getConstructor(String.class).newInstance(EventSchemas.prefix(java) + ULID);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("no id of " + java.getName(), e);
        }
    }
}
