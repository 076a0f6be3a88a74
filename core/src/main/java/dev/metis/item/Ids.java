package dev.metis.item;

import java.util.Objects;
import java.util.regex.Pattern;

/** The one form of an id: a prefix and 26 characters of Crockford base 32. */
public final class Ids {
    private static final Pattern ULID = Pattern.compile("[0-7][0-9A-HJKMNP-TV-Z]{25}");

    private Ids() {}

    /** Rejects a value that is not the prefix and a ULID; the message does not repeat the value. */
    public static void require(String name, String prefix, String value) {
        Objects.requireNonNull(value, name + " is null");
        if (!valid(prefix, value)) {
            throw new IllegalArgumentException(name + " must be " + prefix + " and a ULID");
        }
    }

    public static boolean valid(String prefix, String value) {
        return value.length() == prefix.length() + 26
                && value.startsWith(prefix)
                && ULID.matcher(value.substring(prefix.length())).matches();
    }
}
