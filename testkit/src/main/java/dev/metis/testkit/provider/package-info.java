/**
 * What every provider adapter is held by: the contract suite, a stop that a test can give, and a server that speaks Chat
 * Completions with every habit and fault that a test asks for.
 */
@NullMarked
package dev.metis.testkit.provider;

import org.jspecify.annotations.NullMarked;
