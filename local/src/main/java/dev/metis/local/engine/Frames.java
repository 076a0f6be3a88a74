package dev.metis.local.engine;

/** Ends what frames are busy with. */
final class Frames {
    private Frames() {}

    /** Stops calls, timers and waits of a frame and of all below it. Their late results find nobody. */
    static void abandon(Engine engine, Frame frame) {
        frame.activity.cancelTimers();
        switch (frame.activity) {
            case Activity.Call call -> {
                if (call.token != null) {
                    engine.tokens().remove(call.token);
                }
                if (call.thread != null) {
                    call.thread.interrupt();
                }
            }
            case Activity.Fan fan -> fan.children.values().forEach(child -> abandon(engine, child));
            case Activity.Idle _ -> {}
            case Activity.Backoff _ -> {}
            case Activity.Sleep _ -> {}
            case Activity.Done _ -> {}
        }
        frame.activity = new Activity.Idle();
    }
}
