/**
 * JSON that two programs must agree on byte for byte: strict reading of hostile text, the canonical form of RFC 8785,
 * and hashes over it. Approvals, manifests and snapshots are bound by these hashes.
 */
@NullMarked
package dev.metis.json;

import org.jspecify.annotations.NullMarked;
