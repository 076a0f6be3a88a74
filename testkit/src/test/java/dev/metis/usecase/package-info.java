/** The use cases over a store in memory, driven step by step in place of a state machine. */
@NullMarked
package dev.metis.usecase;

import org.jspecify.annotations.NullMarked;
