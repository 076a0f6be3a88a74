/** The launcher, tried in a folder of its own with stand-ins for Maven, Java and apt. */
@NullMarked
package dev.metis.launcher;

import org.jspecify.annotations.NullMarked;
