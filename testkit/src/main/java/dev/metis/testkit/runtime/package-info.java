/** Runtimes for tests of what stands in front of runs: ports without an engine behind them. */
@NullMarked
package dev.metis.testkit.runtime;

import org.jspecify.annotations.NullMarked;
