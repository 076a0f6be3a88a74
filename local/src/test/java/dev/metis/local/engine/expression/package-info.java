/** Tests of JSONata as Step Functions speaks it. */
@NullMarked
package dev.metis.local.engine.expression;

import org.jspecify.annotations.NullMarked;
