package dev.metis.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import dev.metis.architecture.example.Offenders;
import dev.metis.architecture.example.first.Egg;
import dev.metis.architecture.example.second.Hen;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ClassRulesTest {
    private static final JavaClasses CORE = modules("core");
    private static final JavaClasses WITHOUT_SPRING = modules("core", "providers", "tools", "sandbox-image", "testkit");
    private static final JavaClasses PROGRAM = modules("core", "providers", "tools", "functions", "local");
    private static final JavaClasses ALL =
            modules("core", "providers", "tools", "functions", "local", "sandbox-image", "testkit", "bench");

    @ParameterizedTest(name = "{0}")
    @MethodSource("rules")
    void theCodeKeepsTheRule(String name, ArchRule rule, JavaClasses classes, Class<?>[] offenders) {
        assertFalse(classes.isEmpty(), name + " would pass on nothing");
        assertEquals(List.of(), rule.evaluate(classes).getFailureReport().getDetails(), rule.getDescription());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rules")
    void theRuleBites(String name, ArchRule rule, JavaClasses classes, Class<?>[] offenders) {
        assertTrue(
                rule.evaluate(new ClassFileImporter().importClasses(offenders)).hasViolation(), name);
    }

    @Test
    void aForbiddenPackageIsFoundByName() {
        ArchRule rule = ClassRules.dependsOnNothingIn("an example", "com.dashjoin..");
        JavaClasses offender = new ClassFileImporter().importClasses(Offenders.LibraryUser.class);
        assertTrue(rule.evaluate(offender).hasViolation());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("absences")
    void whatMustBeAbsentIsAbsent(String name, ArchRule rule) {
        assertEquals(
                List.of(), rule.evaluate(ALL).getFailureReport().getDetails(), name + ": " + rule.getDescription());
    }

    private static Stream<Arguments> rules() {
        return Stream.of(
                rule("core stands alone", ClassRules.CORE_STANDS_ALONE, CORE, Offenders.LibraryUser.class),
                rule("Spring in its place", ClassRules.NO_SPRING, WITHOUT_SPRING, Offenders.SpringUser.class),
                rule("no package cycles", ClassRules.NO_CYCLES, PROGRAM, Egg.class, Hen.class),
                rule("environment", ClassRules.ENVIRONMENT, PROGRAM, Offenders.EnvironmentReader.class),
                rule("properties", ClassRules.ENVIRONMENT, PROGRAM, Offenders.PropertyReader.class),
                rule("clock", ClassRules.CLOCK, PROGRAM, Offenders.ClockReader.class),
                rule("now", ClassRules.NOW, PROGRAM, Offenders.InstantReader.class),
                rule("machine time", ClassRules.MACHINE_TIME, PROGRAM, Offenders.NanoReader.class),
                rule("uuids", ClassRules.UUIDS, PROGRAM, Offenders.UuidMaker.class),
                rule("chance", ClassRules.CHANCE, PROGRAM, Offenders.DiceRoller.class),
                rule("secrets", ClassRules.CHANCE, PROGRAM, Offenders.SecureDiceRoller.class),
                rule("sleep", ClassRules.SLEEP, ALL, Offenders.Sleeper.class),
                rule("exit", ClassRules.EXIT, PROGRAM, Offenders.Exiter.class),
                rule("processes", ClassRules.PROCESSES, PROGRAM, Offenders.ProcessStarter.class));
    }

    private static Stream<Arguments> absences() {
        return Stream.of(arguments("AWS SDK", ClassRules.NO_AWS), arguments("Jackson 2", ClassRules.ONE_JACKSON));
    }

    private static Arguments rule(String name, ArchRule rule, JavaClasses classes, Class<?>... offenders) {
        return arguments(name, rule, classes, offenders);
    }

    private static JavaClasses modules(String... names) {
        List<Path> folders = Stream.of(names)
                .map(name -> Repository.root().resolve(name).resolve("target/classes"))
                .filter(Files::isDirectory)
                .toList();
        return new ClassFileImporter().importPaths(folders);
    }
}
