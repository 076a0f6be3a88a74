/** The generated parts of the docs: made from the program itself, checked for being current by every build. */
@NullMarked
package dev.metis.docs;

import org.jspecify.annotations.NullMarked;
