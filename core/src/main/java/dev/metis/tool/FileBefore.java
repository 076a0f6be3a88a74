package dev.metis.tool;

import java.util.Objects;

/** The file that a change is about: its path in the workspace and the SHA-256 it has (hex), or {@value #ABSENT}. */
public record FileBefore(String path, String sha256) {
    public static final String ABSENT = "absent";

    public FileBefore {
        Objects.requireNonNull(path, "path is null");
        Objects.requireNonNull(sha256, "sha256 is null");
    }
}
