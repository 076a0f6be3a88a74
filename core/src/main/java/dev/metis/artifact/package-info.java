/**
 * Bytes outside items and events: what an artifact is, and the rule that keeps large values out of the store. Runs and
 * tools make artifacts; items, events and answers hold references to them.
 */
@NullMarked
package dev.metis.artifact;

import org.jspecify.annotations.NullMarked;
