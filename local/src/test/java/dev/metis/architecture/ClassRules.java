package dev.metis.architecture;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.properties.HasName;
import com.tngtech.archunit.lang.ArchRule;

/** What may depend on what, and who may ask the world for time, chance, environment and processes. */
final class ClassRules {
    private ClassRules() {}

    static final ArchRule CORE_STANDS_ALONE = classes()
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(
                    "java..",
                    "dev.metis..",
                    "org.jspecify..",
                    "tools.jackson..",
                    "com.fasterxml.jackson.annotation..",
                    "org.erdtman.jcs.."))
            .because(
                    "the core runs unchanged in Lambda, on one machine and in tests: whatever it needs from outside is a port");

    static final ArchRule NO_AWS = dependsOnNothingIn(
            "the one-machine runtime needs no AWS; its adapters will be a module of their own",
            "software.amazon..",
            "com.amazonaws..");

    static final ArchRule ONE_JACKSON = dependsOnNothingIn(
            "Jackson 3 is the only JSON tree; a tree of Jackson 2 must never meet it",
            "com.fasterxml.jackson.core..",
            "com.fasterxml.jackson.databind..");

    static final ArchRule NO_SPRING = dependsOnNothingIn(
            "Spring carries functions and wires a runtime; use cases, tools and adapters are plain Java",
            "org.springframework..");

    static final ArchRule NO_CYCLES = noCycles();

    static final ArchRule ENVIRONMENT = onlyIn(
            Exceptions.none()
                    .and("dev.metis.local.config.", "the one place that reads the environment of the local runtime")
                    .and(
                            "dev.metis.local.store.SqliteDatabase",
                            "the driver takes the folder of its native library no other way"),
            System.class,
            "getenv|getProperty|getProperties|setProperty",
            "a setting read in passing is a setting that nobody finds: take it from the config package");

    static final ArchRule CLOCK = onlyIn(
            Exceptions.none(),
            java.time.Clock.class,
            "system.*|tick.*",
            "time comes from TimeSource, so that a test can hold it");

    static final ArchRule NOW = noClasses()
            .that(Exceptions.none().elsewhere())
            .should()
            .callMethodWhere(target(owner(resideInAnyPackage("java.time"))).and(target(nameMatching("now"))))
            .because("time comes from TimeSource, so that a test can hold it");

    static final ArchRule MACHINE_TIME = onlyIn(
            Exceptions.none().and("dev.metis.local.store.CommitSignal", "what is left of a wait for the next commit"),
            System.class,
            "currentTimeMillis|nanoTime",
            "time comes from TimeSource, so that a test can hold it");

    static final ArchRule UUIDS = onlyIn(
            Exceptions.none(),
            java.util.UUID.class,
            "randomUUID",
            "ids come from IdSource, so that a test can foresee them");

    static final ArchRule CHANCE = noClasses()
            .that(Exceptions.none()
                    .and(
                            "dev.metis.local.engine.expression.StatesFunctions",
                            "$random(seed) of the States Language gives the same number for the same seed")
                    .and("dev.metis.local.config.SystemIds", "it is the IdSource")
                    .elsewhere())
            .should()
            .dependOnClassesThat(
                    nameMatching(
                            "java\\.util\\.(Random|SplittableRandom|concurrent\\.ThreadLocalRandom)|java\\.security\\.SecureRandom"))
            .because("chance comes from IdSource, so that a test can foresee it and secrets have one source");

    static final ArchRule SLEEP = noClasses()
            .that(Exceptions.none()
                    .and(
                            "dev.metis.run.Backoff",
                            "whoever lost a race for the log lets others pass; nothing tells when")
                    .elsewhere())
            .should()
            .callMethodWhere(target(owner(nameMatching("java\\.lang\\.Thread|java\\.util\\.concurrent\\.TimeUnit")))
                    .and(target(nameMatching("sleep"))))
            .because("a wait is for an event, with a deadline: sleeping is either too long or too short");

    static final ArchRule EXIT = onlyIn(
            Exceptions.none().and("dev.metis.local.Main", "the program's own end gives the exit code"),
            System.class,
            "exit",
            "only the program itself may end the program");

    static final ArchRule PROCESSES = noClasses()
            .that(Exceptions.none()
                    .and(
                            "dev.metis.local.sandbox.ProcessStarter",
                            "it starts the sandboxes themselves, and ends them with itself")
                    .and("dev.metis.local.cli.Browser", "the person's browser, which is meant to outlive the program")
                    .and("dev.metis.local.Main", "what is to be done when the program is asked to end")
                    .elsewhere())
            .should()
            .dependOnClassesThat(nameMatching("java\\.lang\\.(ProcessBuilder|Runtime)"))
            .because("a process that is started in passing stands outside the sandbox and outlives its owner");

    private static ArchRule noCycles() {
        var rule = slices().matching("dev.metis.(**)").should().beFreeOfCycles();
        rule = rule.ignoreDependency(DescribedPredicate.alwaysTrue(), nameMatching("dev\\.metis\\..*Id"));
        for (Debts.Dependency debt : Debts.DEPENDENCIES) {
            rule = rule.ignoreDependency(nameMatching(debt.from()), nameMatching(debt.to()));
        }
        return rule.because(
                "packages that need each other cannot be read one after the other (an id is a name, not a need)");
    }

    static ArchRule dependsOnNothingIn(String because, String... packages) {
        return noClasses()
                .should()
                .dependOnClassesThat(resideInAnyPackage(packages))
                .because(because);
    }

    private static ArchRule onlyIn(Exceptions exceptions, Class<?> owner, String methods, String because) {
        return noClasses()
                .that(exceptions.elsewhere())
                .should()
                .callMethodWhere(
                        target(owner(HasName.Predicates.name(owner.getName()))).and(target(nameMatching(methods))))
                .because(because);
    }
}
