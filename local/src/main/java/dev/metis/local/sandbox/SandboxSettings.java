package dev.metis.local.sandbox;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Where sandboxes live and what they may use.
 *
 * @param data the runtime's data directory: workspaces, their version state and the ledger of live sandboxes are below it
 * @param runtime a short private directory for sockets, made when missing (a socket's path has at most 107 bytes)
 * @param java home of the JDK that runs the executor
 * @param executorClasspath the executor's jars and folders
 * @param uid the user and group that sandboxes run as, when the server is root
 * @param idle how long a sandbox without work lives
 */
public record SandboxSettings(
        Path data,
        Path runtime,
        Path java,
        List<Path> executorClasspath,
        int uid,
        Duration idle,
        SandboxLimits limits) {
    public static final int DEFAULT_UID = 61_184;
    public static final Duration DEFAULT_IDLE = Duration.ofMinutes(15);

    private static final int MAX_RUNTIME_PATH = 60;
    private static final List<String> EXECUTOR_PARTS = List.of(
            "sandbox-image-",
            "jackson-databind-3",
            "jackson-core-3",
            "jackson-annotations-2",
            "re2j-",
            "java-diff-utils-");

    public SandboxSettings {
        data = data.toAbsolutePath().normalize();
        runtime = runtime.toAbsolutePath().normalize();
        java = java.toAbsolutePath().normalize();
        executorClasspath = executorClasspath.stream()
                .map(path -> path.toAbsolutePath().normalize())
                .toList();
        if (uid < 1_000) {
            throw new IllegalArgumentException("uid must be a dedicated one, 1000 or more");
        }
        if (runtime.toString().length() > MAX_RUNTIME_PATH) {
            throw new IllegalArgumentException("runtime must have at most " + MAX_RUNTIME_PATH + " characters");
        }
        if (idle.isNegative() || idle.isZero()) {
            throw new IllegalArgumentException("idle must be positive");
        }
    }

    public static SandboxSettings defaults(Path data, Path runtime, Path java, List<Path> executorClasspath) {
        return new SandboxSettings(
                data, runtime, java, executorClasspath, DEFAULT_UID, DEFAULT_IDLE, SandboxLimits.defaults());
    }

    /** The entries of a class path that the executor needs: its own module and the few libraries it uses. */
    public static List<Path> executorParts(String classPath) {
        return List.of(classPath.split(":")).stream()
                .filter(entry -> !entry.isEmpty())
                .map(Path::of)
                .filter(SandboxSettings::belongsToExecutor)
                .toList();
    }

    private static boolean belongsToExecutor(Path entry) {
        if (entry.endsWith(Path.of("sandbox-image", "target", "classes"))) {
            return true;
        }
        Path name = entry.getFileName();
        return name != null && EXECUTOR_PARTS.stream().anyMatch(name.toString()::startsWith);
    }
}
