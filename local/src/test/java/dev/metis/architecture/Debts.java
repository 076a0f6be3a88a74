package dev.metis.architecture;

import java.util.List;

/** What breaks a rule today and is to be mended. The lists only shrink. */
final class Debts {
    /** Dependencies of classes that close a cycle of packages: the first should move, or the second. */
    static final List<Dependency> DEPENDENCIES = List.of();

    /** Files and methods that are too long, as the rule names them. */
    static final List<String> TOO_LONG = List.of(
            "providers/src/test/java/dev/metis/providers/compatible/CompatibleProviderTest.java played ",
            "providers/src/test/java/dev/metis/providers/compatible/HistoryTest.java odd ");

    private Debts() {}

    /** Regular expressions for the names of two classes, the first of which needs the second. */
    record Dependency(String from, String to) {}
}
