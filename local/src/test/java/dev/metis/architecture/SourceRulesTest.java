package dev.metis.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SourceRulesTest {
    private static final List<JavaSource> SOURCES = Repository.javaSources();

    @ParameterizedTest(name = "{0}")
    @MethodSource("rules")
    void theCodeKeepsTheRule(String name, SourceRule rule) {
        assertTrue(SOURCES.size() > 50, "a rule that looks at nothing proves nothing");
        List<String> violations = rule.check(Repository.root(), SOURCES).stream()
                .filter(violation -> Debts.TOO_LONG.stream().noneMatch(violation::startsWith))
                .toList();
        assertEquals(List.of(), violations, name + ": " + rule.because());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("examples")
    void theRuleBites(String name, SourceRule rule, String file, String text) {
        JavaSource example = JavaSource.parse(Path.of(file), text);
        assertEquals(1, rule.check(Path.of(""), List.of(example)).size(), name);
    }

    @Test
    void everyPackageOfTheProgramHasAParagraphAboutItself() {
        List<Path> described = SOURCES.stream()
                .map(JavaSource::path)
                .filter(path -> path.endsWith("package-info.java"))
                .map(Path::getParent)
                .toList();
        List<Path> silent = SOURCES.stream()
                .filter(source -> source.path().toString().contains("/src/main/"))
                .map(source -> source.path().getParent())
                .distinct()
                .filter(folder -> !described.contains(folder))
                .toList();
        assertEquals(List.of(), silent, "package-info.java is where a reader learns what a package is for");
    }

    private static Stream<Arguments> rules() {
        return Stream.of(
                arguments("short methods", SourceRule.SHORT_METHODS),
                arguments("short files", SourceRule.SHORT_FILES),
                arguments("telling names", SourceRule.TELLING_NAMES),
                arguments("disabled tests say why", SourceRule.DISABLED_TESTS_SAY_WHY),
                arguments("test classes have tests", SourceRule.TEST_CLASSES_HAVE_TESTS),
                arguments("packages are null-marked", SourceRule.PACKAGES_ARE_NULL_MARKED));
    }

    private static Stream<Arguments> examples() {
        String test = "a/src/test/java/ATest.java";
        String lines = "\n".repeat(SourceRule.METHOD_LINES + 2);
        return Stream.of(
                arguments("a long method", SourceRule.SHORT_METHODS, "A.java", "class A { void a() {" + lines + "} }"),
                arguments(
                        "a long compact constructor",
                        SourceRule.SHORT_METHODS,
                        "A.java",
                        "record A() { A {" + lines + "} }"),
                arguments("a long file", SourceRule.SHORT_FILES, "A.java", "\n".repeat(SourceRule.FILE_LINES + 1)),
                arguments("a long test", SourceRule.SHORT_FILES, test, "\n".repeat(SourceRule.TEST_FILE_LINES + 1)),
                arguments("an implementation", SourceRule.TELLING_NAMES, "A.java", "class StoreImpl {}"),
                arguments("an interface with an I", SourceRule.TELLING_NAMES, "A.java", "interface IStore {}"),
                arguments("a nested helper", SourceRule.TELLING_NAMES, "A.java", "class A { class StoreHelper {} }"),
                arguments("a silent @Disabled", SourceRule.DISABLED_TESTS_SAY_WHY, test, "@Disabled class ATest {}"),
                arguments(
                        "an empty reason",
                        SourceRule.DISABLED_TESTS_SAY_WHY,
                        test,
                        "class ATest { @Disabled(\" \") void a() {} }"),
                arguments("no tests", SourceRule.TEST_CLASSES_HAVE_TESTS, test, "class ATest { void a() {} }"),
                arguments(
                        "a name nobody runs",
                        SourceRule.TEST_CLASSES_HAVE_TESTS,
                        test,
                        "class AChecks { @Test void a() {} }"),
                arguments(
                        "an unmarked package", SourceRule.PACKAGES_ARE_NULL_MARKED, "package-info.java", "package a;"));
    }
}
