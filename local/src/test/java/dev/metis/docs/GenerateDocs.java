package dev.metis.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes the generated parts of the docs anew; started by {@code docs/generate}. */
final class GenerateDocs {
    private GenerateDocs() {}

    public static void main(String[] args) throws IOException {
        Path root = Path.of(args[0]);
        for (GeneratedPart part : GeneratedPart.ALL) {
            Path page = root.resolve(part.file());
            Files.writeString(page, part.renew(Files.readString(page)));
        }
    }
}
