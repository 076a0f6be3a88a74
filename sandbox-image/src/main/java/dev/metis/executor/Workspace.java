package dev.metis.executor;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The only way to files. A path is first resolved, link by link, to plain names below the root, and is refused when it leaves it; then
 * every name is opened from the directory before it without following links. Whoever swaps a directory for a link in between makes
 * the second step fail: it cannot lead anywhere else.
 */
final class Workspace {
    /** What the model calls the root. */
    static final Path SHOWN_ROOT = Path.of("/workspace");

    private static final int MAX_LINKS = 40;
    private static final int MAX_PATH = 4_096;

    private final Path root;

    Workspace(Path root) {
        this.root = root.toAbsolutePath().normalize();
    }

    Path root() {
        return root;
    }

    /** Where a path leads, links resolved; the last names need not be there yet. */
    Place resolve(String path) throws ToolFailure, IOException {
        if (path.isEmpty() || path.length() > MAX_PATH || path.indexOf('\0') >= 0) {
            throw ToolFailure.arguments("path must have 1 to " + MAX_PATH + " characters and no NUL");
        }
        try {
            return walk(path);
        } catch (InvalidPathException e) {
            throw ToolFailure.arguments("path cannot be a file name here");
        }
    }

    private Place walk(String path) throws ToolFailure, IOException {
        Deque<String> todo = new ArrayDeque<>(steps(path, path));
        List<String> done = new ArrayList<>();
        int links = 0;
        while (!todo.isEmpty()) {
            String name = todo.pop();
            if (name.equals("..")) {
                if (done.isEmpty()) {
                    throw ToolFailure.outside(path);
                }
                done.removeLast();
                continue;
            }
            Optional<String> target = linkTarget(done, name);
            if (target.isEmpty()) {
                done.add(name);
                continue;
            }
            if (++links > MAX_LINKS) {
                throw new ToolFailure("not_found", "not_found: too many links at " + Names.shown(path));
            }
            if (target.get().startsWith("/")) {
                done.clear();
            }
            steps(target.get(), path).reversed().forEach(todo::push);
        }
        return new Place(done);
    }

    /** The steps of a path; an absolute one must be below the root, name by name (a folder with the same prefix is not). */
    private List<String> steps(String path, String asked) throws ToolFailure {
        List<String> steps = new ArrayList<>(Arrays.stream(path.split("/"))
                .filter(name -> !name.isEmpty() && !name.equals("."))
                .toList());
        if (!path.startsWith("/")) {
            return steps;
        }
        List<String> top = names(path.startsWith(root + "/") || path.equals(root.toString()) ? root : SHOWN_ROOT);
        if (steps.size() < top.size() || !steps.subList(0, top.size()).equals(top)) {
            throw ToolFailure.outside(asked);
        }
        return steps.subList(top.size(), steps.size());
    }

    private static List<String> names(Path path) {
        List<String> names = new ArrayList<>();
        path.forEach(name -> names.add(name.toString()));
        return names;
    }

    private Optional<String> linkTarget(List<String> parents, String name) throws IOException {
        Path link = root;
        for (String parent : parents) {
            link = link.resolve(parent);
        }
        link = link.resolve(name);
        return Files.isSymbolicLink(link)
                ? Optional.of(Files.readSymbolicLink(link).toString())
                : Optional.empty();
    }

    /** Opens a directory, each name from the one before it, following no link. */
    SecureDirectoryStream<Path> open(Place place) throws ToolFailure, IOException {
        SecureDirectoryStream<Path> current = openRoot();
        try {
            for (String name : place.names()) {
                SecureDirectoryStream<Path> next = enter(current, Path.of(name));
                current.close();
                current = next;
            }
            return current;
        } catch (NoSuchFileException e) {
            current.close();
            throw ToolFailure.missing(place.path());
        } catch (FileSystemException e) {
            current.close();
            throw refused(place, e);
        }
    }

