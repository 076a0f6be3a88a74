package dev.metis.local.sandbox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A control group of one sandboxed program: its directories (one per controller in version 1, one in version 2). Processes join it
 * before they become the sandbox; {@link #close()} kills what is left in it and removes it.
 */
record Cgroup(List<Path> folders) implements AutoCloseable {
    /** Fork attempts refused by the process limit, after which the command is ended: a bomb, not a busy build. */
    private static final long MAX_REFUSED_FORKS = 200;

    private static final int REMOVE_TRIES = 100;
    private static final long REMOVE_PAUSE_MILLIS = 20;

    Cgroup {
        folders = List.copyOf(folders);
    }

    static Cgroup none() {
        return new Cgroup(List.of());
    }

    /** Which limit the group ran into, if one. */
    Optional<String> exceeded() {
        for (Path folder : folders) {
            if (value(folder.resolve("memory.oom_control"), "oom_kill") > 0
                    || value(folder.resolve("memory.events"), "oom_kill") > 0) {
                return Optional.of("memory");
            }
            if (value(folder.resolve("pids.events"), "max") > MAX_REFUSED_FORKS) {
                return Optional.of("processes");
            }
        }
        return Optional.empty();
    }

    private static long value(Path file, String key) {
        try {
            return Files.readString(file)
                    .lines()
                    .map(line -> line.split(" "))
                    .filter(words -> words.length == 2 && words[0].equals(key))
                    .mapToLong(words -> Long.parseLong(words[1]))
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            return 0; // this controller has no such file
        }
    }

    boolean empty() {
        return folders.stream().allMatch(folder -> pids(folder).isEmpty());
    }

    private static List<String> pids(Path folder) {
        try {
            return Files.readAllLines(folder.resolve("cgroup.procs"));
        } catch (IOException e) {
            return List.of(); // gone: nothing is in it
        }
    }

    @Override
    public void close() {
        folders.forEach(Cgroup::remove);
    }

    /** Kills and removes; what cannot be removed within two seconds stays for the next start to clean up. */
    static void remove(Path folder) {
        CountDownLatch never = new CountDownLatch(1);
        try {
            for (int i = 0; i < REMOVE_TRIES && Files.isDirectory(folder); i++) {
                for (String pid : pids(folder)) {
                    ProcessHandle.of(Long.parseLong(pid)).ifPresent(ProcessHandle::destroyForcibly);
                }
                if (!folder.toFile().delete()) {
                    // The kernel tells nobody when a group becomes empty: look again.
                    boolean ignored = never.await(REMOVE_PAUSE_MILLIS, TimeUnit.MILLISECONDS);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static void write(Path file, String value) throws IOException {
        Files.write(file, value.getBytes(StandardCharsets.US_ASCII));
    }
}
