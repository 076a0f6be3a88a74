package dev.metis.executor;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Finds what is near a text that is not there, so that the next try can be right. */
final class NearMiss {
    private static final int MAX_LINES = 40_000;
    private static final int MAX_SOUGHT = 40;
    private static final int SHOWN = 12;

    private NearMiss() {}

    static String describe(String text, String sought) {
        List<String> lines = head(text, MAX_LINES);
        List<String> wanted = head(sought, MAX_SOUGHT);
        int best = 0;
        double score = -1;
        for (int i = 0; i < lines.size(); i++) {
            double here = score(lines, i, wanted);
            if (here > score) {
                score = here;
                best = i;
            }
        }
        if (score <= 0) {
            return "Nothing in it is similar.";
        }
        String why = whitespaceOnly(text, sought) ? "It differs only in white space or line ends. " : "";
        return why + "The closest lines are:\n" + numbered(lines, best, wanted.size());
    }

    private static List<String> head(String text, int max) {
        return text.lines().limit(max).toList();
    }

    /** Equal lines count fully, the first line also by the words it shares. */
    private static double score(List<String> lines, int at, List<String> wanted) {
        double score = 0;
        for (int j = 0; j < wanted.size() && at + j < lines.size(); j++) {
            String have = lines.get(at + j).strip();
            String want = wanted.get(j).strip();
            if (!want.isEmpty() && want.equals(have)) {
                score += 1;
            } else if (j == 0 && !want.isEmpty()) {
                score += 0.9 * alike(want, have);
            }
        }
        return score;
    }

    private static double alike(String want, String have) {
        Set<String> words = words(want);
        Set<String> both = new HashSet<>(words(have));
        int there = both.size();
        both.retainAll(words);
        int union = words.size() + there - both.size();
        return union == 0 ? 0 : (double) both.size() / union;
    }

    private static Set<String> words(String line) {
        Set<String> words = new HashSet<>();
        Arrays.stream(line.substring(0, Math.min(line.length(), 400)).split("[^\\p{L}\\p{N}_]+"))
                .filter(word -> !word.isEmpty())
                .forEach(words::add);
        return words;
    }

    private static boolean whitespaceOnly(String text, String sought) {
        return text.length() < 2_000_000 && squeezed(text).contains(squeezed(sought));
    }

    private static String squeezed(String text) {
        StringBuilder out = new StringBuilder(text.length());
        text.chars().filter(c -> !Character.isWhitespace(c)).forEach(c -> out.append((char) c));
        return out.toString();
    }

    private static String numbered(List<String> lines, int from, int count) {
        StringBuilder shown = new StringBuilder();
        int to = Math.min(lines.size(), from + Math.min(count + 1, SHOWN));
        for (int i = Math.max(0, from - 1); i < to; i++) {
            String line = lines.get(i);
            shown.append(String.format("%6d\t%s\n", i + 1, line.length() > 300 ? line.substring(0, 300) + "…" : line));
        }
        return shown.toString();
    }
}
