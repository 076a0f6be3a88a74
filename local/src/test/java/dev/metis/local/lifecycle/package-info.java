/** Whole runs, through the real state machine, store and sandbox, with the scripted provider for a model. */
@NullMarked
package dev.metis.local.lifecycle;

import org.jspecify.annotations.NullMarked;
