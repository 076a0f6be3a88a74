/**
 * JSONata as Step Functions speaks it: compiled expressions, templates that hold them, and the functions AWS adds.
 * Text comes from a definition, values from an execution; what leaves is plain JSON or an {@code EvaluationException}.
 */
@NullMarked
package dev.metis.local.engine.expression;

import org.jspecify.annotations.NullMarked;
