/** What the log may and may not say. */
@NullMarked
package dev.metis.local.log;

import org.jspecify.annotations.NullMarked;
