package dev.metis.port;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class AttributePathTest {
    @Test
    void aPathHasSegmentsAndDoesNotLeadToTheKey() {
        for (List<String> path :
                List.of(List.<String>of(), List.of(""), List.of("a", ""), List.of("pk"), List.of("sk"))) {
            assertThrows(IllegalArgumentException.class, () -> new Condition.Missing(path), path::toString);
            assertThrows(IllegalArgumentException.class, () -> new Change.Remove(path), path::toString);
        }
        assertEquals(List.of("a", "pk"), new Change.Remove(List.of("a", "pk")).path());
    }

    @Test
    void changesOfAnUpdateMayNotMeet() {
        assertThrows(IllegalArgumentException.class, () -> update("a", "a"));
        assertThrows(IllegalArgumentException.class, () -> update("a.b", "a"));
        assertThrows(IllegalArgumentException.class, () -> update("a", "b", "a.b.c"));
        assertEquals(3, update("a.b", "a.c", "b").changes().size());
    }

    /** An update of the paths, whose segments are set apart by dots. */
    private static Write.Update update(String... paths) {
        List<Change> changes = Arrays.stream(paths)
                .map(path -> (Change) new Change.Add(Arrays.asList(path.split("[.]", -1)), 1))
                .toList();
        return new Write.Update(ItemKey.main("P", "S"), changes, new Condition.Always());
    }
}
