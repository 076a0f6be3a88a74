/** Half of a package cycle. */
@NullMarked
package dev.metis.architecture.example.second;

import org.jspecify.annotations.NullMarked;
