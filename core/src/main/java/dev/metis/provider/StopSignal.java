package dev.metis.provider;

/** Tells a running stream that nobody wants it any more. */
public interface StopSignal {
    /** A signal that never comes. */
    StopSignal NEVER = new StopSignal() {
        @Override
        public boolean stopped() {
            return false;
        }

        @Override
        public Registration onStop(Runnable close) {
            return () -> {};
        }
    };

    boolean stopped();

    /**
     * Runs {@code close} once when the stop comes, on the thread that stops; at once when it has come already. Closing
     * the registration forgets it.
     */
    Registration onStop(Runnable close);

    /** What an adapter closes when its stream has ended. */
    interface Registration extends AutoCloseable {
        @Override
        void close();
    }
}
