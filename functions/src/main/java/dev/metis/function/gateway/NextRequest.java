package dev.metis.function.gateway;

import java.util.List;

/** Asks for work. {@code busy}: the calls that the sandbox is working on; the gateway heartbeats their waits. */
public record NextRequest(int waitSeconds, List<String> busy) {
    public static final int MAX_WAIT_SECONDS = 20;
    public static final int MAX_BUSY = 16;

    public NextRequest {
        Checks.range(waitSeconds, "waitSeconds", 0, MAX_WAIT_SECONDS);
        busy = Checks.list(busy, "busy", MAX_BUSY);
        busy.forEach(id -> Checks.callId(id, "busy[]"));
    }
}
