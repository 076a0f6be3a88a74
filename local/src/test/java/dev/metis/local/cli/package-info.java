/** The commands, from their arguments to their exit codes. */
@NullMarked
package dev.metis.local.cli;

import org.jspecify.annotations.NullMarked;
