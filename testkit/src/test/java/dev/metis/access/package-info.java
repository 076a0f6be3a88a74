/** What the access package promises, tried over the store in memory. */
@NullMarked
package dev.metis.access;

import org.jspecify.annotations.NullMarked;
