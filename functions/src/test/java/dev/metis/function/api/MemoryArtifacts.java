package dev.metis.function.api;

import dev.metis.port.ArtifactStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Artifacts that live as long as the test. */
final class MemoryArtifacts implements ArtifactStore {
    private final Map<String, byte[]> blobs = new ConcurrentHashMap<>();

    @Override
    public Blob put(String owner, InputStream bytes, long maxBytes) throws IOException {
        byte[] all = bytes.readAllBytes();
        try {
            String hash = HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(all));
            blobs.put(owner + "/" + hash, all);
            return new Blob(hash, all.length);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public Optional<InputStream> open(String owner, String sha256, long offset, long length) {
        return Optional.ofNullable(blobs.get(owner + "/" + sha256))
                .map(all -> new ByteArrayInputStream(all, (int) offset, (int) length));
    }

    @Override
    public Optional<Long> size(String owner, String sha256) {
        return Optional.ofNullable(blobs.get(owner + "/" + sha256)).map(all -> (long) all.length);
    }
}
