package dev.metis.access;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** What a principal is in its tenant: the most that any of its credentials can do there. */
public enum Role {
    OWNER,
    MEMBER,
    VIEWER;

    /** The scopes that this role leaves of those a credential has. */
    public Set<Scope> limit(Set<Scope> scopes) {
        EnumSet<Scope> left = EnumSet.noneOf(Scope.class);
        scopes.stream().filter(this::allows).forEach(left::add);
        return Collections.unmodifiableSet(left);
    }

    private boolean allows(Scope scope) {
        return switch (this) {
            case OWNER -> true;
            case MEMBER -> scope != Scope.ADMIN;
            case VIEWER -> scope == Scope.RUNS_READ;
        };
    }

    /** The word on the wire. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
