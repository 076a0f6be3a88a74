package dev.metis.function.gateway;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks of the protocol's fields; a refusal names the field and repeats no value. */
final class Checks {
    private static final Pattern CALL_ID = Pattern.compile("call_[0-9A-HJKMNP-TV-Z]{26}");
    private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");

    private Checks() {}

    static <T> T present(@Nullable T value, String field) {
        if (value == null) {
            throw new RejectedRequest(400, field + " is missing");
        }
        return value;
    }

    static void callId(@Nullable String value, String field) {
        if (!CALL_ID.matcher(present(value, field)).matches()) {
            throw new RejectedRequest(400, field + " is no call id");
        }
    }

    static void sha256(@Nullable String value, String field) {
        if (!SHA256.matcher(present(value, field)).matches()) {
            throw new RejectedRequest(400, field + " is no SHA-256 in lower-case hex");
        }
    }

    static void text(@Nullable String value, String field, int max) {
        if (present(value, field).length() > max) {
            throw new RejectedRequest(400, field + " is longer than " + max + " characters");
        }
    }

    static void range(long value, String field, long min, long max) {
        if (value < min || value > max) {
            throw new RejectedRequest(400, field + " must be from " + min + " to " + max);
        }
    }

    static <T> List<T> list(@Nullable List<T> value, String field, int max) {
        List<T> list = present(value, field);
        if (list.size() > max) {
            throw new RejectedRequest(400, field + " has more than " + max + " entries");
        }
        for (T entry : list) {
            present(entry, field + "[]");
        }
        return List.copyOf(list);
    }
}
