package dev.metis.function.api;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A path with named segments, such as {@code /v1/runs/{id}}. */
record PathTemplate(String text, List<String> segments) {
    PathTemplate {
        segments = List.copyOf(segments);
    }

    static PathTemplate of(String text) {
        if (!text.startsWith("/")) {
            throw new IllegalArgumentException("a path starts with a slash: " + text);
        }
        return new PathTemplate(text, List.of(text.substring(1).split("/", -1)));
    }

    /** The named segments of a path that fits. */
    Optional<Map<String, String>> match(List<String> path) {
        if (path.size() != segments.size()) {
            return Optional.empty();
        }
        Map<String, String> names = new LinkedHashMap<>();
        for (int i = 0; i < segments.size(); i++) {
            String segment = segments.get(i);
            if (isName(segment) && !path.get(i).isEmpty()) {
                names.put(segment.substring(1, segment.length() - 1), path.get(i));
            } else if (!segment.equals(path.get(i))) {
                return Optional.empty();
            }
        }
        return Optional.of(names);
    }

    List<String> names() {
        return segments.stream()
                .filter(PathTemplate::isName)
                .map(s -> s.substring(1, s.length() - 1))
                .toList();
    }

    /** As it may stand in a URI reference: {@code /v1/runs/:id}. */
    String instance() {
        return text.replace("{", ":").replace("}", "");
    }

    private static boolean isName(String segment) {
        return segment.startsWith("{") && segment.endsWith("}");
    }
}
