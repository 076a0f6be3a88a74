/**
 * The commands a person types. Each talks to the running server over HTTP, as any client does, and finds it through the
 * control file of its data directory. Results go to stdout, everything else to stderr; whatever came from outside is made
 * harmless before a terminal sees it.
 */
@NullMarked
package dev.metis.local.cli;

import org.jspecify.annotations.NullMarked;
