package dev.metis.local.engine.definition;

import dev.metis.item.ItemMapper;
import dev.metis.local.engine.expression.StatesFunctions;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Loads a definition whole or refuses it whole. A field, state type, resource or value that the engine does not carry
 * out is a {@link DefinitionException} with its JSON pointer, never ignored.
 */
public final class DefinitionLoader {
    static final long MAX_SECONDS = 99_999_999;
    private static final JsonMapper STRICT = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();
    private static final Set<String> FIELDS =
            Set.of("Comment", "QueryLanguage", "StartAt", "States", "TimeoutSeconds", "Version");

    private final StatesFunctions functions;

    public DefinitionLoader(StatesFunctions functions) {
        this.functions = Objects.requireNonNull(functions, "functions is null");
    }

    /** Loads a definition; every {@code ${Name}} in its strings is replaced from {@code substitutions}. */
    public StateMachine load(String name, String text, Map<String, String> substitutions) {
        JsonNode json = Substitutions.apply(parse(text), substitutions);
        Node root = Node.root(json, functions).only(FIELDS);
        root.child("Comment").ifPresent(Node::text);
        root.child("Version").ifPresent(DefinitionLoader::version);
        if (!root.required("QueryLanguage").text().equals("JSONata")) {
            throw root.required("QueryLanguage").refused("only JSONata is supported");
        }
        Scope scope = new ScopeLoader().load(root);
        String resolved = ItemMapper.write(json);
        return new StateMachine(
                name,
                hash(name, resolved),
                resolved,
                scope,
                root.child("TimeoutSeconds").map(node -> Duration.ofSeconds(node.whole(1, MAX_SECONDS))));
    }

    private static JsonNode parse(String text) {
        try {
            return STRICT.readTree(text);
        } catch (JacksonException e) {
            throw new DefinitionException("", "not JSON: " + e.getOriginalMessage());
        }
    }

    private static void version(Node node) {
        if (!node.text().equals("1.0")) {
            throw node.refused("only version 1.0 is known");
        }
    }

    private static String hash(String name, String text) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update((name + "\n" + text).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
