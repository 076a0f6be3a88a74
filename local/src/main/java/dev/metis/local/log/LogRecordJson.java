package dev.metis.local.log;

import dev.metis.item.ItemMapper;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** One entry of the log as one line of JSON in plain ASCII: nothing in it can end the line or move a terminal. */
final class LogRecordJson {
    private static final int MESSAGE_CHARS = 8_000;
    private static final int CAUSES = 8;
    private static final int FRAMES = 20;

    private LogRecordJson() {}

    static String line(
            Redactor redactor, Instant at, LogLevel level, String logger, String message, @Nullable Throwable thrown) {
        ObjectNode json = ItemMapper.object();
        json.put("at", ItemMapper.timestamp(at));
        json.put("level", level.name());
        json.put("logger", logger);
        json.put("thread", Thread.currentThread().getName());
        json.put("message", cut(redactor.redact(message)));
        if (thrown != null) {
            json.put("error", redactor.redact(trace(thrown)));
        }
        return ascii(ItemMapper.write(json));
    }

    private static String cut(String message) {
        return message.length() <= MESSAGE_CHARS
                ? message
                : message.substring(0, MESSAGE_CHARS) + "… (" + message.length() + " characters)";
    }

    /** The throwable with its causes, and of each the first frames: the last cause often says the most. */
    private static String trace(Throwable thrown) {
        StringBuilder text = new StringBuilder();
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Throwable cause = thrown; cause != null && seen.add(cause); cause = cause.getCause()) {
            if (seen.size() > CAUSES) {
                return text.append("…").toString();
            }
            text.append(text.isEmpty() ? "" : "caused by ")
                    .append(cut(cause.toString()))
                    .append('\n');
            Arrays.stream(cause.getStackTrace())
                    .limit(FRAMES)
                    .forEach(frame -> text.append("  at ").append(frame).append('\n'));
        }
        return text.toString();
    }

    private static String ascii(String json) {
        StringBuilder plain = new StringBuilder(json.length());
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            if (c >= ' ' && c < 0x7f) {
                plain.append(c);
            } else {
                plain.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            }
        }
        return plain.toString();
    }
}
