/** Conversations, their messages and the queue that makes at most one run active. StartRun puts runs in, FinishRun lets the next one go. */
@NullMarked
package dev.metis.conversation;

import org.jspecify.annotations.NullMarked;
