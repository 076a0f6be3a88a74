/**
 * The wiring of the one-machine runtime, and the only place that reads the environment: {@link dev.metis.local.config.Setting} lists
 * what can be set; everything else is handed values. Comes from the command line and the environment, goes to every other part.
 */
@NullMarked
package dev.metis.local.config;

import org.jspecify.annotations.NullMarked;
