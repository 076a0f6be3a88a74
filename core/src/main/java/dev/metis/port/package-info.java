/**
 * Everything the core needs from outside: stores, orchestrator, sandbox, live channel, time and ids. Use cases call
 * these; the two runtimes implement them, and each pair of adapters passes one contract suite.
 */
@NullMarked
package dev.metis.port;

import org.jspecify.annotations.NullMarked;
