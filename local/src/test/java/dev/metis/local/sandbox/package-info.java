/** Tests of the sandbox with real bubblewrap and real processes; only the gateway is one in memory. */
@NullMarked
package dev.metis.local.sandbox;

import org.jspecify.annotations.NullMarked;
