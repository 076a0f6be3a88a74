package dev.metis.executor;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * {@code git.diff}: what changed since a commit. It runs in a command sandbox with the workspace read-only, on a fresh repository that
 * borrows objects, refs and index: no configuration, hook, filter, driver, monitor or helper of the workspace is ever read.
 */
final class GitDiff implements Tool {
    private static final int BAD_BASE = 66;
    private static final int NO_REPOSITORY = 67;

    private final Workspace workspace;
    private final StarterClient starter;
    private final Path scratch;
    private final String script;

    GitDiff(Workspace workspace, StarterClient starter, Path scratch) throws IOException {
        this.workspace = workspace;
        this.starter = starter;
        this.scratch = scratch;
        try (InputStream in = GitDiff.class.getResourceAsStream("git-diff.sh")) {
            if (in == null) {
                throw new IOException("git-diff.sh is not in the program");
            }
            this.script = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Override
    public boolean changesFiles() {
        return false;
    }

    @Override
    public Finished run(Call call) throws ToolFailure, IOException {
        Arguments arguments = call.arguments();
        Place place = workspace.resolve(arguments.optionalText("path").orElse("."));
        String base = arguments.optionalText("base").orElse("HEAD");
        arguments.noMore();
        if (base.startsWith("-") || base.isBlank() || base.length() > 200 || !base.matches("[^\\s\\p{Cntrl}]+")) {
            throw ToolFailure.arguments("base must name a commit, branch or tag");
        }
        var argv = List.of("/bin/bash", "-c", script, "git-diff", base, place.path());
        Ran ran = Ran.run(starter, new StarterClient.Program(argv, "/workspace", true), call, scratch);
        boolean exited = ran.ended().how().equals("exited");
        if (exited && ran.ended().exitCode() == NO_REPOSITORY) {
            throw new ToolFailure("no_repository", "no_repository: /workspace holds no Git repository (.git)");
        }
        if (exited && ran.ended().exitCode() == BAD_BASE) {
            throw new ToolFailure("unknown_base", "unknown_base: there is no commit " + Names.shown(base));
        }
        return ran.finished(text(ran), "changes.diff", "text/x-diff; charset=utf-8", true);
    }

    private static String text(Ran ran) {
        boolean well = ran.ended().how().equals("exited") && ran.ended().exitCode() == 0;
        if (!well) {
            return ran.ended().how() + " " + ran.ended().detail() + "\n"
                    + ran.capture().stderrText();
        }
        return ran.capture().stdoutBytes() == 0 ? "(no changes)" : ran.capture().stdoutText();
    }
}
