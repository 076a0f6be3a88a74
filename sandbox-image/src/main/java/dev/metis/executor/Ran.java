package dev.metis.executor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A program that ran in a command sandbox, with all that it wrote. */
record Ran(StarterClient.Ended ended, Capture capture, long millis) {

    static Ran run(StarterClient starter, StarterClient.Program program, Call call, Path scratch)
            throws ToolFailure, IOException {
        long start = System.nanoTime();
        Capture capture = new Capture(scratch, call.output());
        try (capture) {
            StarterClient.Ended ended = starter.run(program, call, capture);
            call.output().end();
            return new Ran(ended, capture, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ToolFailure("stopped", "stopped");
        } catch (IOException e) {
            Files.deleteIfExists(capture.file());
            throw e;
        }
    }

    Finished finished(String text, String name, String mediaType, boolean mayEndOtherwise) throws IOException {
        Finished.@Nullable Whole whole = null;
        if (capture.cut()) {
            whole = new Finished.Whole(capture.file(), name, mediaType);
        } else {
            Files.deleteIfExists(capture.file());
        }
        boolean exited = ended.how().equals("exited");
        Integer exitCode = exited ? ended.exitCode() : null;
        return switch (ended.how()) {
            case "exited" ->
                ended.exitCode() == 0 || !mayEndOtherwise
                        ? new Finished(Finished.Kind.OK, null, text, whole, exitCode)
                        : new Finished(Finished.Kind.ERROR, "exit_code", text, whole, exitCode);
            case "timeout" -> new Finished(Finished.Kind.TIMEOUT, "timeout", text, whole, null);
            case "cancelled" -> new Finished(Finished.Kind.CANCELLED, "cancelled", text, whole, null);
            case "limit" -> new Finished(Finished.Kind.ERROR, "limit_exceeded", text, whole, null);
            default -> new Finished(Finished.Kind.ERROR, "not_started", text, whole, null);
        };
    }
}
