/** What the codecs of all providers share: how a failure's status and its retry hint are read. One package a wire format lies below. */
@NullMarked
package dev.metis.providers;

import org.jspecify.annotations.NullMarked;
