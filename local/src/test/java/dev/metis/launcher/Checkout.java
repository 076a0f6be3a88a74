package dev.metis.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.metis.architecture.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A checkout with the real launcher, in which building and starting are stand-ins that write down what they were asked. */
final class Checkout {
    private static final List<String> TOOLS = List.of(
            "sh",
            "cat",
            "cksum",
            "cp",
            "dirname",
            "find",
            "grep",
            "id",
            "ln",
            "mkdir",
            "mv",
            "readlink",
            "rm",
            "sed",
            "sleep",
            "sort",
            "tail",
            "tr");

    private final Path root;
    private final Path bin;
    private final Map<String, String> environment = new HashMap<>();

    record Result(int exit, String out, String err) {}

    /** @param folder may hold blanks */
    Checkout(Path folder) throws IOException {
        root = folder.resolve("check out");
        bin = folder.resolve("bin");
        Files.createDirectories(bin);
        for (String tool : TOOLS) {
            program(bin.resolve(tool), "exec " + which(tool) + " \"$@\"");
        }
        standIns(folder.resolve("a jdk"));
        sources();
        environment.put("PATH", bin.toString());
        environment.put("JAVA_HOME", folder.resolve("a jdk").toString());
        environment.put("HOME", folder.toString());
    }

    private void standIns(Path jdk) throws IOException {
        program(
                bin.resolve("mvn"),
                "echo built >> \"$PWD/builds\"; mkdir -p local/target/metis/lib; echo jar > local/target/metis/lib/a.jar");
        program(bin.resolve("bwrap"), "exit 0");
        program(bin.resolve("git"), "exit 0");
        program(jdk.resolve("bin/javac"), "exit 0");
        program(jdk.resolve("bin/java"), "for last; do :; done; echo \"started with $last\"");
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"25.0.3\"\n");
    }

    private void sources() throws IOException {
        for (String module : List.of(
                ".mvn",
                "core",
                "providers",
                "tools",
                "functions",
                "local",
                "sandbox-image",
                "statemachines",
                "testkit")) {
            write(module + "/src/main/a.txt", module);
        }
        write("pom.xml", "<project/>");
        Files.copy(Repository.root().resolve("metis"), root.resolve("metis"));
    }

    Path launcher() {
        return root.resolve("metis");
    }

    void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    /** Puts a program, given as lines of shell, on the PATH of the launcher. */
    void onPath(String name, String script) throws IOException {
        Files.deleteIfExists(bin.resolve(name));
        program(bin.resolve(name), script);
    }

    void notOnPath(String name) throws IOException {
        Files.delete(bin.resolve(name));
    }

    void unset(String variable) {
        environment.remove(variable);
    }

    int builds() throws IOException {
        Path builds = root.resolve("builds");
        return Files.exists(builds) ? Files.readAllLines(builds).size() : 0;
    }

    Result run(String... arguments) throws IOException, InterruptedException {
        return await(start(launcher(), arguments));
    }

    Process start(Path launcher, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(launcher.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).directory(bin.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        return builder.start();
    }

    static Result await(Process process) throws IOException, InterruptedException {
        process.getOutputStream().close();
        boolean ended = process.waitFor(30, TimeUnit.SECONDS);
        if (!ended) {
            process.destroyForcibly();
        }
        assertTrue(ended, "the launcher did not end");
        return new Result(
                process.exitValue(),
                new String(process.getInputStream().readAllBytes(), UTF_8),
                new String(process.getErrorStream().readAllBytes(), UTF_8));
    }

    private static void program(Path path, String script) throws IOException {
        Files.createDirectories(path.getParent());
        Files.writeString(path, "#!/bin/sh\n" + script + "\n");
        assertTrue(path.toFile().setExecutable(true));
    }

    private static Path which(String tool) {
        Optional<Path> found = Stream.of("/usr/bin", "/bin")
                .map(folder -> Path.of(folder, tool))
                .filter(Files::isExecutable)
                .findFirst();
        return found.orElseThrow(() -> new IllegalStateException("this machine has no " + tool));
    }
}
