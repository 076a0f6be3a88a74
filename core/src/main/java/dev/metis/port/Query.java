package dev.metis.port;

import java.util.Objects;
import java.util.Optional;

/**
 * A range of one partition in sort key order (UTF-8 bytes): {@code from} ≤ sk ≤ {@code to}, both inclusive; a range that
 * ends before it begins is empty. {@code after}, where given, is the last sort key of the page before: the answer holds
 * what lies behind it in the direction of reading, whether an item has that key or not.
 */
public record Query(
        Table table, String pk, String from, String to, boolean ascending, int limit, Optional<String> after) {
    public static final int MAX_LIMIT = 1_000;
    /** The last code point: sorts after every sort key that starts with the prefix it is put behind. */
    public static final String HIGH = "\uDBFF\uDFFF";

    public Query {
        Objects.requireNonNull(table, "table is null");
        Objects.requireNonNull(pk, "pk is null");
        Objects.requireNonNull(from, "from is null");
        Objects.requireNonNull(to, "to is null");
        Objects.requireNonNull(after, "after is null");
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new IllegalArgumentException("limit is " + limit + "; it must be 1 to " + MAX_LIMIT);
        }
    }

    /** The items of a partition whose sort key starts with the prefix, oldest key first. */
    public static Query prefix(Table table, String pk, String prefix, int limit) {
        return new Query(table, pk, prefix, prefix + HIGH, true, limit, Optional.empty());
    }

    public Query backwards() {
        return new Query(table, pk, from, to, false, limit, after);
    }

    public Query after(String sk) {
        return new Query(table, pk, from, to, ascending, limit, Optional.of(sk));
    }
}
