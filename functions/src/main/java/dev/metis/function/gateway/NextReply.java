package dev.metis.function.gateway;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** At most one command, the calls to end at once, and whether the sandbox is to stop (it then ends what runs and exits). */
public record NextReply(@Nullable SandboxCommand command, List<String> cancel, boolean stop) {
    public NextReply {
        cancel = List.copyOf(cancel);
    }

    /** Nothing to do yet. */
    public static NextReply idle() {
        return new NextReply(null, List.of(), false);
    }
}
