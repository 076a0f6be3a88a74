/** The program of the one machine: its {@code main} gives the command line what it needs and turns its answer into an exit code. */
@NullMarked
package dev.metis.local;

import org.jspecify.annotations.NullMarked;
