/**
 * What the program says about itself: one JSON object a line, without secrets and without anything that a terminal would
 * obey. Every logger in the process, of whatever library, ends here.
 */
@NullMarked
package dev.metis.local.log;

import org.jspecify.annotations.NullMarked;
