/**
 * How a tool call starts and ends: the gate it must pass, the one receipt it gets, and the moves of the approvals it may
 * need, each as a part of a run's edit. Steps and people come in through use cases; nothing else starts a tool.
 */
@NullMarked
package dev.metis.gate;

import org.jspecify.annotations.NullMarked;