    @SuppressWarnings("StreamResourceLeak") // the caller closes what it is given
    private SecureDirectoryStream<Path> openRoot() throws IOException {
        return secure(Files.newDirectoryStream(root));
    }

    /** Opens a directory in a directory; anything else is refused before it is opened, so that no pipe can block. */
    static SecureDirectoryStream<Path> enter(SecureDirectoryStream<Path> folder, Path name) throws IOException {
        PosixFileAttributes attributes = attributes(folder, name);
        if (!attributes.isDirectory()) {
            throw new NotRegular(name.toString(), attributes.isSymbolicLink() ? "symbolic links" : "Not a directory");
        }
        return folder.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS);
    }

    /** What is there, by its own attributes (a link is a link). */
    Optional<PosixFileAttributes> attributes(Place place) throws ToolFailure, IOException {
        if (place.isRoot()) {
            return Optional.of(Files.readAttributes(root, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS));
        }
        try (SecureDirectoryStream<Path> folder = open(place.parent())) {
            return Optional.of(attributes(folder, Path.of(place.name())));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (FileSystemException e) {
            throw refused(place, e);
        } catch (ToolFailure e) {
            if (e.reason().equals("not_found")) {
                return Optional.empty();
            }
            throw e;
        }
    }

    static PosixFileAttributes attributes(SecureDirectoryStream<Path> folder, Path name) throws IOException {
        return folder.getFileAttributeView(name, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .readAttributes();
    }

    /** Opens a regular file for reading; anything else is refused before it is opened, so that no pipe can block. */
    SeekableByteChannel read(Place place) throws ToolFailure, IOException {
        if (place.isRoot()) {
            throw notAFile(place);
        }
        try (SecureDirectoryStream<Path> folder = open(place.parent())) {
            return read(folder, Path.of(place.name()));
        } catch (NoSuchFileException e) {
            throw ToolFailure.missing(place.path());
        } catch (NotRegular e) {
            throw notAFile(place);
        } catch (FileSystemException e) {
            throw refused(place, e);
        }
    }

    static SeekableByteChannel read(SecureDirectoryStream<Path> folder, Path name) throws IOException {
        if (!attributes(folder, name).isRegularFile()) {
            throw new NotRegular(name.toString(), "no regular file");
        }
        return folder.newByteChannel(name, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
    }

    @SuppressWarnings("unchecked") // the JDK's own documented way to it
    static SecureDirectoryStream<Path> secure(DirectoryStream<Path> stream) throws IOException {
        if (stream instanceof SecureDirectoryStream<?> secure) {
            return (SecureDirectoryStream<Path>) secure;
        }
        stream.close();
        throw new IOException("this file system cannot open relative to a directory");
    }

    static ToolFailure notAFile(Place place) {
        return new ToolFailure("not_a_file", "not_a_file: " + place.shown() + " is no regular file");
    }

    /** A link where a plain name was a moment ago ends here. */
    static ToolFailure refused(Place place, FileSystemException e) {
        String why = String.valueOf(e.getReason());
        if (why.contains("symbolic links")) {
            return new ToolFailure(
                    "outside_workspace",
                    "outside_workspace: " + place.shown() + " became a link while it was opened, and was not followed");
        }
        if (why.contains("Not a directory")) {
            return new ToolFailure(
                    "not_a_directory", "not_a_directory: a name in " + place.shown() + " is no directory");
        }
        return new ToolFailure("unreadable", "unreadable: " + place.shown() + ": " + why(e));
    }

    /** The system's own words, where it had some. */
    static String why(IOException e) {
        return switch (e) {
            case AccessDeniedException denied -> "permission denied";
            case FileSystemException failure when failure.getReason() != null -> failure.getReason();
            default -> e.getClass().getSimpleName();
        };
    }

    /** Not what was expected at that name. */
    static final class NotRegular extends FileSystemException {
        private static final long serialVersionUID = 1;

        NotRegular(String name, String reason) {
            super(name, null, reason);
        }
    }
}
