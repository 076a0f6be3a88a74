/** Who acts: tenants, principals, and what they may ask for. Requests come in with a caller from here; everything they touch is keyed by its tenant. */
@NullMarked
package dev.metis.access;

import org.jspecify.annotations.NullMarked;
