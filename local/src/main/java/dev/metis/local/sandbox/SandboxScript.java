package dev.metis.local.sandbox;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Writes the shell script that becomes a sandbox: it joins the control group, opens the seccomp filter, and, when the server is root,
 * stages what the sandbox shares in a private mount namespace (the sandbox's user cannot walk to it otherwise) and gives up all
 * rights; then it is bubblewrap. Every value is quoted; nothing is expanded.
 */
final class SandboxScript {
    private static final String STAGING_OPTIONS = "size=64k,nr_inodes=256,mode=0755,nosuid,nodev";

    private final Host host;
    private final int uid;
    private final StringBuilder staging = new StringBuilder();
    private final List<String> mounts = new ArrayList<>();
    private final List<String> inner = new ArrayList<>();
    private int staged;

    SandboxScript(Host host, int uid) {
        this.host = host;
        this.uid = uid;
    }

    SandboxScript mount(String... arguments) {
        mounts.addAll(List.of(arguments));
        return this;
    }

    SandboxScript mount(List<String> arguments) {
        mounts.addAll(arguments);
        return this;
    }

    /** Shows a file or directory of the host. */
    SandboxScript share(Path source, String target, boolean writable) {
        mounts.addAll(List.of(writable ? "--bind" : "--ro-bind", stage(source), target));
        return this;
    }

    /** A temporary file system of its own: root bounds bytes and files, others bytes only. */
    SandboxScript scratch(String target, long bytes, int files) {
        if (host.staging().isEmpty()) {
            mounts.addAll(List.of("--size", Long.toString(bytes), "--perms", "1777", "--tmpfs", target));
            return this;
        }
        String place = nextPlace();
        staging.append("mkdir ").append(quote(place)).append('\n');
        staging.append("mount -t tmpfs -o size=" + bytes + ",nr_inodes=" + files + ",mode=1777,nosuid,nodev metis ")
                .append(quote(place))
                .append('\n');
        mounts.addAll(List.of("--bind", place, target));
        return this;
    }

    /** The program and its arguments, run below the limits. */
    SandboxScript run(List<String> limits, List<String> argv) {
        inner.add("/usr/bin/prlimit");
        inner.addAll(limits);
        inner.add("--");
        inner.addAll(argv);
        return this;
    }

    private String stage(Path source) {
        boolean reachable = source.startsWith("/usr");
        if (host.staging().isEmpty() || reachable) {
            return source.toString();
        }
        String place = nextPlace();
        String make = Files.isDirectory(source) ? "mkdir " : "touch ";
        staging.append(make).append(quote(place)).append('\n');
        staging.append("mount --bind ")
                .append(quote(source.toString()))
                .append(' ')
                .append(quote(place))
                .append('\n');
        return place;
    }

    private String nextPlace() {
        return host.staging().orElseThrow() + "/" + staged++;
    }

    /** The shell that reads the script: as an argument ({@code -c}), or from its standard input. */
    List<String> shell() {
        if (host.staging().isEmpty()) {
            return List.of("/bin/sh");
        }
        String unshare = Host.program("unshare").orElseThrow().toString();
        return List.of(unshare, "--mount", "--propagation", "private", "/bin/sh");
    }

    /** The whole command line, for a program that reads its own standard input. */
    List<String> commandLine(Cgroup group, Path filter) {
        List<String> line = new ArrayList<>(shell());
        line.addAll(List.of("-c", text(group, filter, true)));
        return line;
    }

    /** The script that joins the group, loads the filter, and becomes the sandbox. */
    String text(Cgroup group, Path filter, boolean withInput) {
        StringBuilder script = new StringBuilder("set -eu\numask 022\nPATH=/usr/sbin:/usr/bin:/sbin:/bin\n");
        for (Path folder : group.folders()) {
            script.append("echo $$ > ")
                    .append(quote(folder.resolve("cgroup.procs").toString()))
                    .append('\n');
        }
        script.append("exec 9< ").append(quote(filter.toString())).append('\n');
        host.staging()
                .ifPresent(area -> script.append("mount -t tmpfs -o " + STAGING_OPTIONS + " metis ")
                        .append(quote(area.toString()))
                        .append('\n')
                        .append(staging));
        script.append("unset PWD OLDPWD\nexec ");
        if (host.staging().isPresent()) {
            script.append("setpriv --reuid " + uid + " --regid " + uid + " --clear-groups")
                    .append(" --no-new-privs --inh-caps=-all --bounding-set=-all ");
        }
        return script.append(words(bubblewrap()))
                .append(withInput ? "\n" : " < /dev/null\n")
                .toString();
    }

    private List<String> bubblewrap() {
        List<String> all =
                new ArrayList<>(List.of(Host.program("bwrap").orElseThrow().toString()));
        all.addAll(List.of("--unshare-user", "--unshare-all", "--disable-userns", "--die-with-parent"));
        all.addAll(List.of("--new-session", "--cap-drop", "ALL", "--uid", "1000", "--gid", "1000"));
        all.addAll(List.of("--hostname", "sandbox"));
        all.addAll(mounts);
        // The root and /dev are tmpfs without a size: nothing may be written there.
        all.addAll(List.of("--remount-ro", "/dev", "--remount-ro", "/", "--seccomp", "9", "--"));
        all.addAll(inner);
        return all;
    }

    private static String words(List<String> words) {
        return words.stream().map(SandboxScript::quote).collect(Collectors.joining(" "));
    }

    static String quote(String word) {
        if (word.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("a word must not contain NUL");
        }
        return "'" + word.replace("'", "'\\''") + "'";
    }
}
