/** Time and ids that a test holds in its hand, in place of the system's. */
@NullMarked
package dev.metis.testkit.time;

import org.jspecify.annotations.NullMarked;
