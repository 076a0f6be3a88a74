/** The run: its head, its lifecycle (one transition table), and the only way to change it. Use cases decide here; the store remembers. */
@NullMarked
package dev.metis.run;

import org.jspecify.annotations.NullMarked;
