package dev.metis.executor;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code fs.search}: the lines that match a pattern, in time linear in what is searched. */
final class FsSearch implements Tool {
    private static final int DEFAULT_LIMIT = 100;
    private static final int MAX_CHARACTERS = 36_000;
    private static final int MAX_LINE = 300;
    private static final int PROBE = 8_192;
    private static final long MAX_FILE_BYTES = 20L << 20;

    private final Workspace workspace;

    FsSearch(Workspace workspace) {
        this.workspace = workspace;
    }

    @Override
    public boolean changesFiles() {
        return false;
    }

    @Override
    public Finished run(Call call) throws ToolFailure, IOException {
        Arguments arguments = call.arguments();
        Pattern pattern = pattern(arguments.text("pattern"));
        Place place = workspace.resolve(arguments.optionalText("path").orElse("."));
        Optional<String> glob = arguments.optionalText("glob");
        int limit = arguments.number("limit", DEFAULT_LIMIT, 1, 1_000);
        arguments.noMore();
        Ignored ignored = Ignored.of(workspace);
        String base = place.isRoot() ? "" : place.path();
        Search search = new Search(call, pattern, glob.isPresent() ? Glob.of(glob.get()) : null, limit, ignored, base);
        var attributes = workspace.attributes(place).orElseThrow(() -> ToolFailure.missing(place.path()));
        if (attributes.isRegularFile()) {
            try (SecureDirectoryStream<Path> folder = workspace.open(place.parent())) {
                search.visit(folder, Path.of(place.name()), place.path(), attributes);
            } catch (FileWalk.Enough e) {
                // As many as were wanted.
            }
        } else {
            try (SecureDirectoryStream<Path> folder = workspace.open(place)) {
                new FileWalk(search, FileWalk.MAX_DEPTH + 1).walk(folder, base);
            }
        }
        return Finished.ok(search.text());
    }

    private static Pattern pattern(String text) throws ToolFailure {
        try {
            return Pattern.compile(text);
        } catch (PatternSyntaxException e) {
            throw ToolFailure.arguments("pattern is no RE2 expression: " + e.getDescription());
        }
    }

    /** Collects matches until there are enough. */
    private static final class Search implements FileWalk.Visitor {
        private final Call call;
        private final Pattern pattern;
        private final @Nullable Glob glob;
        private final int limit;
        private final Ignored ignored;
        private final String base;
        private final StringBuilder lines = new StringBuilder();
        private int matches;
        private int files;
        private int skipped;
        private boolean cut;

        Search(Call call, Pattern pattern, @Nullable Glob glob, int limit, Ignored ignored, String base) {
            this.call = call;
            this.pattern = pattern;
            this.glob = glob;
            this.limit = limit;
            this.ignored = ignored;
            this.base = base;
        }

        @Override
        public boolean visit(SecureDirectoryStream<Path> folder, Path name, String path, PosixFileAttributes attributes)
                throws IOException, ToolFailure, FileWalk.Enough {
            call.check();
            boolean asked = path.equals(base);
            if (!asked && ignored.matches(path)) {
                return false;
            }
            if (attributes.isRegularFile() && (glob == null || glob.matches(path) || glob.matches(below(path)))) {
                search(folder, name, path, attributes);
            }
            return true;
        }

        private String below(String path) {
            return !base.isEmpty() && path.startsWith(base + "/") ? path.substring(base.length() + 1) : path;
        }

        private void search(SecureDirectoryStream<Path> folder, Path name, String path, PosixFileAttributes attributes)
                throws IOException, ToolFailure, FileWalk.Enough {
            if (attributes.size() > MAX_FILE_BYTES) {
                skipped++;
                return;
            }
            try (InputStream in = Channels.newInputStream(Workspace.read(folder, name))) {
                byte[] bytes = in.readNBytes((int) MAX_FILE_BYTES);
                if (FsRead.isBinary(Arrays.copyOf(bytes, Math.min(bytes.length, PROBE)))) {
                    skipped++;
                    return;
                }
                files++;
                lines(path, bytes);
            }
        }

        private void lines(String path, byte[] bytes) throws IOException, ToolFailure, FileWalk.Enough {
            BufferedReader reader =
                    new BufferedReader(new InputStreamReader(new ByteArrayInputStream(bytes), StandardCharsets.UTF_8));
            int number = 0;
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                number++;
                if ((number & 0xFFF) == 0) {
                    call.check();
                }
                var matcher = pattern.matcher(line);
                if (matcher.find()) {
                    add(path, number, line, matcher.start());
                }
            }
        }

        private void add(String path, int number, String line, int at) throws FileWalk.Enough {
            if (matches == limit || lines.length() > MAX_CHARACTERS) {
                cut = true;
                throw new FileWalk.Enough();
            }
            matches++;
            lines.append(Names.shown(path)).append(':').append(number).append(": ");
            lines.append(excerpt(line, at)).append('\n');
        }

        private static String excerpt(String line, int at) {
            if (line.length() <= MAX_LINE) {
                return line;
            }
            int from = Math.max(0, Math.min(at - MAX_LINE / 3, line.length() - MAX_LINE));
            int to = Math.min(line.length(), from + MAX_LINE);
            from += from > 0 && Character.isLowSurrogate(line.charAt(from)) ? 1 : 0;
            to -= to < line.length() && Character.isLowSurrogate(line.charAt(to)) ? 1 : 0;
            return (from > 0 ? "…" : "") + line.substring(from, to) + (to < line.length() ? "…" : "");
        }

        @Override
        public void failed(String path) {
            skipped++;
        }

        String text() {
            String head = matches + (matches == 1 ? " match in " : " matches in ") + files + " searched files";
            String left = skipped > 0 ? " (" + skipped + " binary, unreadable or over 20 MB left out)" : "";
            String more = cut ? "[… there are more; narrow the pattern, path or glob, or raise limit …]" : "";
            return head + left + "; not searched: " + ignored.words() + "\n" + lines + more;
        }
    }
}
