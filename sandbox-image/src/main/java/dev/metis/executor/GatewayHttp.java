package dev.metis.executor;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/** HTTP/1.1 over a Unix socket, one connection a request: no state that a broken connection could leave behind. */
final class GatewayHttp {
    private static final int MAX_HEAD = 16 * 1024;
    private static final int MAX_BODY = 4 << 20;

    private final Path socket;
    private final String token;

    GatewayHttp(Path socket, String token) {
        this.socket = socket;
        this.token = token;
    }

    /** What came back. */
    record Answer(int status, String body) {}

    Answer post(String path, byte[] json) throws IOException {
        return exchange("POST", path, "application/json", json.length, new ByteArrayInputStream(json));
    }

    Answer put(String path, long length, InputStream body) throws IOException {
        return exchange("PUT", path, "application/octet-stream", length, body);
    }

    private Answer exchange(String method, String path, String type, long length, InputStream body) throws IOException {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            String head =
                    method + " " + path + " HTTP/1.1\r\nHost: gateway\r\nConnection: close\r\nAuthorization: Bearer "
                            + token + "\r\nContent-Type: " + type + "\r\nContent-Length: " + length + "\r\n\r\n";
            write(channel, head.getBytes(StandardCharsets.US_ASCII));
            copy(body, channel, length);
            return read(new BufferedInputStream(Channels.newInputStream(channel)));
        }
    }

    private static void copy(InputStream body, SocketChannel channel, long length) throws IOException {
        byte[] buffer = new byte[1 << 16];
        long left = length;
        while (left > 0) {
            int n = body.read(buffer, 0, (int) Math.min(buffer.length, left));
            if (n < 0) {
                throw new EOFException("the body is shorter than was said");
            }
            write(channel, Arrays.copyOf(buffer, n));
            left -= n;
        }
    }

    private static void write(SocketChannel channel, byte[] bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
    }

    private static Answer read(InputStream in) throws IOException {
        int[] budget = {MAX_HEAD};
        String status = line(in, budget);
        String[] parts = status.split(" ", 3);
        if (parts.length < 2 || !parts[0].startsWith("HTTP/1.")) {
            throw new IOException("the gateway does not speak HTTP");
        }
        int length = -1;
        for (String header = line(in, budget); !header.isEmpty(); header = line(in, budget)) {
            if (header.regionMatches(true, 0, "content-length:", 0, 15)) {
                length = Integer.parseInt(header.substring(15).strip());
            }
        }
        if (length > MAX_BODY) {
            throw new IOException("the gateway's answer is too large");
        }
        byte[] body = length < 0 ? in.readNBytes(MAX_BODY) : in.readNBytes(length);
        if (length > body.length) {
            throw new EOFException("the gateway's answer ended early");
        }
        return new Answer(Integer.parseInt(parts[1]), new String(body, StandardCharsets.UTF_8));
    }

    private static String line(InputStream in, int[] budget) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0 || --budget[0] < 0) {
                throw new EOFException("the gateway's answer has no end of head");
            }
            line.append((char) c);
        }
        return line.toString().strip();
    }
}
