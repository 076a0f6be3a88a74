/** Half of a package cycle. */
@NullMarked
package dev.metis.architecture.example.first;

import org.jspecify.annotations.NullMarked;
