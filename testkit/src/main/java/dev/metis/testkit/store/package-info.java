/**
 * What every store must do, as suites that each adapter runs ({@code …Contract}), stores in memory that obey the same
 * suites, and decorators that inject faults into any store.
 */
@NullMarked
package dev.metis.testkit.store;

import org.jspecify.annotations.NullMarked;
