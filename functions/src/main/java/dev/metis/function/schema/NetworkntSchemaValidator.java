package dev.metis.function.schema;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.dialect.Dialects;
import dev.metis.error.ErrorCode;
import dev.metis.error.PermanentException;
import dev.metis.port.SchemaValidator;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * JSON Schema 2020-12 over networknt, safe for many threads. Nothing is ever fetched; patterns are RE2, so that none can
 * run away; formats are checked; compiled schemas are kept, the {@link #CACHED} last used; a value of more than
 * {@link #MAX_DEPTH} levels and all after {@link #MAX_VIOLATIONS} violations are answered for in one. A schema that is
 * itself invalid, or that refers outside or to itself without end, is refused with {@link ErrorCode#INVALID_REQUEST}.
 */
public final class NetworkntSchemaValidator implements SchemaValidator {
    static final int CACHED = 256;
    static final int MAX_DEPTH = 256;
    static final int MAX_VIOLATIONS = 20;
    /** What a relative $id is relative to; nothing is ever fetched from there. */
    private static final SchemaLocation BASE = SchemaLocation.of("https://metis.invalid/schema/");

    private static final String OWN_DIALECT = "https://json-schema.org/draft/2020-12/";

    private final SchemaRegistry registry = registry();
    private final Schema metaSchema =
            registry.getSchema(SchemaLocation.of(Dialects.getDraft202012().getId()));
    private final Map<JsonNode, Schema> compiled = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<JsonNode, Schema> eldest) {
            return size() > CACHED;
        }
    };

    @Override
    public List<Violation> validate(JsonNode schema, JsonNode value) {
        if (tooDeep(value)) {
            return List.of(new Violation("", "has more than " + MAX_DEPTH + " levels"));
        }
        return violations(run(schema(schema), value));
    }

    private Schema schema(JsonNode schema) {
        synchronized (compiled) {
            Schema known = compiled.get(schema);
            if (known != null) {
                return known;
            }
        }
        Schema fresh = compile(schema.deepCopy());
        synchronized (compiled) {
            compiled.putIfAbsent(fresh.getSchemaNode(), fresh);
        }
        return fresh;
    }

    private Schema compile(JsonNode schema) {
        if (tooDeep(schema)) {
            throw invalid("has more than " + MAX_DEPTH + " levels");
        }
        List<Violation> faults = violations(run(metaSchema, schema));
        if (!faults.isEmpty()) {
            Violation first = faults.getFirst();
            throw invalid("at \"" + first.pointer() + "\" " + first.message());
        }
        try {
            Schema fresh = registry.getSchema(BASE, schema);
            fresh.initializeValidators();
            return fresh;
        } catch (SchemaException e) {
            throw invalid("cannot be compiled: a reference that is not inside it, or a pattern that is not RE2");
        }
    }

    private static List<Error> run(Schema schema, JsonNode value) {
        try {
            return schema.validate(value);
        } catch (SchemaException e) {
            throw invalid("cannot be used: a reference that is not inside it, or a pattern that is not RE2");
        } catch (StackOverflowError e) {
            // Both depths are bounded, so only a schema that refers to itself without consuming anything comes here.
            throw invalid("refers to itself without end");
        }
    }

    private static List<Violation> violations(List<Error> errors) {
        Set<Violation> violations = new LinkedHashSet<>();
        for (Error error : errors) {
            if (violations.size() == MAX_VIOLATIONS) {
                violations.add(new Violation("", "has more violations than the " + MAX_VIOLATIONS + " named"));
                break;
            }
            violations.add(Violations.of(error));
        }
        return List.copyOf(violations);
    }

    private static PermanentException invalid(String why) {
        return new PermanentException(ErrorCode.INVALID_REQUEST, "the schema " + why);
    }

    private static boolean tooDeep(JsonNode root) {
        Deque<JsonNode> level = new ArrayDeque<>(List.of(root));
        for (int depth = 0; !level.isEmpty(); depth++) {
            if (depth > MAX_DEPTH) {
                return true;
            }
            Deque<JsonNode> next = new ArrayDeque<>();
            level.forEach(node -> node.forEach(child -> {
                if (child.isContainer()) {
                    next.add(child);
                }
            }));
            level = next;
        }
        return false;
    }

    private static SchemaRegistry registry() {
        return SchemaRegistry.withDefaultDialect(
                SpecificationVersion.DRAFT_2020_12,
                builder -> builder
                        // Two schemas may carry one $id; each is its own.
                        .schemaCacheEnabled(false)
                        .schemaLoader(loader -> loader.fetchRemoteResources(false)
                                .block(iri -> !iri.toString().startsWith(OWN_DIALECT)))
                        .schemaRegistryConfig(SchemaRegistryConfig.builder()
                                .formatAssertionsEnabled(true)
                                .locale(Locale.ROOT)
                                .regularExpressionFactory(new Re2Expressions())
                                .build()));
    }
}
