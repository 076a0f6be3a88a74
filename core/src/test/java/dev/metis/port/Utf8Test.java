package dev.metis.port;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Utf8Test {
    private static final int[] CODE_POINTS = {
        0, 'a', 'b', 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x1F600, 0x10FFFF
    };

    @Test
    void lengthAndOrderAreThoseOfTheBytes() {
        Random random = new Random(7);
        for (int i = 0; i < 20_000; i++) {
            String a = text(random);
            String b = text(random);
            byte[] bytesA = a.getBytes(StandardCharsets.UTF_8);
            byte[] bytesB = b.getBytes(StandardCharsets.UTF_8);
            assertEquals(bytesA.length, Utf8.length(a));
            assertEquals(
                    Integer.signum(Arrays.compareUnsigned(bytesA, bytesB)),
                    Integer.signum(Utf8.ORDER.compare(a, b)),
                    () -> a + " and " + b);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\uD83D", "a\uD83D", "\uDE00", "\uDE00\uD83D", "\uD83Da"})
    void halfASurrogatePairHasNoBytes(String text) {
        assertThrows(IllegalArgumentException.class, () -> Utf8.length(text));
    }

    private static String text(Random random) {
        return random.ints(random.nextInt(4), 0, CODE_POINTS.length)
                .map(index -> CODE_POINTS[index])
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
