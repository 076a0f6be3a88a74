/** Small classes that break a rule on purpose: each proves that the rule bites. Nothing else may use them. */
@NullMarked
package dev.metis.architecture.example;

import org.jspecify.annotations.NullMarked;
