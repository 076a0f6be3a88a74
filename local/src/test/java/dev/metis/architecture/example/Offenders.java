package dev.metis.architecture.example;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;

/** One offence each. */
public final class Offenders {
    private Offenders() {}

    /** Something that only an adapter may know. */
    public record LibraryUser(com.dashjoin.jsonata.Jsonata expression) {}

    /** Something that only the wiring may know. */
    public record SpringUser(Environment environment) {}

    /** Reads the environment. */
    public static final class EnvironmentReader {
        @Nullable
        String variable() {
            return System.getenv("METIS_DATA_DIR");
        }
    }

    /** Reads a system property. */
    public static final class PropertyReader {
        @Nullable
        String property() {
            return System.getProperty("user.name");
        }
    }

    /** Reads the clock of the machine. */
    public static final class ClockReader {
        Instant now() {
            return Clock.systemUTC().instant();
        }
    }

    /** Reads the clock of the machine, in a hurry. */
    public static final class InstantReader {
        Instant now() {
            return Instant.now();
        }
    }

    /** Counts nanoseconds by itself. */
    public static final class NanoReader {
        long now() {
            return System.nanoTime();
        }
    }

    /** Makes ids that no test can foresee. */
    public static final class UuidMaker {
        UUID id() {
            return UUID.randomUUID();
        }
    }

    /** Rolls dice. */
    public static final class DiceRoller {
        int roll() {
            return new Random().nextInt();
        }
    }

    /** Rolls better dice. */
    public static final class SecureDiceRoller {
        int roll() {
            return new SecureRandom().nextInt();
        }
    }

    /** Waits for time instead of an event. */
    public static final class Sleeper {
        void nap() throws InterruptedException {
            TimeUnit.MILLISECONDS.sleep(1);
        }
    }

    /** Ends the whole program. */
    public static final class Exiter {
        void leave() {
            System.exit(0);
        }
    }

    /** Starts a program beside every wall. */
    public static final class ProcessStarter {
        ProcessBuilder prepare(Path program) {
            return new ProcessBuilder(program.toString());
        }
    }
}
