package dev.metis.testkit.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.metis.error.ErrorCode;
import dev.metis.error.PermanentException;
import dev.metis.port.ArtifactStore;
import dev.metis.port.ArtifactStore.Blob;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Everything an {@link ArtifactStore} must do. A subclass gives, for each test, one store that is empty at first. */
public abstract class ArtifactStoreContract {
    private static final String ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    private static final String EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    /** The store. */
    public abstract ArtifactStore store();

    @Test
    void bytesAreReadAsTheyWerePut() throws IOException {
        byte[] bytes = new byte[300_000];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i * 31 + (i >> 8));
        }
        Blob blob = store().put("o", new ByteArrayInputStream(bytes), bytes.length);
        assertEquals(bytes.length, blob.bytes());
        assertArrayEquals(bytes, read("o", blob.sha256(), 0, Long.MAX_VALUE).orElseThrow());
        assertEquals(Optional.of((long) bytes.length), store().size("o", blob.sha256()));
    }

    @Test
    void aBlobIsNamedByItsContent() throws IOException {
        assertEquals(new Blob(ABC, 3), put("o", "abc"));
        assertEquals(new Blob(EMPTY, 0), put("o", ""));
        assertArrayEquals(new byte[0], read("o", EMPTY, 0, 10).orElseThrow());
    }

    @Test
    void theSameBytesAgainAreNoFault() throws IOException {
        assertEquals(put("o", "abc"), put("o", "abc"));
        assertEquals(Optional.of("abc"), text("o", ABC, 0, 10));
    }

    @Test
    void aPartIsRead() throws IOException {
        put("o", "abc");
        assertEquals(Optional.of("bc"), text("o", ABC, 1, 10));
        assertEquals(Optional.of("b"), text("o", ABC, 1, 1));
        assertEquals(Optional.of(""), text("o", ABC, 1, 0));
        assertEquals(Optional.of(""), text("o", ABC, 3, 1));
        assertEquals(Optional.of(""), text("o", ABC, 99, 1));
        assertThrows(IllegalArgumentException.class, () -> store().open("o", ABC, -1, 1));
        assertThrows(IllegalArgumentException.class, () -> store().open("o", ABC, 0, -1));
    }

    @Test
    void ownersAreApart() throws IOException {
        put("one", "abc");
        assertEquals(Optional.empty(), store().size("two", ABC));
        assertEquals(Optional.empty(), store().open("two", ABC, 0, 1));
    }

    @Test
    void namesFromOutsideLeadNowhere() throws IOException {
        put("o", "abc");
        for (String name : List.of("", "..", "../" + ABC, ABC.toUpperCase(Locale.ROOT), ABC + "/", "a\0b")) {
            assertEquals(Optional.empty(), store().size("o", name), name);
            assertEquals(Optional.empty(), store().open("o", name, 0, 1), name);
        }
        for (String owner : List.of("../o", "/", "a/../o", "o\0", "ä".repeat(1_000))) {
            assertEquals(Optional.empty(), store().size(owner, ABC), owner);
            assertEquals(new Blob(ABC, 3), put(owner, "abc"));
            assertEquals(Optional.of("abc"), text(owner, ABC, 0, 3));
        }
    }

    @Test
    void bytesPastTheLimitAreRefusedAndNothingIsKept() throws IOException {
        assertEquals(new Blob(ABC, 3), store().put("o", stream("abc"), 3));
        PermanentException e = assertThrows(PermanentException.class, () -> store().put("p", stream("abc"), 2));
        assertEquals(ErrorCode.ARTIFACT_TOO_LARGE, e.code());
        assertEquals(Optional.empty(), store().size("p", ABC));
    }

    @Test
    void aStreamWithoutEndIsReadOnlyALittlePastTheLimit() {
        Source endless = new Source(Long.MAX_VALUE);
        assertThrows(PermanentException.class, () -> store().put("o", endless, 100_000));
        assertTrue(endless.given < 1_000_000, () -> endless.given + " bytes were read");
    }

    @Test
    void aStreamThatBreaksLeavesNothing() throws IOException {
        String soFar = "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881"; // of "x"
        assertEquals(new Blob(soFar, 1), put("p", "x"));
        assertThrows(IOException.class, () -> store().put("o", new Source(1), 100));
        assertEquals(Optional.empty(), store().size("o", soFar));
    }

    @Test
    void manyMayPutTheSameBytesAtOnce() throws Exception {
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<Blob>> puts = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                puts.add(() -> put("o", "abc"));
            }
            for (Future<Blob> put : executor.invokeAll(puts, 60, TimeUnit.SECONDS)) {
                assertEquals(new Blob(ABC, 3), put.get());
            }
        }
        assertEquals(Optional.of("abc"), text("o", ABC, 0, 3));
    }

    private Blob put(String owner, String text) throws IOException {
        return store().put(owner, stream(text), 1_000);
    }

    private Optional<String> text(String owner, String sha256, long offset, long length) throws IOException {
        return read(owner, sha256, offset, length).map(bytes -> new String(bytes, StandardCharsets.UTF_8));
    }

    private Optional<byte[]> read(String owner, String sha256, long offset, long length) throws IOException {
        Optional<InputStream> opened = store().open(owner, sha256, offset, length);
        if (opened.isEmpty()) {
            return Optional.empty();
        }
        try (InputStream in = opened.get()) {
            return Optional.of(in.readAllBytes());
        }
    }

    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Gives so many times x, then breaks. */
    private static final class Source extends InputStream {
        private final long good;
        private long given;

        Source(long good) {
            this.good = good;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0];
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            if (given == good) {
                throw new IOException("injected");
            }
            int count = (int) Math.min(length, good - given);
            Arrays.fill(bytes, offset, offset + count, (byte) 'x');
            given += count;
            return count;
        }
    }
}
