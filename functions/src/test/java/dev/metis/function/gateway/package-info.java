/** Tests of the sandbox protocol. */
@NullMarked
package dev.metis.function.gateway;

import org.jspecify.annotations.NullMarked;
