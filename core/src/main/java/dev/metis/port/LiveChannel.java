package dev.metis.port;

/** Pushes frames to live connections. Best effort: a frame may be lost, never reordered for one connection. */
public interface LiveChannel {
    int MAX_FRAME_BYTES = 32 * 1024;

    /** Sends one text frame of at most {@value #MAX_FRAME_BYTES} UTF-8 bytes. */
    Delivery send(String connectionId, String frame);

    /** What became of a frame. */
    enum Delivery {
        SENT,
        /** The connection is gone; forget it. */
        GONE,
        /** The connection is slow; the frame was dropped. */
        DROPPED
    }
}
