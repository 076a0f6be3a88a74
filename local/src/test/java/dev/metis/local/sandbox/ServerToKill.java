package dev.metis.local.sandbox;

import java.io.IOException;
import java.nio.file.Path;

/** A server with a sandbox and a command in it, in a process of its own that a test kills. */
final class ServerToKill {
    private ServerToKill() {}

    public static void main(String[] arguments) throws IOException {
        SandboxBed bed = new SandboxBed(SandboxLimits.defaults());
        bed.launch(SandboxBed.FIRST);
        var command =
                SandboxBed.command("shell.exec", SandboxBed.arguments().put("command", "echo up; sleep 4721"), 600);
        var result = bed.gateway.submit(SandboxBed.token(SandboxBed.FIRST), command);
        SandboxProcesses.await(() -> bed.gateway.output(command.callId()).contains("up"));
        System.out.println(bed.data + "\n" + bed.settings.runtime() + "\nrunning");
        System.out.flush();
        SandboxBed.await(result);
    }

    /** What the killed one could not. */
    static void cleanUp(Path data, Path runtime) throws IOException {
        Folders.delete(runtime);
        Cgroups.leftOvers(BubblewrapSandboxLauncher.prefix(data)).forEach(Cgroup::remove);
        Folders.delete(data);
    }
}
