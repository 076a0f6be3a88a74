/** What a run may do: profiles, modes and the manifest frozen when an attempt begins. The gate asks it; nothing a model writes changes it. */
@NullMarked
package dev.metis.capability;

import org.jspecify.annotations.NullMarked;
