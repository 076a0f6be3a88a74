package dev.metis.executor;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One file about to be changed: what it holds now, and how it gets new content, wholly or not at all. */
final class FileEdit {
    static final int MAX_BYTES = 20 << 20;

    private static final String ABSENT = "absent";
    private static final Set<PosixFilePermission> NEW_FILE = PosixFilePermissions.fromString("rw-r--r--");

    private final Workspace workspace;
    private final Place place;
    private final byte @Nullable [] before;
    private final Set<PosixFilePermission> permissions;

    private FileEdit(Workspace workspace, Place place, byte @Nullable [] before, Set<PosixFilePermission> permissions) {
        this.workspace = workspace;
        this.place = place;
        this.before = before;
        this.permissions = permissions;
    }

    static FileEdit begin(Workspace workspace, String path) throws ToolFailure, IOException {
        Place place = workspace.resolve(path);
        if (place.isRoot()) {
            throw Workspace.notAFile(place);
        }
        Optional<PosixFileAttributes> attributes = workspace.attributes(place);
        if (attributes.isEmpty()) {
            return new FileEdit(workspace, place, null, NEW_FILE);
        }
        try (InputStream in = Channels.newInputStream(workspace.read(place))) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw new ToolFailure(
                        "file_too_large", "file_too_large: " + place.shown() + " has more than 20 MB: use a command");
            }
            return new FileEdit(workspace, place, bytes, attributes.get().permissions());
        }
    }

    Place place() {
        return place;
    }

    boolean isNew() {
        return before == null;
    }

    /** {@code sha256:…}, or {@code absent}. */
    String hash() {
        return before == null ? ABSENT : Digest.ofFile(before);
    }

    /** The stop for a change that was approved for another content than there is now. */
    Optional<Finished> stale(@Nullable String approvedHash) {
        if (approvedHash == null || Digest.same(approvedHash, hash())) {
            return Optional.empty();
        }
        return Optional.of(Finished.of(
                Finished.Kind.NOT_RUN,
                "approval_stale",
                "approval_stale: " + place.shown() + " changed after it was shown for approval; nothing was written"));
    }

    String text() throws ToolFailure {
        if (before == null) {
            throw ToolFailure.missing(place.path());
        }
        return decode(before)
                .orElseThrow(() -> new ToolFailure(
                        "not_text",
                        "not_text: " + place.shown() + " is not valid UTF-8 and would be damaged by a text edit"));
    }

    /** The text for a diff; empty for what is no text. */
    Optional<String> textForDiff() {
        return before == null ? Optional.of("") : decode(before);
    }

    private static Optional<String> decode(byte[] bytes) {
        if (FsRead.isBinary(Arrays.copyOf(bytes, Math.min(bytes.length, 8_192)))) {
            return Optional.empty();
        }
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    /** Writes beside the file and renames over it: a reader sees the old or the new content, a link is never followed. */
    void write(String callId, byte[] after) throws ToolFailure, IOException {
        makeParents();
        Path temporary = Path.of(".metis-" + callId);
        try (SecureDirectoryStream<Path> folder = workspace.open(place.parent())) {
            deleteIfThere(folder, temporary);
            try {
                try (SeekableByteChannel out = folder.newByteChannel(
                        temporary,
                        Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW, LinkOption.NOFOLLOW_LINKS))) {
                    ByteBuffer buffer = ByteBuffer.wrap(after);
                    while (buffer.hasRemaining()) {
                        out.write(buffer);
                    }
                }
                folder.getFileAttributeView(temporary, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                        .setPermissions(permissions);
                folder.move(temporary, folder, Path.of(place.name()));
            } catch (IOException e) {
                deleteIfThere(folder, temporary);
                throw new ToolFailure("not_written", "not_written: " + place.shown() + ": " + Workspace.why(e));
            }
        }
    }

    private void makeParents() throws ToolFailure, IOException {
        Path folder = workspace.root();
        for (String name : place.parent().names()) {
            folder = folder.resolve(name);
            if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
                // By path, as Java has no other way; what is made is then opened name by name, or refused.
                Files.createDirectory(folder);
            }
        }
    }

    private static void deleteIfThere(SecureDirectoryStream<Path> folder, Path name) throws IOException {
        try {
            folder.deleteFile(name);
        } catch (NoSuchFileException e) {
            // As wanted.
        }
    }

    /** What the model and the person see of the change. */
    String report(String verb, byte[] after, String afterText) {
        String head = verb + " " + place.shown() + ": " + after.length + " bytes, hash " + Digest.ofFile(after);
        Optional<String> old = textForDiff();
        if (old.isEmpty()) {
            return head + "\n(the file was no text before: no diff)";
        }
        String diff = UnifiedDiff.of(place.shown(), isNew(), old.get(), afterText);
        return head + "\n" + (diff.isEmpty() ? "(no change)" : diff);
    }
}
