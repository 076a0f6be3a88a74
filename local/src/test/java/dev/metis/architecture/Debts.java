package dev.metis.architecture;

import java.util.List;

/** What breaks a rule today and is to be mended. The lists only shrink. */
final class Debts {
    /** Dependencies of classes that close a cycle of packages: the first should move, or the second. */
    static final List<Dependency> DEPENDENCIES = List.of(
            new Dependency("dev.metis.event.(StepLog|DeltaBuffer).*", "dev.metis.run.(Run|Step).*"),
            new Dependency("dev.metis.event.ToolEvent.*", "dev.metis.tool.ToolOutcome"),
            new Dependency("dev.metis.item.Payloads", "dev.metis.tool.Artifact"),
            new Dependency("dev.metis.tool.(ToolCalls|Workspaces).*", "dev.metis.approval.*"),
            new Dependency("dev.metis.tool.ToolGate.*", "dev.metis.capability.*"));

    /** Files and methods that are too long, as the rule names them. */
    static final List<String> TOO_LONG = List.of(
            "core/src/main/java/dev/metis/run/RunFields.java has ",
            "core/src/main/java/dev/metis/tool/ToolCalls.java finish ",
            "core/src/main/java/dev/metis/usecase/StartRun.java draft ",
            "core/src/main/java/dev/metis/usecase/TurnRecord.java judge ",
            "core/src/main/java/dev/metis/usecase/TurnRecord.java write ",
            "providers/src/test/java/dev/metis/providers/compatible/CompatibleProviderTest.java played ",
            "providers/src/test/java/dev/metis/providers/compatible/HistoryTest.java odd ");

    private Debts() {}

    /** Regular expressions for the names of two classes, the first of which needs the second. */
    record Dependency(String from, String to) {}
}
