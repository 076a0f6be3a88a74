package dev.metis.approval;

import dev.metis.item.Ids;

/** Id of a question to a person: {@code ques_} and a ULID. */
public record QuestionId(String value) {
    public static final String PREFIX = "ques_";

    public QuestionId {
        Ids.require("QuestionId", PREFIX, value);
    }

    @Override
    public String toString() {
        return value;
    }
}
