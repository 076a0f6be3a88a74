/**
 * What the engine needs to go on after a crash: entries that are made durable in order, and what is left of them. The
 * engine appends, and reads once when it opens; it never reads back while it runs, but for names that have ended.
 */
@NullMarked
package dev.metis.local.engine.journal;

import org.jspecify.annotations.NullMarked;
