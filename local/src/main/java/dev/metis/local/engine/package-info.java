/**
 * The embedded engine: interprets the files of {@code statemachines/} as Step Functions would and is the local adapter of
 * {@code Orchestrator}. Starts and answers come in by the port, calls go out to functions, and what is needed to go on
 * after a crash goes to the journal before anything acts on it.
 */
@NullMarked
package dev.metis.local.engine;

import org.jspecify.annotations.NullMarked;
