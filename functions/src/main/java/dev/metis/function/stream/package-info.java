/**
 * What follows from a committed change: the execution a run wants is started, a settled wait is woken. Changes come from
 * the store's feed, at least once; everything here may be repeated.
 */
@NullMarked
package dev.metis.function.stream;

import org.jspecify.annotations.NullMarked;
