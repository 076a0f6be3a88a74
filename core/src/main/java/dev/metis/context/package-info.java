/** What a model is shown: the context snapshot of an attempt and the transcript of a conversation. */
@NullMarked
package dev.metis.context;

import org.jspecify.annotations.NullMarked;
