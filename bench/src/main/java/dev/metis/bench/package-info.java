/** Measures of the whole on one machine; each class is a program that prints its figures. Run by {@code bench/run}. */
@NullMarked
package dev.metis.bench;

import org.jspecify.annotations.NullMarked;
