package dev.metis.local;

import dev.metis.local.cli.Interrupts;
import dev.metis.local.cli.MetisCommand;
import dev.metis.local.config.Environment;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntSupplier;

/** The program. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        Environment environment = Environment.ofProcess();
        environment.startLog();
        System.exit(MetisCommand.execute(environment, new Signals(), arguments));
    }

    /** Ctrl-C and SIGTERM, as the virtual machine passes them on: by running hooks before it ends. */
    private static final class Signals implements Interrupts {
        @Override
        public int guarding(IntSupplier onStop, Callable<Integer> work) {
            CompletableFuture<Integer> done = new CompletableFuture<>();
            Thread hook = Thread.ofPlatform().name("stop").unstarted(() -> {
                if (!done.isDone()) {
                    int code = onStop.getAsInt();
                    System.out.flush();
                    // Without this the exit code would be the signal's, whatever was brought to an orderly end.
                    Runtime.getRuntime().halt(code);
                }
            });
            Runtime.getRuntime().addShutdownHook(hook);
            try {
                int code = work.call();
                done.complete(code);
                return code;
            } catch (RuntimeException e) {
                done.complete(1);
                throw e;
            } catch (Exception e) {
                done.complete(1);
                throw new IllegalStateException("the command was interrupted", e);
            }
        }
    }
}
