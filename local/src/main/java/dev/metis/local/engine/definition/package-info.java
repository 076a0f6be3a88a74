/**
 * A state machine as a file says it, checked whole: a sealed model of the supported States Language and its loader.
 * Text comes from {@code statemachines/}, the model goes to the interpreter; what is not known is refused by JSON pointer.
 */
@NullMarked
package dev.metis.local.engine.definition;

import org.jspecify.annotations.NullMarked;
