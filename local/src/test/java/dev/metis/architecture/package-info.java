/**
 * The rules of the code base as tests: what may depend on what, what may call what, how long things may be. Each rule says why, and
 * has an example that it bites. Rules over classes are ArchUnit's; rules over source text read the files of all modules.
 */
@NullMarked
package dev.metis.architecture;

import org.jspecify.annotations.NullMarked;
