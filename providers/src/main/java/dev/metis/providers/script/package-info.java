/**
 * The scripted provider: plays turns that came with the run, or a small demonstration, through the contract of every
 * other provider. It serves demos, replays and tests, and is no language model.
 */
@NullMarked
package dev.metis.providers.script;

import org.jspecify.annotations.NullMarked;
