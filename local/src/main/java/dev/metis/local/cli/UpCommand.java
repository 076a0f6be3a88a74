package dev.metis.local.cli;

import dev.metis.error.MetisException;
import dev.metis.local.config.Environment;
import dev.metis.local.config.LocalInstance;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code up}: the server, in the foreground. */
@Command(name = "up", description = "Starts Metis on this machine and prints its address. Ctrl-C stops it.")
final class UpCommand implements Callable<Integer> {
    private static final int HIGHEST_PORT = 65_535;

    private final Environment environment;
    private final Console console;
    private final Interrupts interrupts;

    @Mixin
    private final Shared shared = new Shared();

    @Option(names = "--port", paramLabel = "N", description = "The port (default: 8080; 0: any free one).")
    private int port = 8080;

    @Option(names = "--no-open", description = "Does not open the browser.")
    private boolean noOpen;

    UpCommand(Environment environment, Console console, Interrupts interrupts) {
        this.environment = environment;
        this.console = console;
        this.interrupts = interrupts;
    }

    @Override
    public Integer call() {
        if (port < 0 || port > HIGHEST_PORT) {
            throw new CommandFailure(ExitCode.USAGE, "--port is 0 to " + HIGHEST_PORT);
        }
        return switch (open()) {
            case LocalInstance.Opening.InUse(String message) -> throw new CommandFailure(ExitCode.FAILED, message);
            case LocalInstance.Opening.Up(LocalInstance instance) -> serve(instance);
        };
    }

    private LocalInstance.Opening open() {
        try {
            return LocalInstance.open(shared.data(environment), port, environment);
        } catch (IOException | MetisException e) {
            throw new CommandFailure(ExitCode.FAILED, "Metis did not start: " + e.getMessage());
        }
    }

    private int serve(LocalInstance instance) {
        CountDownLatch stopped = new CountDownLatch(1);
        return interrupts.guarding(
                () -> {
                    instance.close();
                    stopped.countDown();
                    return ExitCode.OK;
                },
                () -> {
                    String address = instance.signInAddress();
                    console.result("Metis is ready: " + address);
                    if (!noOpen && console.interactive()) {
                        Browser.open(address, environment);
                    }
                    stopped.await();
                    return ExitCode.OK;
                });
    }
}
