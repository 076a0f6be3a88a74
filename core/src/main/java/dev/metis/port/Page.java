package dev.metis.port;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** A page of a query (at most 1 MB of items); {@code next} is the sort key to go on after, if there may be more. */
public record Page(List<Item> items, Optional<String> next) {
    public Page {
        items = List.copyOf(items);
        Objects.requireNonNull(next, "next is null");
    }
}
