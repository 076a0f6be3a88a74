package dev.metis.function.schema;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import com.networknt.schema.SchemaException;
import com.networknt.schema.regex.RegularExpression;
import com.networknt.schema.regex.RegularExpressionFactory;

/** Patterns in time linear in the text, whoever wrote the schema. What RE2 lacks (backreferences, lookaround) is refused. */
final class Re2Expressions implements RegularExpressionFactory {
    @Override
    public RegularExpression getRegularExpression(String regex) {
        try {
            Pattern pattern = Pattern.compile(regex);
            return text -> pattern.matcher(text).find();
        } catch (PatternSyntaxException e) {
            throw new SchemaException(e);
        }
    }
}
