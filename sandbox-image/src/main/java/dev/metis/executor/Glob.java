package dev.metis.executor;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;

/**
 * A glob as Git users know it: {@code *} and {@code ?} stay within a name, {@code **} crosses names, {@code {a,b}} and
 * {@code [a-z]} choose. Without a slash it matches a name at any depth. Matching takes time linear in the path.
 */
final class Glob {
    private final Pattern pattern;

    private Glob(Pattern pattern) {
        this.pattern = pattern;
    }

    static Glob of(String glob) throws ToolFailure {
        String body = glob.startsWith("/") ? glob.substring(1) : glob;
        String prefix = glob.contains("/") ? "" : "(?:.*/)?";
        try {
            return new Glob(Pattern.compile(prefix + translate(body), Pattern.DOTALL));
        } catch (PatternSyntaxException e) {
            throw ToolFailure.arguments("glob is not understood: " + Names.shown(glob));
        }
    }

    boolean matches(String path) {
        return pattern.matcher(path).matches();
    }

    private static String translate(String glob) {
        StringBuilder out = new StringBuilder();
        int braces = 0;
        for (int i = 0; i < glob.length(); i++) {
            char c = glob.charAt(i);
            if (glob.startsWith("**/", i)) {
                out.append("(?:.*/)?");
                i += 2;
            } else if (glob.startsWith("**", i)) {
                out.append(".*");
                i += 1;
            } else if (c == '[' && glob.indexOf(']', i + 2) > 0) {
                int end = glob.indexOf(']', i + 2);
                out.append(choice(glob.substring(i + 1, end)));
                i = end;
            } else if (c == '{') {
                braces++;
                out.append("(?:");
            } else if (c == '}' && braces > 0) {
                braces--;
                out.append(')');
            } else {
                out.append(single(c, braces > 0));
            }
        }
        return out.toString();
    }

    private static String choice(String inside) {
        boolean negated = inside.startsWith("!") || inside.startsWith("^");
        String set = (negated ? inside.substring(1) : inside)
                .replace("\\", "\\\\")
                .replace("[", "\\[")
                .replace("^", "\\^");
        return negated ? "[^/" + set + "]" : "[" + set + "]";
    }

    private static String single(char c, boolean inBraces) {
        return switch (c) {
            case '*' -> "[^/]*";
            case '?' -> "[^/]";
            case ',' -> inBraces ? "|" : ",";
            default -> Pattern.quote(String.valueOf(c));
        };
    }
}
