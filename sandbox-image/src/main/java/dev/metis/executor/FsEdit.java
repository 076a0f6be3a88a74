package dev.metis.executor;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code fs.edit}: replaces an exact text, which must be there once unless all are meant. */
final class FsEdit implements Tool {
    private final Workspace workspace;

    FsEdit(Workspace workspace) {
        this.workspace = workspace;
    }

    @Override
    public boolean changesFiles() {
        return true;
    }

    @Override
    public Finished run(Call call) throws ToolFailure, IOException {
        Arguments arguments = call.arguments();
        String path = arguments.text("path");
        String oldText = arguments.text("oldText");
        String newText = arguments.text("newText");
        boolean all = arguments.flag("replaceAll");
        arguments.noMore();
        if (oldText.isEmpty() || oldText.equals(newText)) {
            throw ToolFailure.arguments("oldText must not be empty, and newText must differ from it");
        }
        FileEdit edit = FileEdit.begin(workspace, path);
        Optional<Finished> stale = edit.stale(call.command().approvedFileHash());
        if (stale.isPresent()) {
            return stale.get();
        }
        String text = edit.text();
        List<Integer> places = places(text, oldText);
        requireMatch(edit.place(), text, oldText, places, all);
        String after = all ? text.replace(oldText, newText) : once(text, oldText, newText, places.getFirst());
        byte[] bytes = after.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > FileEdit.MAX_BYTES) {
            throw new ToolFailure("file_too_large", "file_too_large: the result would have more than 20 MB");
        }
        call.check();
        edit.write(call.command().callId(), bytes);
        String times = places.size() == 1 ? "edited" : "edited " + places.size() + " places in";
        return Finished.ok(edit.report(times, bytes, after));
    }

    private static String once(String text, String oldText, String newText, int at) {
        return text.substring(0, at) + newText + text.substring(at + oldText.length());
    }

    private static List<Integer> places(String text, String oldText) {
        List<Integer> places = new ArrayList<>();
        for (int at = text.indexOf(oldText); at >= 0; at = text.indexOf(oldText, at + oldText.length())) {
            places.add(at);
        }
        return places;
    }

    private static void requireMatch(Place place, String text, String oldText, List<Integer> places, boolean all)
            throws ToolFailure {
        if (places.isEmpty()) {
            throw new ToolFailure(
                    "no_match",
                    "no_match: oldText is not in " + place.shown() + "; nothing was changed\n"
                            + NearMiss.describe(text, oldText));
        }
        if (places.size() > 1 && !all) {
            throw new ToolFailure(
                    "many_matches",
                    "many_matches: oldText is in " + place.shown() + " " + places.size() + " times (at lines "
                            + lines(text, places)
                            + "); nothing was changed. Give more of the surrounding text, or set replaceAll");
        }
    }

    private static String lines(String text, List<Integer> places) {
        StringBuilder lines = new StringBuilder();
        int line = 1;
        int from = 0;
        for (int place : places.subList(0, Math.min(10, places.size()))) {
            line += (int)
                    text.substring(from, place).chars().filter(c -> c == '\n').count();
            from = place;
            lines.append(lines.isEmpty() ? "" : ", ").append(line);
        }
        return lines + (places.size() > 10 ? ", …" : "");
    }
}
