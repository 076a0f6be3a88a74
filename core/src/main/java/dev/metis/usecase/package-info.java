/** One class a verb: what the API and the state machine's steps do to the store. Each decides purely, stores the intent, then acts. */
@NullMarked
package dev.metis.usecase;

import org.jspecify.annotations.NullMarked;
