package dev.metis.approval;

import dev.metis.item.Ids;

/** Id of an approval request (never the id of the call under review): {@code appr_} and a ULID. */
public record ApprovalId(String value) {
    public static final String PREFIX = "appr_";

    public ApprovalId {
        Ids.require("ApprovalId", PREFIX, value);
    }

    @Override
    public String toString() {
        return value;
    }
}
