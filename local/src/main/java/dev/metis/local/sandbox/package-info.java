/**
 * Sandboxes on one machine: {@link dev.metis.local.sandbox.BubblewrapSandboxLauncher} starts the executor in one bubblewrap, and, when
 * the executor asks through the starter socket, every command in a sibling bubblewrap of its own that shares only the workspace.
 * {@link dev.metis.local.sandbox.GatewayServer} lets the executor reach its gateway over a Unix socket. All processes are started by
 * one thread, with an empty environment, and end with it. What holds the walls together is written down in
 * {@code sandbox-image/README.md}.
 */
@NullMarked
package dev.metis.local.sandbox;

import org.jspecify.annotations.NullMarked;
