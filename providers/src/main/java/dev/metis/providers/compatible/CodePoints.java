package dev.metis.providers.compatible;

import java.util.function.Consumer;

/** Passes text on in whole code points: half a surrogate pair, which some servers escape apart, waits for its other half. */
final class CodePoints {
    private final Consumer<String> out;
    private String half = "";

    CodePoints(Consumer<String> out) {
        this.out = out;
    }

    void accept(String piece) {
        if (piece.isEmpty()) {
            return;
        }
        String text = half + piece;
        half = "";
        int end = text.length();
        if (Character.isHighSurrogate(text.charAt(end - 1))) {
            end--;
            half = text.substring(end);
        }
        emit(text.substring(0, end));
    }

    void end() {
        emit(half);
        half = "";
    }

    private void emit(String text) {
        if (!text.isEmpty()) {
            out.accept(WellFormed.text(text));
        }
    }
}
