package dev.metis.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.metis.architecture.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GeneratedDocsTest {
    private static final Path ROOT = Repository.root();

    @ParameterizedTest(name = "{0}")
    @MethodSource("files")
    void thePageIsWhatTheProgramSays(String file) throws IOException {
        GeneratedPart part = part(file);
        String page = Files.readString(ROOT.resolve(file));
        assertEquals(part.renew(page), page, "run ./docs/generate");
    }

    @Test
    void aPageThatSaysSomethingElseIsStale() {
        Supplier<String> text = () -> "new\n";
        String page = "<!-- generated: ./docs/generate -->\nold\n<!-- end of generated part -->\n";
        assertNotEquals(page, new GeneratedPart("page.md", text).renew(page));
    }

    private static Stream<String> files() {
        return GeneratedPart.ALL.stream().map(GeneratedPart::file);
    }

    private static GeneratedPart part(String file) {
        List<GeneratedPart> found = GeneratedPart.ALL.stream()
                .filter(part -> part.file().equals(file))
                .toList();
        assertEquals(1, found.size());
        return found.getFirst();
    }
}
