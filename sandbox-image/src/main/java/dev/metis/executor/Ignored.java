package dev.metis.executor;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What stays out of workspace versions and searches: {@code .git} always, and either the default list or, when the workspace has a
 * file {@code .metisignore}, the globs in it (one a line, {@code #} begins a comment).
 */
final class Ignored {
    static final String FILE = ".metisignore";
    static final List<String> DEFAULT = List.of(
            "node_modules",
            "target",
            "build",
            "dist",
            ".gradle",
            ".venv",
            "venv",
            "__pycache__",
            ".cache",
            ".next",
            ".tox",
            "coverage");

    private static final int MAX_FILE = 64 * 1024;
    private static final int MAX_GLOBS = 200;

    private final List<Glob> globs;
    private final List<String> words;

    private Ignored(List<String> words) throws ToolFailure {
        List<Glob> parsed = new ArrayList<>();
        for (String word : words) {
            parsed.add(Glob.of(word.endsWith("/") ? word.substring(0, word.length() - 1) : word));
        }
        this.globs = List.copyOf(parsed);
        this.words = List.copyOf(words);
    }

    static Ignored of(Workspace workspace) throws IOException, ToolFailure {
        Place place = new Place(List.of(FILE));
        var attributes = workspace.attributes(place);
        if (attributes.isEmpty() || !attributes.get().isRegularFile()) {
            return new Ignored(DEFAULT);
        }
        try (InputStream in = Channels.newInputStream(workspace.read(place))) {
            String text = new String(in.readNBytes(MAX_FILE), StandardCharsets.UTF_8);
            return new Ignored(text.lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .limit(MAX_GLOBS)
                    .toList());
        }
    }

    boolean matches(String path) {
        return isGit(path) || globs.stream().anyMatch(glob -> glob.matches(path));
    }

    /** For people: what is left out. */
    String words() {
        return ".git" + (words.isEmpty() ? "" : ", " + String.join(", ", words.subList(0, Math.min(words.size(), 20))));
    }

    private static boolean isGit(String path) {
        return path.equals(".git") || path.endsWith("/.git");
    }
}
