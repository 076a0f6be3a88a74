/**
 * How domain objects lie in items: the form of ids, the keys of the data model, and the mapping of records to
 * attributes. Every repository of the core builds its keys and reads its items through here.
 */
@NullMarked
package dev.metis.item;

import org.jspecify.annotations.NullMarked;
