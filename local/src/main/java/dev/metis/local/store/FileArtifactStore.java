package dev.metis.local.store;

import dev.metis.error.ErrorCode;
import dev.metis.error.PermanentException;
import dev.metis.port.ArtifactStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A file a blob: {@code <hash of the owner>/<two digits>/<hash of the bytes>}, so that no name comes from outside. The
 * bytes are written beside their place, synced, and moved there in one step; what a crash leaves unfinished is removed
 * by the next start.
 */
public final class FileArtifactStore implements ArtifactStore {
    private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");
    private static final int BUFFER = 64 * 1024;

    private final Path root;
    private final Path incoming;

    /** A store in a folder that nobody else uses. */
    public FileArtifactStore(Path root) throws IOException {
        this.root = root;
        this.incoming = PrivateFiles.folder(root.resolve("incoming"));
        PrivateFiles.empty(incoming);
    }

    @Override
    public Blob put(String owner, InputStream bytes, long maxBytes) throws IOException {
        Path temporary = Files.createTempFile(incoming, "blob", "", PrivateFiles.FILE);
        try {
            Blob blob = copy(bytes, temporary, maxBytes);
            Path ownerFolder = ownerFolder(owner);
            Path folder = PrivateFiles.folder(ownerFolder.resolve(shard(blob.sha256())));
            Files.move(temporary, folder.resolve(blob.sha256()), StandardCopyOption.ATOMIC_MOVE);
            PrivateFiles.sync(folder);
            PrivateFiles.sync(ownerFolder);
            PrivateFiles.sync(root);
            return blob;
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    @Override
    public Optional<InputStream> open(String owner, String sha256, long offset, long length) throws IOException {
        if (offset < 0 || length < 0) {
            throw new IllegalArgumentException("offset " + offset + " or length " + length + " is negative");
        }
        if (!SHA256.matcher(sha256).matches()) {
            return Optional.empty();
        }
        FileChannel channel;
        try {
            channel = FileChannel.open(place(owner, sha256), StandardOpenOption.READ);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
        channel.position(offset);
        return Optional.of(new Part(Channels.newInputStream(channel), length));
    }

    @Override
    public Optional<Long> size(String owner, String sha256) throws IOException {
        if (!SHA256.matcher(sha256).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(Files.size(place(owner, sha256)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    private Path place(String owner, String sha256) {
        return ownerFolder(owner).resolve(shard(sha256)).resolve(sha256);
    }

    private Path ownerFolder(String owner) {
        return root.resolve(HexFormat.of().formatHex(sha256().digest(owner.getBytes(StandardCharsets.UTF_8))));
    }

    /** A folder for each 256th part of an owner's blobs. */
    private static String shard(String sha256) {
        return sha256.substring(0, 2);
    }

    private static Blob copy(InputStream bytes, Path file, long maxBytes) throws IOException {
        MessageDigest digest = sha256();
        byte[] buffer = new byte[BUFFER];
        long total = 0;
        try (FileChannel out = FileChannel.open(file, StandardOpenOption.WRITE)) {
            for (int read = bytes.read(buffer); read >= 0; read = bytes.read(buffer)) {
                total += read;
                if (total > maxBytes) {
                    throw new PermanentException(
                            ErrorCode.ARTIFACT_TOO_LARGE, "an artifact has more than " + maxBytes + " bytes");
                }
                digest.update(buffer, 0, read);
                for (ByteBuffer rest = ByteBuffer.wrap(buffer, 0, read); rest.hasRemaining(); ) {
                    out.write(rest);
                }
            }
            out.force(true);
        }
        return new Blob(HexFormat.of().formatHex(digest.digest()), total);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** The first bytes of a stream. */
    private static final class Part extends InputStream {
        private final InputStream whole;
        private long left;

        Part(InputStream whole, long length) {
            this.whole = whole;
            this.left = length;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            if (left == 0) {
                return length == 0 ? 0 : -1;
            }
            int read = whole.read(bytes, offset, (int) Math.min(length, left));
            left -= Math.max(read, 0);
            return read;
        }

        @Override
        public void close() throws IOException {
            whole.close();
        }
    }
}
