package dev.metis.function.api;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Header fields by name without case (kept in lower case), values in the order received. */
public record Headers(Map<String, List<String>> values) {
    public static final Headers NONE = new Headers(Map.of());

    public Headers {
        Map<String, List<String>> copy = new LinkedHashMap<>();
        values.forEach((name, list) -> copy.computeIfAbsent(name.toLowerCase(Locale.ROOT), n -> new ArrayList<>())
                .addAll(list));
        copy.replaceAll((name, list) -> List.copyOf(list));
        values = java.util.Collections.unmodifiableMap(copy);
    }

    public static Headers of(String name, String value) {
        return new Headers(Map.of(name, List.of(value)));
    }

    public Optional<String> first(String name) {
        return all(name).stream().findFirst();
    }

    public List<String> all(String name) {
        return values.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
    }

    /** These and the one, replacing what had its name. */
    public Headers with(String name, String value) {
        Map<String, List<String>> next = new LinkedHashMap<>(values);
        next.put(name.toLowerCase(Locale.ROOT), List.of(value));
        return new Headers(next);
    }

    /** The value of a cookie; the first where a client sends several. */
    public Optional<String> cookie(String name) {
        return all("cookie").stream()
                .flatMap(header -> List.of(header.split(";")).stream())
                .map(String::strip)
                .filter(pair -> pair.startsWith(name + "="))
                .map(pair -> pair.substring(name.length() + 1))
                .findFirst();
    }
}
