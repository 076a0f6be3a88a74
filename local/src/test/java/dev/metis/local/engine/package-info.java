/** Tests of the embedded engine, construct by construct, on a clock that the test moves. */
@NullMarked
package dev.metis.local.engine;

import org.jspecify.annotations.NullMarked;
