/** The run's own rules: transitions, edits, the step log. */
@NullMarked
package dev.metis.run;

import org.jspecify.annotations.NullMarked;
