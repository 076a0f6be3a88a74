/** The interface, tried without any server: requests in, answers out. */
@NullMarked
package dev.metis.function.api;

import org.jspecify.annotations.NullMarked;
