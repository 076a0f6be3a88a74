package dev.metis.executor;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** The content of a workspace: regular files by hash, links by target. Its canonical JSON is a blob, whose hash is the version. */
record Manifest(SortedMap<String, FileEntry> files, SortedMap<String, String> links) {
    Manifest {
        files = Collections.unmodifiableSortedMap(new TreeMap<>(files));
        links = Collections.unmodifiableSortedMap(new TreeMap<>(links));
    }

    /**
     * A file's content and permission bits (octal). The stamp is the cache's: while size, times and inode are the same, so is the
     * content; empty when the file was too fresh to tell.
     */
    record FileEntry(String sha256, long bytes, String mode, String stamp) {
        boolean sameContent(FileEntry other) {
            return sha256.equals(other.sha256) && mode.equals(other.mode);
        }
    }

    static Manifest empty() {
        return new Manifest(new TreeMap<>(), new TreeMap<>());
    }

    long bytes() {
        return files.values().stream().mapToLong(FileEntry::bytes).sum();
    }

    int count() {
        return files.size() + links.size();
    }

    /** RFC 8785: the same content gives the same bytes. */
    byte[] canonical() {
        StringBuilder json = new StringBuilder("{\"files\":{");
        String comma = "";
        for (var file : files.entrySet()) {
            quote(json.append(comma), file.getKey());
            json.append(":{\"bytes\":").append(file.getValue().bytes());
            json.append(",\"mode\":\"").append(file.getValue().mode());
            json.append("\",\"sha256\":\"").append(file.getValue().sha256()).append("\"}");
            comma = ",";
        }
        json.append("},\"links\":{");
        comma = "";
        for (var link : links.entrySet()) {
            quote(json.append(comma), link.getKey());
            quote(json.append(':'), link.getValue());
            comma = ",";
        }
        return json.append("}}").toString().getBytes(StandardCharsets.UTF_8);
    }

    /** The paths that differ, in order. */
    List<String> changedSince(Manifest earlier) {
        TreeSet<String> changed = new TreeSet<>();
        files.forEach((path, entry) -> {
            FileEntry before = earlier.files.get(path);
            if (before == null || !before.sameContent(entry)) {
                changed.add(path);
            }
        });
        links.forEach((path, target) -> {
            if (!target.equals(earlier.links.get(path))) {
                changed.add(path);
            }
        });
        earlier.files.keySet().stream().filter(path -> !files.containsKey(path)).forEach(changed::add);
        earlier.links.keySet().stream().filter(path -> !links.containsKey(path)).forEach(changed::add);
        return new ArrayList<>(changed);
    }

    private static void quote(StringBuilder json, String text) {
        json.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> json.append("\\\"");
                case '\\' -> json.append("\\\\");
                case '\b' -> json.append("\\b");
                case '\f' -> json.append("\\f");
                case '\n' -> json.append("\\n");
                case '\r' -> json.append("\\r");
                case '\t' -> json.append("\\t");
                default -> {
                    if (c < 0x20) {
                        json.append(String.format("\\u%04x", (int) c));
                    } else {
                        json.append(c);
                    }
                }
            }
        }
        json.append('"');
    }
}
