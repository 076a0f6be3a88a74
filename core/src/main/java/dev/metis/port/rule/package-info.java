/**
 * What the words of the item store mean, written once: when a condition holds, what a change does, how large an item
 * is, how a transaction ends. Called by the adapters whose technology does not compute this itself (SQLite, in
 * memory); pure, so that nothing here waits or fails halfway.
 */
@NullMarked
package dev.metis.port.rule;

import org.jspecify.annotations.NullMarked;
