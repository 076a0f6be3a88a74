package dev.metis.port;

import java.util.Objects;

/** Where an item lives: table, partition key (1 to 2 048 UTF-8 bytes) and sort key (1 to 1 024 UTF-8 bytes). */
public record ItemKey(Table table, String pk, String sk) {
    public static final int MAX_PARTITION_KEY_BYTES = 2_048;
    public static final int MAX_SORT_KEY_BYTES = 1_024;

    public ItemKey {
        Objects.requireNonNull(table, "table is null");
        requireSize("pk", pk, MAX_PARTITION_KEY_BYTES);
        requireSize("sk", sk, MAX_SORT_KEY_BYTES);
    }

    public static ItemKey main(String pk, String sk) {
        return new ItemKey(Table.MAIN, pk, sk);
    }

    private static void requireSize(String name, String value, int limit) {
        Objects.requireNonNull(value, name + " is null");
        int bytes = Utf8.length(value);
        if (bytes == 0 || bytes > limit) {
            throw new IllegalArgumentException(name + " is " + bytes + " bytes; it must be 1 to " + limit);
        }
    }
}
