package dev.metis.executor;

import com.github.difflib.UnifiedDiffUtils;
import com.github.difflib.algorithm.myers.MyersDiffWithLinearSpace;
import com.github.difflib.patch.ChangeDelta;
import com.github.difflib.patch.Chunk;
import com.github.difflib.patch.DeleteDelta;
import com.github.difflib.patch.InsertDelta;
import com.github.difflib.patch.Patch;
import java.util.Arrays;
import java.util.List;

/** The difference of two texts as people and tools read it; bounded work whatever the texts are. */
final class UnifiedDiff {
    private static final int MAX_COMPARED_LINES = 3_000;
    private static final int CONTEXT = 3;

    private UnifiedDiff() {}

    static String of(String name, boolean created, String before, String after) {
        List<String> old = created ? List.of() : lines(before);
        List<String> now = lines(after);
        if (old.equals(now)) {
            return "";
        }
        Patch<String> patch = patch(old, now);
        String from = created ? "/dev/null" : "a/" + name;
        return String.join("\n", UnifiedDiffUtils.generateUnifiedDiff(from, "b/" + name, old, patch, CONTEXT)) + "\n";
    }

    private static List<String> lines(String text) {
        if (text.isEmpty()) {
            return List.of();
        }
        List<String> lines = Arrays.asList(text.split("\n", -1));
        if (text.endsWith("\n")) {
            return lines.subList(0, lines.size() - 1);
        }
        List<String> open = new java.util.ArrayList<>(lines);
        open.set(open.size() - 1, open.getLast() + "\n\\ No newline at end of file");
        return open;
    }

    /** Compares only what lies between the common beginning and end; too much of it is one change. */
    private static Patch<String> patch(List<String> old, List<String> now) {
        int head = 0;
        int shorter = Math.min(old.size(), now.size());
        while (head < shorter && old.get(head).equals(now.get(head))) {
            head++;
        }
        int tail = 0;
        while (tail < shorter - head && old.get(old.size() - 1 - tail).equals(now.get(now.size() - 1 - tail))) {
            tail++;
        }
        List<String> oldMiddle = old.subList(head, old.size() - tail);
        List<String> nowMiddle = now.subList(head, now.size() - tail);
        Patch<String> patch = new Patch<>();
        if (oldMiddle.isEmpty() || nowMiddle.isEmpty() || oldMiddle.size() + nowMiddle.size() > MAX_COMPARED_LINES) {
            add(patch, head, head, oldMiddle, nowMiddle);
            return patch;
        }
        for (var change : new MyersDiffWithLinearSpace<String>().computeDiff(oldMiddle, nowMiddle, null)) {
            add(
                    patch,
                    head + change.startOriginal,
                    head + change.startRevised,
                    oldMiddle.subList(change.startOriginal, change.endOriginal),
                    nowMiddle.subList(change.startRevised, change.endRevised));
        }
        return patch;
    }

    private static void add(Patch<String> patch, int oldAt, int nowAt, List<String> removed, List<String> added) {
        Chunk<String> source = new Chunk<>(oldAt, removed);
        Chunk<String> target = new Chunk<>(nowAt, added);
        if (removed.isEmpty()) {
            patch.addDelta(new InsertDelta<>(source, target));
        } else if (added.isEmpty()) {
            patch.addDelta(new DeleteDelta<>(source, target));
        } else {
            patch.addDelta(new ChangeDelta<>(source, target));
        }
    }
}
