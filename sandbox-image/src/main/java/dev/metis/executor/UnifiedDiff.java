package dev.metis.executor;

import com.github.difflib.algorithm.myers.MyersDiffWithLinearSpace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The difference of two texts as people and tools read it; bounded work whatever the texts are. */
final class UnifiedDiff {
    private static final int MAX_COMPARED_LINES = 3_000;
    private static final int CONTEXT = 3;

    private final List<String> old;
    private final List<String> now;
    private final StringBuilder out = new StringBuilder();

    private UnifiedDiff(List<String> old, List<String> now) {
        this.old = old;
        this.now = now;
    }

    /** Lines from (inclusive) and to (exclusive), counted from 0, of the old and the new text. */
    private record Change(int oldFrom, int oldTo, int nowFrom, int nowTo) {
        boolean touches(Change next) {
            return oldTo == next.oldFrom && nowTo == next.nowFrom;
        }

        Change with(Change next) {
            return new Change(oldFrom, next.oldTo, nowFrom, next.nowTo);
        }
    }

    static String of(String name, boolean created, String before, String after) {
        UnifiedDiff diff = new UnifiedDiff(created ? List.of() : lines(before), lines(after));
        List<Change> changes = diff.changes();
        if (changes.isEmpty()) {
            return "";
        }
        diff.out.append("--- ").append(created ? "/dev/null" : "a/" + name).append('\n');
        diff.out.append("+++ b/").append(name).append('\n');
        for (int from = 0; from < changes.size(); ) {
            int to = from + 1;
            while (to < changes.size()
                    && changes.get(to).oldFrom() - changes.get(to - 1).oldTo() <= 2 * CONTEXT) {
                to++;
            }
            diff.hunk(changes.subList(from, to));
            from = to;
        }
        return diff.out.toString();
    }

    private static List<String> lines(String text) {
        if (text.isEmpty()) {
            return List.of();
        }
        List<String> lines = Arrays.asList(text.split("\n", -1));
        if (text.endsWith("\n")) {
            return lines.subList(0, lines.size() - 1);
        }
        List<String> open = new ArrayList<>(lines);
        open.set(open.size() - 1, open.getLast() + "\n\\ No newline at end of file");
        return open;
    }

    /** Compares only what lies between the common beginning and end; too much of it is one change. */
    private List<Change> changes() {
        int head = 0;
        int shorter = Math.min(old.size(), now.size());
        while (head < shorter && old.get(head).equals(now.get(head))) {
            head++;
        }
        int tail = 0;
        while (tail < shorter - head && old.get(old.size() - 1 - tail).equals(now.get(now.size() - 1 - tail))) {
            tail++;
        }
        Change all = new Change(head, old.size() - tail, head, now.size() - tail);
        int removed = all.oldTo() - all.oldFrom();
        int added = all.nowTo() - all.nowFrom();
        if (removed + added == 0) {
            return List.of();
        }
        boolean simple = removed == 0 || added == 0 || removed + added > MAX_COMPARED_LINES;
        return simple ? List.of(all) : compared(all);
    }

    private List<Change> compared(Change within) {
        List<Change> changes = new ArrayList<>();
        for (var change : new MyersDiffWithLinearSpace<String>()
                .computeDiff(
                        old.subList(within.oldFrom(), within.oldTo()),
                        now.subList(within.nowFrom(), within.nowTo()),
                        null)) {
            Change next = new Change(
                    within.oldFrom() + change.startOriginal,
                    within.oldFrom() + change.endOriginal,
                    within.nowFrom() + change.startRevised,
                    within.nowFrom() + change.endRevised);
            if (!changes.isEmpty() && changes.getLast().touches(next)) {
                changes.set(changes.size() - 1, changes.getLast().with(next));
            } else {
                changes.add(next);
            }
        }
        return changes;
    }

    private void hunk(List<Change> changes) {
        Change first = changes.getFirst();
        Change last = changes.getLast();
        int before = Math.min(CONTEXT, first.oldFrom());
        int after = Math.min(CONTEXT, old.size() - last.oldTo());
        out.append("@@ -").append(range(first.oldFrom() - before, last.oldTo() + after));
        out.append(" +")
                .append(range(first.nowFrom() - before, last.nowTo() + after))
                .append(" @@\n");
        int at = first.oldFrom() - before;
        for (Change change : changes) {
            lines(' ', old.subList(at, change.oldFrom()));
            lines('-', old.subList(change.oldFrom(), change.oldTo()));
            lines('+', now.subList(change.nowFrom(), change.nowTo()));
            at = change.oldTo();
        }
        lines(' ', old.subList(at, at + after));
    }

    private void lines(char mark, List<String> lines) {
        lines.forEach(line -> out.append(mark).append(line).append('\n'));
    }

    /** As {@code diff} writes it: an empty range names the line before it. */
    private static String range(int from, int to) {
        int start = from == to ? from : from + 1;
        return to - from == 1 ? Integer.toString(start) : start + "," + (to - from);
    }
}
