package dev.metis.local.cli;

import dev.metis.error.MetisException;
import dev.metis.local.config.Environment;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command line as a whole. */
@Command(name = "metis", description = "Runs AI agents durably on this machine.")
public final class MetisCommand implements Callable<Integer> {
    private static final Logger LOG = System.getLogger(MetisCommand.class.getName());

    @Mixin
    @SuppressWarnings("UnusedVariable") // for its options alone
    private final Shared shared = new Shared();

    private MetisCommand() {}

    @Override
    public Integer call() {
        throw new CommandFailure(ExitCode.USAGE, "which command? See ./metis --help");
    }

    /** Does what the arguments say; the answer is the exit code. */
    public static int execute(Environment environment, Interrupts interrupts, String... arguments) {
        return execute(environment, interrupts, Console.system(), arguments);
    }

    static int execute(Environment environment, Interrupts interrupts, Console console, String... arguments) {
        CommandLine token =
                new CommandLine(new TokenCommand()).addSubcommand(new TokenCommand.Create(environment, console));
        CommandLine line = new CommandLine(new MetisCommand())
                .addSubcommand(new UpCommand(environment, console, interrupts))
                .addSubcommand(new RunCommand(environment, console, interrupts))
                .addSubcommand(token)
                .addSubcommand(new LinkCommand(environment, console));
        line.setOut(console.writer());
        line.setExecutionExceptionHandler((failure, command, parsed) -> fail(console, failure));
        line.setParameterExceptionHandler((wrong, words) -> {
            console.say("metis: " + wrong.getMessage());
            console.say("See " + wrong.getCommandLine().getCommandSpec().qualifiedName() + " --help");
            return ExitCode.USAGE;
        });
        return line.execute(arguments);
    }

    private static int fail(Console console, Exception failure) {
        if (failure instanceof CommandFailure told) {
            console.say("metis: " + told.getMessage());
            return told.exitCode();
        }
        LOG.log(Level.ERROR, "the command failed", failure);
        String reason = failure instanceof MetisException ? ": " + failure.getMessage() : "; the log has more";
        console.say("metis: something went wrong" + reason);
        return ExitCode.FAILED;
    }
}
