package dev.metis.local.cli;

import java.util.concurrent.Callable;
import java.util.function.IntSupplier;

/** What happens when the person or the system asks the program to stop. */
public interface Interrupts {
    /**
     * Does the work and gives its exit code. When the program is asked to stop meanwhile, {@code onStop} runs and its
     * answer is what the program exits with.
     */
    int guarding(IntSupplier onStop, Callable<Integer> work);
}
