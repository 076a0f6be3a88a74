package dev.metis.local.sandbox;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.logging.Level;
import java.util.logging.Logger;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The starter socket of one sandbox: each connection asks for one command, gets its output in frames ({@code O}, {@code E}) and last
 * how it ended ({@code X}). {@code C} from the other side cancels; its end of file kills. Closing the server kills all commands.
 */
final class CommandServer implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(CommandServer.class.getName());
    private static final int MAX_REQUEST = 1 << 20;
    private static final int MAX_COMMANDS = 8;

    private final CommandStarter starter;
    private final ServerSocketChannel socket;
    private final Set<SocketChannel> connections = ConcurrentHashMap.newKeySet();
    private final Set<RunningCommand> commands = ConcurrentHashMap.newKeySet();
    private final Semaphore slots = new Semaphore(MAX_COMMANDS);
    private volatile boolean closed;

    private CommandServer(CommandStarter starter, ServerSocketChannel socket) {
        this.starter = starter;
        this.socket = socket;
    }

    static CommandServer open(CommandStarter starter, Path path) throws IOException {
        ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        socket.bind(UnixDomainSocketAddress.of(path));
        CommandServer server = new CommandServer(starter, socket);
        Thread.ofVirtual().name("sandbox-commands").start(server::accept);
        return server;
    }

    private void accept() {
        while (!closed) {
            try {
                SocketChannel connection = socket.accept();
                connections.add(connection);
                Thread.ofVirtual().start(() -> serve(connection));
            } catch (IOException e) {
                if (!closed) {
                    LOG.log(Level.WARNING, "the starter socket failed", e);
                }
                return;
            }
        }
    }

    private void serve(SocketChannel connection) {
        try (connection) {
            DataInputStream in = new DataInputStream(Channels.newInputStream(connection));
            Frames frames = new Frames(connection);
            if (!slots.tryAcquire()) {
                frames.end(new RunningCommand.Ended("failed", -1, "too many commands at once"));
                return;
            }
            try {
                run(read(in), in, frames);
            } catch (JacksonException | IllegalArgumentException e) {
                frames.end(new RunningCommand.Ended("failed", -1, String.valueOf(e.getMessage())));
            } finally {
                slots.release();
            }
        } catch (IOException e) {
            LOG.log(Level.FINE, "a connection to the starter ended", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            connections.remove(connection);
        }
    }

    /** Tells how it ended only when nothing of it is left. */
    private void run(CommandSpec spec, DataInputStream in, Frames frames) throws IOException, InterruptedException {
        RunningCommand.Ended ended;
        try (RunningCommand running = starter.start(spec, frames)) {
            commands.add(running);
            try {
                Thread.ofVirtual().start(() -> listen(in, running));
                if (closed) {
                    running.kill(RunningCommand.Ending.CANCELLED);
                }
                ended = starter.watch(running, spec);
            } finally {
                commands.remove(running);
            }
        }
        frames.end(ended);
    }

    /** Waits for a cancellation, or for the end of the connection, which means that nobody wants the command any more. */
    private static void listen(DataInputStream in, RunningCommand running) {
        try {
            for (int word = in.read(); word >= 0; word = in.read()) {
                if (word == 'C') {
                    running.terminate(RunningCommand.Ending.CANCELLED, RunningCommand.CANCEL_GRACE);
                }
            }
        } catch (IOException e) {
            // The same as its end.
        }
        running.kill(RunningCommand.Ending.CANCELLED);
    }

    private static CommandSpec read(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > MAX_REQUEST) {
            throw new IllegalArgumentException("the request is too large");
        }
        byte[] bytes = new byte[length];
        in.readFully(bytes);
        JsonNode json = JsonMapper.shared().readTree(bytes);
        List<String> argv = new ArrayList<>();
        json.path("argv").forEach(word -> argv.add(word.asString()));
        return new CommandSpec(
                argv,
                json.path("cwd").asString(),
                json.path("readOnly").asBoolean(false),
                Duration.ofMillis(json.path("timeoutMillis").asLong()));
    }

    @Override
    public void close() throws IOException {
        closed = true;
        socket.close();
        commands.forEach(command -> command.kill(RunningCommand.Ending.CANCELLED));
        for (SocketChannel connection : connections) {
            connection.close();
        }
    }

    /** Writes whole frames, whichever thread they come from. */
    private static final class Frames implements RunningCommand.Output {
        private final SocketChannel channel;

        Frames(SocketChannel channel) {
            this.channel = channel;
        }

        @Override
        public void stdout(byte[] bytes) throws IOException {
            write('O', bytes);
        }

        @Override
        public void stderr(byte[] bytes) throws IOException {
            write('E', bytes);
        }

        void end(RunningCommand.Ended ended) throws IOException {
            String json = JsonMapper.shared()
                    .createObjectNode()
                    .put("how", ended.how())
                    .put("exitCode", ended.exitCode())
                    .put("detail", ended.detail())
                    .toString();
            write('X', json.getBytes(StandardCharsets.UTF_8));
        }

        private synchronized void write(char type, byte[] bytes) throws IOException {
            ByteBuffer frame = ByteBuffer.allocate(5 + bytes.length);
            frame.put((byte) type).putInt(bytes.length).put(bytes).flip();
            while (frame.hasRemaining()) {
                channel.write(frame);
            }
        }
    }
}
