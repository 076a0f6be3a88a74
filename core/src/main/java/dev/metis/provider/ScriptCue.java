package dev.metis.provider;

import java.util.Objects;
import tools.jackson.databind.JsonNode;

/** The script of a run and which of its turns to play, from 0; the caller counts. */
public record ScriptCue(JsonNode script, int position) {
    public ScriptCue {
        Objects.requireNonNull(script, "script is null");
        if (position < 0) {
            throw new IllegalArgumentException("position is " + position + "; it starts at 0");
        }
    }
}
