package dev.metis.tools;

import static java.util.stream.Collectors.toUnmodifiableMap;

import dev.metis.tool.ToolCatalogue;
import dev.metis.tool.ToolDefinition;
import dev.metis.tool.ToolEffect;
import dev.metis.tool.ToolExecutor;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The tools that every installation has. Only reading is idempotent: a write or a command whose outcome is unknown goes
 * to a person, even where {@code expectedHash} would refuse a second write, because the refusal would hide the first.
 */
public final class CoreTools implements ToolCatalogue {
    private static final String LIST = """
            Lists a directory of the workspace: path, type and size in bytes of each entry. Use it to find your way \
            before you read.""";
    private static final String READ = """
            Reads a text file of the workspace: numbered lines, the total number of lines and the file's hash. For a \
            long file read a window with startLine and lineCount. The line numbers are not part of the file.""";
    private static final String SEARCH = """
            Searches the text files of the workspace with a regular expression, line by line: path, line number and \
            line of each match. Prefer it to reading whole files.""";
    private static final String WRITE = """
            Writes a whole text file of the workspace, new or in place of the old one. To change a part of a file use \
            fs.edit. Give expectedHash when you replace a file that you have read.""";
    private static final String EDIT = """
            Replaces exact text in a file of the workspace and shows the change as a diff. Copy oldText from fs.read \
            with enough of its surroundings to be unique. When nothing matches, the answer says what is near.""";
    private static final String EXEC = """
            Runs a command line with bash in the sandbox: exit code and the ends of stdout and stderr. There is no \
            network, no input and no terminal; every command starts afresh in the workspace. Prefer the fs tools for \
            reading and changing files.""";
    private static final String DIFF = """
            Shows what has changed in the workspace's git repository as a unified diff, against the last commit or \
            against base.""";
    private static final String ASK = """
            Asks the person a question and waits for the answer, however long it takes. Use it when you cannot go on \
            without a decision or a fact that only the person has; never to ask for permission to call a tool.""";
    private static final List<ToolDefinition> ALL = List.of(
            read("fs.list", LIST, 30),
            read("fs.read", READ, 30),
            read("fs.search", SEARCH, 60),
            sandboxed("fs.write", WRITE, ToolEffect.WRITE, 60),
            sandboxed("fs.edit", EDIT, ToolEffect.WRITE, 60),
            sandboxed("shell.exec", EXEC, ToolEffect.EXECUTE, 120),
            read("git.diff", DIFF, 60),
            Definitions.of("ask_user", ASK, ToolEffect.ASK, ToolExecutor.QUESTION, true, 24 * 60 * 60),
            PlanUpdate.DEFINITION);
    private static final Map<String, ToolDefinition> BY_NAME =
            ALL.stream().collect(toUnmodifiableMap(ToolDefinition::name, Function.identity()));

    @Override
    public List<ToolDefinition> all() {
        return ALL;
    }

    @Override
    public Optional<ToolDefinition> find(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }

    private static ToolDefinition read(String name, String description, int seconds) {
        return Definitions.of(name, description, ToolEffect.READ, ToolExecutor.SANDBOX, true, seconds);
    }

    private static ToolDefinition sandboxed(String name, String description, ToolEffect effect, int seconds) {
        return Definitions.of(name, description, effect, ToolExecutor.SANDBOX, false, seconds);
    }
}
