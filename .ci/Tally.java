import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;

/// Adds up the JUnit reports that the runners of the suite left behind, and ends with one line: `N passed, N failed, N skipped`.
/// Fails when a test failed, when one was skipped without a reason, and when there are no reports at all.
///
/// Usage: `java .ci/Tally.java MARKER ROOT`; reports older than the file MARKER belong to an earlier run and are left out.
final class Tally {
    private final List<String> problems = new ArrayList<>();
    private int passed;
    private int failed;
    private int skipped;

    static void main(String... args) throws Exception {
        FileTime since = Files.getLastModifiedTime(Path.of(args[0]));
        Tally tally = new Tally();
        for (Path report : reports(Path.of(args[1]), since)) {
            tally.add(report);
        }
        System.exit(tally.print());
    }

    private static List<Path> reports(Path root, FileTime since) throws IOException {
        List<Path> found = new ArrayList<>();
        try (Stream<Path> modules = Files.list(root)) {
            for (Path folder : modules.map(module -> module.resolve("target/surefire-reports")).filter(Files::isDirectory).toList()) {
                try (Stream<Path> files = Files.list(folder)) {
                    files.filter(file -> file.getFileName().toString().matches("TEST-.*\\.xml")).forEach(found::add);
                }
            }
        }
        found.removeIf(file -> modified(file).compareTo(since) < 0);
        return found.stream().sorted().toList();
    }

    private static FileTime modified(Path file) {
        try {
            return Files.getLastModifiedTime(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private void add(Path report) throws Exception {
        var cases = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(report.toFile())
                .getElementsByTagName("testcase");
        for (int i = 0; i < cases.getLength(); i++) {
            count((Element) cases.item(i));
        }
    }

    private void count(Element test) {
        String name = test.getAttribute("classname") + " > " + test.getAttribute("name");
        if (has(test, "failure") || has(test, "error")) {
            failed++;
            problems.add("failed: " + name);
        } else if (has(test, "skipped")) {
            skipped++;
            String reason = ((Element) test.getElementsByTagName("skipped").item(0)).getAttribute("message");
            problems.add(reason.isBlank() ? "skipped without a reason: " + name : "skipped: " + name + ": " + reason);
        } else {
            passed++;
        }
    }

    private static boolean has(Element test, String child) {
        return test.getElementsByTagName(child).getLength() > 0;
    }

    private int print() {
        problems.forEach(System.out::println);
        boolean unexplained = problems.stream().anyMatch(problem -> problem.startsWith("skipped without a reason"));
        System.out.println(passed + " passed, " + failed + " failed, " + skipped + " skipped");
        return passed > 0 && failed == 0 && !unexplained ? 0 : 1;
    }
}
