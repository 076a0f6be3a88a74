package dev.metis.local.engine.definition;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * A loaded definition.
 *
 * @param hash SHA-256 of name and text in hex; the identity of a version
 * @param text the definition as JSON after its substitutions, from which it can be loaded again
 */
public record StateMachine(String name, String hash, String text, Scope scope, Optional<Duration> timeout) {
    public StateMachine {
        Objects.requireNonNull(name, "name is null");
        Objects.requireNonNull(hash, "hash is null");
        Objects.requireNonNull(text, "text is null");
        Objects.requireNonNull(scope, "scope is null");
        Objects.requireNonNull(timeout, "timeout is null");
    }
}
