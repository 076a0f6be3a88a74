package dev.metis.local.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Questions to the person at the terminal, one at a time, the oldest first. A question that was settled elsewhere is
 * withdrawn; what is typed while none is open is nobody's answer.
 */
final class Prompts {
    private final Console console;
    private final BufferedReader input;
    private final Map<String, Prompt> open = new LinkedHashMap<>();

    private record Prompt(Runnable show, Consumer<String> answer) {}

    Prompts(Console console, BufferedReader input) {
        this.console = console;
        this.input = input;
    }

    /** Begins to listen; the thread ends with the input or the program. */
    void start() {
        Thread.ofPlatform().daemon().name("prompts").start(this::listen);
    }

    /** Asks, now or when those before are settled. */
    void ask(String id, Runnable show, Consumer<String> answer) {
        boolean first;
        synchronized (this) {
            first = open.isEmpty();
            open.put(id, new Prompt(show, answer));
        }
        if (first) {
            show.run();
        }
    }

    /** Takes a question back. */
    void withdraw(String id) {
        boolean shown;
        synchronized (this) {
            shown = isFirst(id);
            open.remove(id);
        }
        if (shown) {
            showNext();
        }
    }

    private synchronized boolean isFirst(String id) {
        Iterator<String> ids = open.keySet().iterator();
        return ids.hasNext() && ids.next().equals(id);
    }

    private void listen() {
        try {
            for (String line = input.readLine(); line != null; line = input.readLine()) {
                answer(line);
            }
        } catch (IOException e) {
            console.say("The terminal cannot be read any more; decide in the browser.");
        }
    }

    private void answer(String line) {
        Prompt prompt;
        synchronized (this) {
            Iterator<Prompt> prompts = open.values().iterator();
            if (!prompts.hasNext()) {
                return;
            }
            prompt = prompts.next();
            prompts.remove();
        }
        try {
            prompt.answer().accept(line);
        } catch (CommandFailure e) {
            console.say(e.getMessage() == null ? "" : e.getMessage());
        }
        showNext();
    }

    private void showNext() {
        Runnable show;
        synchronized (this) {
            Iterator<Prompt> prompts = open.values().iterator();
            if (!prompts.hasNext()) {
                return;
            }
            show = prompts.next().show();
        }
        show.run();
    }
}
