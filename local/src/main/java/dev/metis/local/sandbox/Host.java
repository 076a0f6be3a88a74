package dev.metis.local.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What this machine offers for sandboxes. */
record Host(boolean root, boolean aarch64, Optional<Path> staging) {
    private static final List<String> SYSTEM = List.of("bin", "sbin", "lib", "lib64", "lib32", "libx32");

    /** Public files of {@code /etc} that programs need; nothing of a person or a service. */
    private static final List<String> ETC = List.of(
            "alternatives",
            "ssl/certs",
            "ssl/openssl.cnf",
            "ca-certificates.conf",
            "ld.so.cache",
            "ld.so.conf",
            "ld.so.conf.d",
            "localtime",
            "mime.types",
            "magic",
            "fonts",
            "maven",
            "debian_version",
            "os-release",
            "perl",
            "python3",
            "java-17-openjdk",
            "java-21-openjdk",
            "java-25-openjdk",
            "services",
            "protocols");

    /** Directories that any user can reach, one of which root covers with a private staging area. */
    private static final List<Path> STAGING =
            List.of(Path.of("/mnt"), Path.of("/media"), Path.of("/srv"), Path.of("/opt"));

    static Host look() throws IOException {
        String status = Files.readString(Path.of("/proc/self/status"));
        boolean root =
                status.lines().anyMatch(line -> line.startsWith("Uid:") && line.split("\\s+", -1)[2].equals("0"));
        boolean arm = Files.exists(Path.of("/lib/ld-linux-aarch64.so.1"));
        return new Host(
                root, arm, root ? STAGING.stream().filter(Files::isDirectory).findFirst() : Optional.empty());
    }

    Syscalls syscalls() {
        return aarch64 ? Syscalls.aarch64() : Syscalls.x8664();
    }

    /** The first program that is missing, if one is. */
    Optional<String> missingProgram() {
        List<String> needed = new ArrayList<>(List.of("bwrap", "prlimit", "sh"));
        if (root) {
            needed.addAll(List.of("unshare", "setpriv", "mount", "mkdir", "touch"));
        }
        return needed.stream().filter(name -> program(name).isEmpty()).findFirst();
    }

    static Optional<Path> program(String name) {
        return List.of("/usr/bin", "/bin", "/usr/sbin", "/sbin").stream()
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Arguments that show the system read-only. */
    List<String> systemMounts() {
        List<String> mounts = new ArrayList<>(List.of("--ro-bind", "/usr", "/usr"));
        for (String name : SYSTEM) {
            Path folder = Path.of("/", name);
            if (Files.isSymbolicLink(folder)) {
                mounts.addAll(List.of("--symlink", linkTarget(folder), "/" + name));
            } else if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
                mounts.addAll(List.of("--ro-bind", "/" + name, "/" + name));
            }
        }
        for (String name : ETC) {
            if (Files.exists(Path.of("/etc", name))) {
                mounts.addAll(List.of("--ro-bind-try", "/etc/" + name, "/etc/" + name));
            }
        }
        return mounts;
    }

    private static String linkTarget(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
