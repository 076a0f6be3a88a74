package dev.metis.capability;

import dev.metis.tool.CallDecision;
import dev.metis.tool.ToolEffect;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** How much a run asks before it acts. */
public enum Mode {
    /** Nothing that changes anything exists. */
    READ_ONLY,
    /** Whatever changes files or runs commands asks. */
    APPROVAL_REQUIRED,
    /** File changes in the workspace do not ask; commands do. */
    AUTO_EDIT,
    /** Nothing inside the sandbox asks. */
    FULL;

    /** What is decided on a call of a tool with this effect; DENY means that such a tool is not in the manifest. */
    public CallDecision decide(ToolEffect effect) {
        return switch (effect) {
            case READ, ASK, PLAN -> CallDecision.ALLOW;
            case WRITE ->
                switch (this) {
                    case READ_ONLY -> CallDecision.DENY;
                    case APPROVAL_REQUIRED -> CallDecision.ASK;
                    case AUTO_EDIT, FULL -> CallDecision.ALLOW;
                };
            case EXECUTE ->
                switch (this) {
                    case READ_ONLY -> CallDecision.DENY;
                    case APPROVAL_REQUIRED, AUTO_EDIT -> CallDecision.ASK;
                    case FULL -> CallDecision.ALLOW;
                };
        };
    }

    /** Why, in words for the person who is asked or reads the log. */
    public String reason(ToolEffect effect) {
        return switch (decide(effect)) {
            case ALLOW -> "mode " + wire() + " allows tools that " + does(effect);
            case ASK -> "mode " + wire() + " asks before tools that " + does(effect);
            case DENY -> "mode " + wire() + " has no tools that " + does(effect);
        };
    }

    /** The word on the wire. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static Optional<Mode> ofWire(String word) {
        return Arrays.stream(values()).filter(m -> m.wire().equals(word)).findFirst();
    }

    public static List<String> words() {
        return Arrays.stream(values()).map(Mode::wire).toList();
    }

    private static String does(ToolEffect effect) {
        return switch (effect) {
            case READ -> "only read";
            case WRITE -> "change files";
            case EXECUTE -> "run commands";
            case ASK -> "ask a person";
            case PLAN -> "keep the plan";
        };
    }
}
