package dev.metis.testkit.time;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SequentialIdsTest {
    @Test
    void idsCountUpInCrockfordBase32() {
        SequentialIds ids = new SequentialIds();
        assertEquals("00000000000000000000000001", ids.ulid());
        assertEquals("00000000000000000000000002", ids.ulid());
        assertEquals("0000000000000000000000000Z", SequentialIds.ulid(31));
        assertEquals("00000000000000000000000010", SequentialIds.ulid(32));
    }

    @Test
    void idsIncreaseAsText() {
        SequentialIds ids = new SequentialIds();
        String[] drawn = Stream.generate(ids::ulid).limit(2_000).toArray(String[]::new);
        String[] sorted = drawn.clone();
        Arrays.sort(sorted);
        assertArrayEquals(sorted, drawn);
        assertEquals(2_000, Stream.of(drawn).distinct().count());
    }

    @Test
    void secretsHaveTheLengthAskedForDifferAndAreTheSameInEveryTestRun() {
        SequentialIds ids = new SequentialIds();
        byte[] first = ids.secret(100);
        assertEquals(100, first.length);
        assertFalse(Arrays.equals(first, ids.secret(100)));
        assertArrayEquals(first, new SequentialIds().secret(100));
        assertFalse(Arrays.equals(Arrays.copyOf(first, 32), Arrays.copyOfRange(first, 32, 64)));
    }
}
