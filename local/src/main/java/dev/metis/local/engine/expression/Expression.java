package dev.metis.local.engine.expression;

import com.dashjoin.jsonata.JException;
import com.dashjoin.jsonata.Jsonata;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One JSONata expression, compiled once and evaluated by any thread. An evaluation ends within {@link #TIME_MILLIS} and
 * {@link #DEPTH} nested steps; a result that is undefined, a function or no JSON is an {@link EvaluationException}.
 */
public final class Expression {
    static final long TIME_MILLIS = 2_000;
    static final int DEPTH = 250;
    private static final Pattern NAME = Pattern.compile("\\$([\\p{L}_][\\p{L}\\p{N}\\p{M}_]*)");

    private final String source;
    private final String field;
    private final Jsonata compiled;
    private final Set<String> names;
    private final StatesFunctions functions;

    private Expression(String source, String field, Jsonata compiled, StatesFunctions functions) {
        this.source = source;
        this.field = field;
        this.compiled = compiled;
        this.functions = functions;
        this.names = namesIn(source);
    }

    /** Whether a string of a definition holds an expression. */
    public static boolean marks(String text) {
        return text.startsWith("{%");
    }

    /** Compiles a string that {@link #marks} says holds an expression; {@code field} is its place in the state. */
    public static Expression compile(String text, String field, StatesFunctions functions) throws EvaluationException {
        Objects.requireNonNull(functions, "functions is null");
        if (!marks(text) || !text.endsWith("%}") || text.length() < 4) {
            throw new EvaluationException("an expression starts with {% and ends with %}");
        }
        String source = text.substring(2, text.length() - 2).strip();
        try {
            Jsonata compiled = Jsonata.jsonata(source);
            compiled.setOutputConvertNulls(false);
            compiled.setValidateInput(false);
            return new Expression(source, field, compiled, functions);
        } catch (RuntimeException e) {
            throw new EvaluationException("not a JSONata expression: " + e.getMessage());
        }
    }

    private static Set<String> namesIn(String source) {
        Set<String> names = new LinkedHashSet<>();
        Matcher matcher = NAME.matcher(source);
        while (matcher.find()) {
            names.add(matcher.group(1));
        }
        return Set.copyOf(names);
    }

    /** The variables the expression may read; {@code states} among them. */
    public Set<String> names() {
        return names;
    }

    /** The value, which is never undefined. */
    public JsonNode evaluate(Bindings bindings) throws EvaluationException {
        Object value = run(frame(bindings));
        if (value == null) {
            throw failed("returned nothing (undefined).");
        }
        try {
            return JsonataValues.toJson(value);
        } catch (EvaluationException e) {
            throw failed(e.problem() + ".");
        }
    }

    private Jsonata.Frame frame(Bindings bindings) {
        Jsonata.Frame frame = compiled.createFrame();
        functions.bindTo(frame);
        for (String name : names) {
            JsonNode value = name.equals("states")
                    ? bindings.states()
                    : bindings.variables().find(name);
            if (value != null) {
                frame.bind(name, JsonataValues.fromJson(value));
            }
        }
        frame.setRuntimeBounds(TIME_MILLIS, DEPTH);
        return frame;
    }

    @SuppressWarnings("NullAway") // the library has no annotations; a null input is JSONata's undefined
    private @Nullable Object run(Jsonata.Frame frame) throws EvaluationException {
        try {
            return compiled.evaluate(null, frame);
        } catch (JException e) {
            throw failed("threw an error: " + e.getMessage());
        } catch (StackOverflowError e) {
            throw failed("threw an error: too deep");
        } catch (RuntimeException e) {
            throw failed("threw an error: " + e);
        }
    }

    private EvaluationException failed(String what) {
        return new EvaluationException(
                "The JSONata expression '" + source + "' specified for the field '" + field + "' " + what);
    }
}
