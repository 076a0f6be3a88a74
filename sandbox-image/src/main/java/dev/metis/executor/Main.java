package dev.metis.executor;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/**
 * The executor's start: {@code <gateway socket> <starter socket> <workspace> <state folder> <scratch folder> <max bytes> <max files>}.
 * The gateway token is the first line of the standard input, which stays open for as long as whoever started it lives.
 */
public final class Main {
    private static final int MAX_TOKEN = 512;

    private Main() {}

    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 7) {
            System.err.println("seven arguments are needed");
            Runtime.getRuntime().halt(2);
        }
        String token = line(System.in);
        endWithStarter();
        Gateway gateway = new Gateway(new GatewayHttp(Path.of(arguments[0]), token));
        StarterClient starter = new StarterClient(Path.of(arguments[1]));
        Workspace workspace = new Workspace(Path.of(arguments[2]));
        WorkspaceScan.Limits limits =
                new WorkspaceScan.Limits(Long.parseLong(arguments[5]), Integer.parseInt(arguments[6]));
        Path scratch = Path.of(arguments[4]);
        OutputSender sender = new OutputSender(gateway);
        Thread.ofPlatform().name("output").daemon(true).start(sender);
        Versions versions = new Versions(workspace, gateway, Path.of(arguments[3]), limits);
        CallRunner runner = new CallRunner(tools(workspace, starter, scratch), versions, gateway, sender);
        System.out.println("ready");
        System.out.flush();
        new Executor(gateway, runner, sender).run();
        Runtime.getRuntime().halt(0);
    }

    private static Map<String, Tool> tools(Workspace workspace, StarterClient starter, Path scratch)
            throws IOException {
        return Map.of(
                "fs.list", new FsList(workspace),
                "fs.read", new FsRead(workspace),
                "fs.search", new FsSearch(workspace),
                "fs.write", new FsWrite(workspace),
                "fs.edit", new FsEdit(workspace),
                "shell.exec", new ShellExec(workspace, starter, scratch),
                "git.diff", new GitDiff(workspace, starter, scratch));
    }

    /** When the standard input ends, whoever started this is gone: nothing may go on. */
    private static void endWithStarter() {
        Thread.ofPlatform().name("starter-watch").daemon(true).start(() -> {
            try {
                while (System.in.read() >= 0) {
                    // Nothing more is said here.
                }
            } catch (IOException e) {
                // As good as an end.
            }
            Runtime.getRuntime().halt(3);
        });
    }

    private static String line(InputStream in) throws IOException {
        byte[] line = new byte[MAX_TOKEN];
        int length = 0;
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0 || length == MAX_TOKEN) {
                throw new EOFException("no gateway token on the standard input");
            }
            line[length++] = (byte) c;
        }
        return new String(line, 0, length, StandardCharsets.US_ASCII);
    }
}
