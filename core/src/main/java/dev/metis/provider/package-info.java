/**
 * The one contract with models: a turn request goes in, canonical provider events come out, a failure is classified
 * once. Turns call an adapter through {@link dev.metis.provider.ProviderAdapter}; the module {@code providers} holds
 * one package for each wire format.
 */
@NullMarked
package dev.metis.provider;

import org.jspecify.annotations.NullMarked;
