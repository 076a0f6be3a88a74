package dev.metis.architecture;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** One parsed Java file. Parsed only, never resolved: names are as written. */
record JavaSource(
        Path path, String text, List<Type> types, List<Method> methods, List<AnnotationTree> packageAnnotations) {

    JavaSource {
        types = List.copyOf(types);
        methods = List.copyOf(methods);
        packageAnnotations = List.copyOf(packageAnnotations);
    }

    /** A class, record, interface or enum, nested ones too. */
    record Type(String name, boolean topLevel, ClassTree tree) {
        boolean isAbstract() {
            return tree.getKind() == Tree.Kind.INTERFACE
                    || tree.getModifiers().getFlags().contains(javax.lang.model.element.Modifier.ABSTRACT);
        }
    }

    /** A method or constructor with a body of so many lines between its braces. */
    record Method(String name, int line, int bodyLines, MethodTree tree) {}

    boolean isTest() {
        return path.toString().contains("/src/test/");
    }

    int lines() {
        return (int) text.lines().count();
    }

    static JavaSource read(Path path) {
        try {
            return parse(path, Files.readString(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static JavaSource parse(Path path, String text) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        JavacTask task = (JavacTask) compiler.getTask(null, null, null, null, null, List.of(new TextFile(path, text)));
        try {
            CompilationUnitTree unit = task.parse().iterator().next();
            Collector collector = new Collector(
                    unit, Trees.instance(task).getSourcePositions(), new ArrayList<>(), new ArrayList<>());
            collector.scan(unit, true);
            var annotations = unit.getPackage() == null
                    ? List.<AnnotationTree>of()
                    : List.<AnnotationTree>copyOf(unit.getPackage().getAnnotations());
            return new JavaSource(path, text, collector.types, collector.methods, annotations);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class Collector extends TreeScanner<Void, Boolean> {
        private final CompilationUnitTree unit;
        private final SourcePositions positions;
        private final List<Type> types;
        private final List<Method> methods;

        Collector(CompilationUnitTree unit, SourcePositions positions, List<Type> types, List<Method> methods) {
            this.unit = unit;
            this.positions = positions;
            this.types = types;
            this.methods = methods;
        }

        @Override
        public Void visitClass(ClassTree tree, Boolean topLevel) {
            if (!tree.getSimpleName().isEmpty()) {
                types.add(new Type(tree.getSimpleName().toString(), topLevel, tree));
            }
            return super.visitClass(tree, false);
        }

        @Override
        public Void visitMethod(MethodTree tree, Boolean topLevel) {
            if (tree.getBody() != null) {
                LineMap lines = unit.getLineMap();
                long first = lines.getLineNumber(positions.getStartPosition(unit, tree.getBody()));
                long last = lines.getLineNumber(positions.getEndPosition(unit, tree.getBody()));
                methods.add(new Method(tree.getName().toString(), (int) first, (int) (last - first - 1), tree));
            }
            return super.visitMethod(tree, false);
        }
    }

    private static final class TextFile extends SimpleJavaFileObject {
        private final String text;

        TextFile(Path path, String text) {
            super(URI.create("string:///" + path.getFileName()), JavaFileObject.Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
