package dev.metis.executor;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/**
 * Polls the gateway for as long as the sandbox lives, also while calls run: that is the heartbeat, and how cancellation arrives. Ends
 * when the gateway says so, when the token opens nothing any more, or when the gateway has not answered for minutes.
 */
final class Executor {
    private static final long FIRST_PAUSE_MILLIS = 50;
    private static final long LONGEST_PAUSE_MILLIS = 2_000;
    private static final long GIVE_UP_NANOS = TimeUnit.MINUTES.toNanos(5);

    private final Gateway gateway;
    private final CallRunner runner;
    private final OutputSender sender;
    private final Map<String, Call> running = new ConcurrentHashMap<>();

    Executor(Gateway gateway, CallRunner runner, OutputSender sender) {
        this.gateway = gateway;
        this.runner = runner;
        this.sender = sender;
    }

    void run() {
        long lastAnswer = System.nanoTime();
        long pause = FIRST_PAUSE_MILLIS;
        while (true) {
            try {
                boolean stop = handle(gateway.next(running.keySet()));
                lastAnswer = System.nanoTime();
                pause = FIRST_PAUSE_MILLIS;
                if (stop) {
                    end();
                    return;
                }
            } catch (Gateway.Over | Gateway.Rejected e) {
                System.err.println(e.getMessage());
                end();
                return;
            } catch (IOException e) {
                if (System.nanoTime() - lastAnswer > GIVE_UP_NANOS || gateway.pause(pause)) {
                    System.err.println("the gateway does not answer: " + e.getMessage());
                    end();
                    return;
                }
                pause = Math.min(pause * 2, LONGEST_PAUSE_MILLIS);
            }
        }
    }

    private boolean handle(JsonNode reply) {
        for (JsonNode id : reply.path("cancel")) {
            Call call = running.get(id.asString());
            if (call != null) {
                call.cancel();
            }
        }
        JsonNode command = reply.path("command");
        if (command.isObject()) {
            start(Command.of(command));
        }
        return reply.path("stop").asBoolean(false);
    }

    private void start(Command command) {
        Call call = new Call(command, new LiveOutput(command, sender));
        if (running.putIfAbsent(command.callId(), call) != null) {
            return;
        }
        Thread.ofPlatform().name(command.callId()).daemon(true).start(() -> {
            try {
                runner.run(call);
            } catch (IOException e) {
                System.err.println("the result of " + command.callId() + " was lost: " + e.getMessage());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                running.remove(command.callId(), call);
                call.finished();
            }
        });
    }

    /** Cancels what runs and lets it post its result, briefly. */
    private void end() {
        running.values().forEach(Call::cancel);
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(3);
        try {
            for (Call call : running.values()) {
                call.awaitFinished(TimeUnit.NANOSECONDS.toMillis(Math.max(0, deadline - System.nanoTime())));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        sender.close();
    }
}
