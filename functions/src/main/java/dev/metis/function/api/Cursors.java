package dev.metis.function.api;

import dev.metis.access.Secrets62;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.StringNode;

/**
 * Cursors of lists: where a page ended, bound to the list with its filters and to the tenant. One that was made for
 * another list, or is no cursor at all, is refused. It grants nothing: whatever it says, the list stays the caller's own.
 */
final class Cursors {
    private static final int CHECK_CHARS = 16;

    private final String bound;

    private Cursors(String bound) {
        this.bound = bound;
    }

    /** The cursors of a list as the call asks for it. */
    static Cursors of(Call call, String list, String... filters) {
        return new Cursors(call.caller().tenant().value() + '\0' + list + '\0' + String.join("\0", filters));
    }

    /** The place that the call's cursor names. */
    Optional<String> read(Call call) {
        return call.text(QueryParam.CURSOR.name()).map(this::decode);
    }

    JsonNode write(Optional<String> place) {
        return place.<JsonNode>map(p -> StringNode.valueOf(encode(p))).orElse(NullNode.getInstance());
    }

    private String encode(String place) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString((check(place) + place).getBytes(StandardCharsets.UTF_8));
    }

    private String decode(String cursor) {
        String text = text(cursor);
        if (text == null || text.length() <= CHECK_CHARS) {
            throw refused();
        }
        String place = text.substring(CHECK_CHARS);
        if (!check(place).equals(text.substring(0, CHECK_CHARS))) {
            throw refused();
        }
        return place;
    }

    private static @Nullable String text(String cursor) {
        try {
            return new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private String check(String place) {
        return Secrets62.sha256(bound + '\0' + place).substring(0, CHECK_CHARS);
    }

    private static ProblemException refused() {
        return Problem.field("cursor", "is not a cursor of this list with these filters")
                .raise();
    }
}
