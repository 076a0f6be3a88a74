package dev.metis.usecase;

import dev.metis.port.SandboxLauncher;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A launcher on a machine that has no sandbox; remembers what it was told to stop. */
final class NoSandbox implements SandboxLauncher {
    final List<SandboxKey> stopped = new CopyOnWriteArrayList<>();

    @Override
    public LaunchResult launch(SandboxSpec spec) {
        return new LaunchResult.Unavailable("there is none", "install one");
    }

    @Override
    public void stop(SandboxKey key) {
        stopped.add(key);
    }
}
