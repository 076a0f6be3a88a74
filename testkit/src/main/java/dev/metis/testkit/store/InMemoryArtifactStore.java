package dev.metis.testkit.store;

import dev.metis.error.ErrorCode;
import dev.metis.error.PermanentException;
import dev.metis.port.ArtifactStore;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** An artifact store that forgets everything with its object. */
public final class InMemoryArtifactStore implements ArtifactStore {
    private record Name(String owner, String sha256) {}

    private final Map<Name, byte[]> blobs = new ConcurrentHashMap<>();

    @Override
    public Blob put(String owner, InputStream bytes, long maxBytes) throws IOException {
        ByteArrayOutputStream copy = new ByteArrayOutputStream();
        byte[] buffer = new byte[8_192];
        for (int read = bytes.read(buffer); read >= 0; read = bytes.read(buffer)) {
            copy.write(buffer, 0, read);
            if (copy.size() > maxBytes) {
                throw new PermanentException(
                        ErrorCode.ARTIFACT_TOO_LARGE, "an artifact has more than " + maxBytes + " bytes");
            }
        }
        Blob blob = new Blob(sha256(copy.toByteArray()), copy.size());
        blobs.put(new Name(owner, blob.sha256()), copy.toByteArray());
        return blob;
    }

    @Override
    public Optional<InputStream> open(String owner, String sha256, long offset, long length) {
        if (offset < 0 || length < 0) {
            throw new IllegalArgumentException("offset " + offset + " or length " + length + " is negative");
        }
        return Optional.ofNullable(blobs.get(new Name(owner, sha256))).map(bytes -> {
            int from = (int) Math.min(offset, bytes.length);
            return new ByteArrayInputStream(bytes, from, (int) Math.min(length, bytes.length - from));
        });
    }

    @Override
    public Optional<Long> size(String owner, String sha256) {
        return Optional.ofNullable(blobs.get(new Name(owner, sha256))).map(bytes -> (long) bytes.length);
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
