/**
 * The functions that the state machine names, each thin over a use case: requests come in as ids and an order, results go
 * out as small facts to route on. The same beans run as Lambda functions and in process.
 */
@NullMarked
package dev.metis.function.step;

import org.jspecify.annotations.NullMarked;
