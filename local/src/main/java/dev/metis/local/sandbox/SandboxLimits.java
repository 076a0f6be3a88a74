package dev.metis.local.sandbox;

/**
 * What a command may use. The workspace's size and file count are polled while a command runs; memory and processes are held by a
 * cgroup where one can be made, else by rlimits; the rest by the kernel everywhere.
 *
 * @param memoryBytes memory of a command's whole tree, its scratch included
 * @param processes processes and threads of a command's tree
 * @param cpuSeconds processor time of one process
 * @param fileBytes size of one file
 * @param openFiles descriptors of one process
 * @param workspaceBytes bytes in the workspace, ignored paths included
 * @param workspaceFiles files and directories in the workspace, ignored paths included
 * @param scratchBytes size of a command's {@code /tmp}
 * @param scratchFiles files in a command's {@code /tmp}
 */
public record SandboxLimits(
        long memoryBytes,
        int processes,
        int cpuSeconds,
        long fileBytes,
        int openFiles,
        long workspaceBytes,
        int workspaceFiles,
        long scratchBytes,
        int scratchFiles) {
    private static final long MIB = 1L << 20;

    public SandboxLimits {
        boolean sane = memoryBytes >= 64 * MIB
                && processes >= 16
                && cpuSeconds >= 1
                && fileBytes >= MIB
                && openFiles >= 64
                && workspaceBytes >= MIB
                && workspaceFiles >= 1
                && scratchBytes >= MIB
                && scratchFiles >= 16;
        if (!sane) {
            throw new IllegalArgumentException("a sandbox limit is too small to run anything");
        }
    }

    public static SandboxLimits defaults() {
        return new SandboxLimits(
                2_048 * MIB, 1_024, 1_800, 1_024 * MIB, 4_096, 2_048 * MIB, 100_000, 512 * MIB, 100_000);
    }
}
