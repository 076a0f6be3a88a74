/**
 * Faults with a stable code and the party who can act on them. Expected outcomes are result variants, not exceptions;
 * what is thrown from here ends in a problem answer, a recorded event or a retry of the state machine.
 */
@NullMarked
package dev.metis.error;

import org.jspecify.annotations.NullMarked;
