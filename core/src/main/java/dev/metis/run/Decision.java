package dev.metis.run;

/** What a use case decided after reading: write the edit and give the answer, or leave all as it is and give it. */
public sealed interface Decision<T> {
    T answer();

    /** Write the edit, then answer. */
    record Commit<T>(T answer) implements Decision<T> {}

    /** Write nothing. */
    record Keep<T>(T answer) implements Decision<T> {}

    static <T> Decision<T> commit(T answer) {
        return new Commit<>(answer);
    }

    static <T> Decision<T> keep(T answer) {
        return new Keep<>(answer);
    }
}
