package dev.metis.local.sandbox;

import dev.metis.port.TimeSource;

/** What all sandboxes of one server share. */
record Sandboxing(
        Host host,
        SandboxSettings settings,
        Sandboxes sandboxes,
        ProcessStarter starter,
        Cgroups cgroups,
        TimeSource time) {}
