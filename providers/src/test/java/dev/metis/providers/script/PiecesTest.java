package dev.metis.providers.script;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class PiecesTest {
    @Test
    void cutsAfterEveryWordAndKeepsEveryCharacter() {
        assertEquals(List.of("one ", "two\n", " ", "three"), Pieces.of("one two\n three"));
        assertEquals(List.of(), Pieces.of(""));
    }

    @Test
    void cutsALongWordBetweenCodePoints() {
        List<String> pieces = Pieces.of("😀".repeat(70));
        assertEquals(List.of(64, 64, 12), pieces.stream().map(String::length).toList());
    }
}
