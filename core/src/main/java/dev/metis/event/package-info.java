/** What happened in a run: past facts with a contiguous seq, written in the transaction of the change they tell of. Watchers read them; no state is read back from them. */
@NullMarked
package dev.metis.event;

import org.jspecify.annotations.NullMarked;
