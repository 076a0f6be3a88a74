package dev.metis.architecture;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A rule over source text: for a file, the sentences that say what breaks it. */
record SourceRule(String because, Function<JavaSource, Stream<String>> violations) {
    static final int METHOD_LINES = 30;
    static final int FILE_LINES = 400;
    static final int TEST_FILE_LINES = 600;

    private static final Pattern VAGUE_NAME =
            Pattern.compile(".*(Impl|Utils?|Helper|Manager|V[0-9])|I[A-Z][a-z].*|.*Legacy.*");
    private static final Set<String> TEST_ANNOTATIONS = Set.of(
            "Test",
            "ParameterizedTest",
            "RepeatedTest",
            "TestFactory",
            "TestTemplate",
            "Property",
            "Example",
            "ArchTest");

    static final SourceRule SHORT_METHODS = new SourceRule(
            "a method of more than " + METHOD_LINES + " lines hides a name: find it",
            source -> source.methods().stream()
                    .filter(method -> method.bodyLines() > METHOD_LINES)
                    .map(method ->
                            method.name() + " (line " + method.line() + ") has " + method.bodyLines() + " lines"));

    static final SourceRule SHORT_FILES = new SourceRule(
            "a file of more than " + FILE_LINES + " lines (tests " + TEST_FILE_LINES + ") holds more than one idea",
            source -> source.lines() > (source.isTest() ? TEST_FILE_LINES : FILE_LINES)
                    ? Stream.of("has " + source.lines() + " lines")
                    : Stream.of());

    static final SourceRule TELLING_NAMES = new SourceRule(
            "Impl, Util, Helper, Manager, Legacy, V2 and I… say nothing: name the role, or technology and port",
            source -> source.types().stream()
                    .map(JavaSource.Type::name)
                    .filter(name -> VAGUE_NAME.matcher(name).matches())
                    .map(name -> "is called " + name));

    static final SourceRule DISABLED_TESTS_SAY_WHY = new SourceRule(
            "a test that is switched off without a reason is never switched on again",
            source -> annotations(source)
                    .filter(annotation -> simpleName(annotation).equals("Disabled"))
                    .filter(annotation -> annotation.getArguments().stream().noneMatch(SourceRule::isText))
                    .map(annotation -> "has @Disabled without a reason"));

    static final SourceRule TEST_CLASSES_HAVE_TESTS = new SourceRule(
            "a test class without tests, or tests in a class that the build does not pick up, never fail",
            SourceRule::testsThatNeverRun);

    static final SourceRule PACKAGES_ARE_NULL_MARKED = new SourceRule(
            "null is checked by the compiler only where a package says @NullMarked",
            source -> source.path().endsWith("package-info.java")
                            && source.packageAnnotations().stream()
                                    .noneMatch(
                                            annotation -> simpleName(annotation).equals("NullMarked"))
                    ? Stream.of("lacks @NullMarked")
                    : Stream.of());

    /** Every sentence, with the file it is about. */
    List<String> check(Path root, List<JavaSource> sources) {
        return sources.stream()
                .flatMap(source -> violations.apply(source).map(what -> root.relativize(source.path()) + " " + what))
                .toList();
    }

    private static Stream<String> testsThatNeverRun(JavaSource source) {
        if (!source.isTest()) {
            return Stream.of();
        }
        List<String> found = new ArrayList<>();
        for (JavaSource.Type type :
                source.types().stream().filter(JavaSource.Type::topLevel).toList()) {
            boolean named = type.name().endsWith("Test");
            boolean inherits = type.tree().getExtendsClause() != null
                    || !type.tree().getImplementsClause().isEmpty();
            boolean hasTests = hasTests(source);
            if (named && !type.isAbstract() && !hasTests && !inherits) {
                found.add("is a test class without tests");
            }
            if (hasTests && !named && !type.isAbstract()) {
                found.add("has tests, but the build runs only classes named …Test");
            }
        }
        return found.stream();
    }

    private static boolean hasTests(JavaSource source) {
        return source.types().stream()
                .flatMap(type -> type.tree().getMembers().stream())
                .flatMap(member -> modifiers(member).stream())
                .flatMap(modifiers -> modifiers.getAnnotations().stream())
                .anyMatch(annotation -> TEST_ANNOTATIONS.contains(simpleName(annotation)));
    }

    private static Stream<AnnotationTree> annotations(JavaSource source) {
        Stream<ModifiersTree> types =
                source.types().stream().map(type -> type.tree().getModifiers());
        Stream<ModifiersTree> members = source.types().stream()
                .flatMap(type -> type.tree().getMembers().stream())
                .flatMap(member -> modifiers(member).stream());
        return Stream.concat(types, members).flatMap(modifiers -> modifiers.getAnnotations().stream());
    }

    private static Optional<ModifiersTree> modifiers(Tree member) {
        return switch (member) {
            case MethodTree method -> Optional.of(method.getModifiers());
            case VariableTree field -> Optional.of(field.getModifiers());
            default -> Optional.empty();
        };
    }

    private static String simpleName(AnnotationTree annotation) {
        String name = annotation.getAnnotationType().toString();
        return name.substring(name.lastIndexOf('.') + 1);
    }

    private static boolean isText(ExpressionTree argument) {
        return switch (argument) {
            case LiteralTree literal -> literal.getValue() instanceof String text && !text.isBlank();
            case AssignmentTree assignment -> isText(assignment.getExpression());
            default -> false;
        };
    }
}
