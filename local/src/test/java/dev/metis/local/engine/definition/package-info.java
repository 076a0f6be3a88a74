/** Tests of what the loader takes and what it refuses. */
@NullMarked
package dev.metis.local.engine.definition;

import org.jspecify.annotations.NullMarked;
