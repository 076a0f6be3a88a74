/**
 * What a sandbox may ask: the next command, taking its output, its blobs and its results. The records are the wire format of
 * {@code docs/sandbox-protocol.md}; {@link dev.metis.function.gateway.GatewayEndpoint} maps HTTP to
 * {@link dev.metis.function.gateway.SandboxGateway} for every transport, and the runtimes host it. Everything that arrives is
 * hostile until checked: a sandbox may be wholly in the hands of what ran in it.
 */
@NullMarked
package dev.metis.function.gateway;

import org.jspecify.annotations.NullMarked;
