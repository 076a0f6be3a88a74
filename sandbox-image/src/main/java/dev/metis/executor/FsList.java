package dev.metis.executor;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.PosixFileAttributes;

/** {@code fs.list}: the entries of a directory with type and size. */
final class FsList implements Tool {
    private static final int MAX_ENTRIES = 2_000;
    private static final int MAX_CHARACTERS = 36_000;

    private final Workspace workspace;

    FsList(Workspace workspace) {
        this.workspace = workspace;
    }

    @Override
    public boolean changesFiles() {
        return false;
    }

    @Override
    public Finished run(Call call) throws ToolFailure, IOException {
        Arguments arguments = call.arguments();
        String path = arguments.optionalText("path").orElse(".");
        int depth = arguments.number("depth", 1, 1, 10);
        arguments.noMore();
        Place place = workspace.resolve(path);
        Listing listing = new Listing(call);
        try (SecureDirectoryStream<Path> folder = workspace.open(place)) {
            new FileWalk(listing, depth).walk(folder, "");
        } catch (FileSystemException e) {
            throw Workspace.refused(place, e);
        }
        return Finished.ok(listing.text(place));
    }

    /** Collects lines until there are enough. */
    private static final class Listing implements FileWalk.Visitor {
        private final Call call;
        private final StringBuilder lines = new StringBuilder();
        private int entries;
        private boolean cut;

        Listing(Call call) {
            this.call = call;
        }

        @Override
        public boolean visit(SecureDirectoryStream<Path> folder, Path name, String path, PosixFileAttributes attributes)
                throws ToolFailure, FileWalk.Enough {
            call.check();
            if (entries == MAX_ENTRIES || lines.length() > MAX_CHARACTERS) {
                cut = true;
                throw new FileWalk.Enough();
            }
            entries++;
            lines.append(line(path, attributes)).append('\n');
            return true;
        }

        @Override
        public void failed(String path) {
            lines.append("?     ").append(Names.shown(path)).append(" (cannot be read)\n");
        }

        private static String line(String path, PosixFileAttributes attributes) {
            String shown = Names.shown(path);
            if (attributes.isDirectory()) {
                return "dir   " + shown + "/";
            }
            if (attributes.isSymbolicLink()) {
                return "link  " + shown;
            }
            return attributes.isRegularFile()
                    ? "file  " + shown + "  " + attributes.size() + " bytes"
                    : "other " + shown + " (no regular file)";
        }

        String text(Place place) {
            String head = place.shown() + ": " + entries + (entries == 1 ? " entry" : " entries");
            String more = cut ? "\n[… there are more; list a directory below, or with less depth …]" : "";
            return head + "\n" + lines + more;
        }
    }
}
