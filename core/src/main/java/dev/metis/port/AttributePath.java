package dev.metis.port;

import java.util.List;

/** What makes a path to an attribute, and a set of paths, legal. */
final class AttributePath {
    private AttributePath() {}

    /** The path, if it has a segment, none is empty, and it does not lead to the key. */
    static List<String> require(List<String> path) {
        if (path.isEmpty() || path.stream().anyMatch(String::isEmpty)) {
            throw new IllegalArgumentException("path must have at least one segment, none empty: " + path);
        }
        if (path.getFirst().equals("pk") || path.getFirst().equals("sk")) {
            throw new IllegalArgumentException("path leads to the key, which is no attribute: " + path);
        }
        return List.copyOf(path);
    }

    /** Refuses paths of which one is at or below another. */
    static void requireApart(List<List<String>> paths) {
        for (int i = 0; i < paths.size(); i++) {
            for (int j = 0; j < i; j++) {
                List<String> a = paths.get(i);
                List<String> b = paths.get(j);
                int common = Math.min(a.size(), b.size());
                if (a.subList(0, common).equals(b.subList(0, common))) {
                    throw new IllegalArgumentException("two changes meet: " + b + " and " + a);
                }
            }
        }
    }
}
