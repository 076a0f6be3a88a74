package dev.metis.executor;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Asks the starter outside to run a program in a sandbox of its own. One connection a program: frames with its output come back, then
 * one that says how it ended; closing the connection kills it.
 */
final class StarterClient {
    private static final int MAX_FRAME = 1 << 20;

    private final Path socket;

    StarterClient(Path socket) {
        this.socket = socket;
    }

    /** What to run. */
    record Program(List<String> argv, String cwd, boolean readOnly) {
        Program {
            argv = List.copyOf(argv);
        }
    }

    /** How it ended: a word ({@code exited}, {@code timeout}, {@code cancelled}, {@code limit}, {@code failed}), and why. */
    record Ended(String how, int exitCode, String detail) {}

    /** Takes the output as it comes. */
    interface Sink {
        void stdout(byte[] bytes) throws IOException, InterruptedException;

        void stderr(byte[] bytes) throws IOException, InterruptedException;
    }

    Ended run(Program program, Call call, Sink sink) throws IOException, InterruptedException {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            byte[] request = Gateway.bytes(request(program, call));
            write(
                    channel,
                    ByteBuffer.allocate(4 + request.length)
                            .putInt(request.length)
                            .put(request)
                            .flip());
            call.onCancel(() -> cancel(channel));
            return receive(new DataInputStream(Channels.newInputStream(channel)), sink);
        }
    }

    private static ObjectNode request(Program program, Call call) {
        ObjectNode request = Gateway.object();
        ArrayNode argv = request.putArray("argv");
        program.argv().forEach(argv::add);
        return request.put("cwd", program.cwd())
                .put("readOnly", program.readOnly())
                .put("timeoutMillis", Math.max(1, call.remainingMillis()));
    }

    private static void cancel(SocketChannel channel) {
        try {
            write(channel, ByteBuffer.wrap(new byte[] {'C'}));
        } catch (IOException e) {
            // It has just ended: the reader finds out how.
        }
    }

    private static Ended receive(DataInputStream in, Sink sink) throws IOException, InterruptedException {
        while (true) {
            int type = in.read();
            if (type < 0) {
                throw new EOFException("the starter is gone");
            }
            int length = in.readInt();
            if (length < 0 || length > MAX_FRAME) {
                throw new IOException("the starter sent a frame of " + length + " bytes");
            }
            byte[] payload = new byte[length];
            in.readFully(payload);
            switch (type) {
                case 'O' -> sink.stdout(payload);
                case 'E' -> sink.stderr(payload);
                case 'X' -> {
                    JsonNode end = Gateway.parse(new String(payload, StandardCharsets.UTF_8));
                    return new Ended(
                            end.path("how").asString(),
                            end.path("exitCode").asInt(-1),
                            end.path("detail").asString());
                }
                default -> throw new IOException("the starter sent an unknown frame");
            }
        }
    }

    private static void write(SocketChannel channel, ByteBuffer buffer) throws IOException {
        synchronized (channel) {
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
        }
    }
}
