package dev.metis.local.sandbox;

import dev.metis.function.gateway.GatewayEndpoint;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.unixdomain.server.UnixDomainServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.VirtualThreadPool;

/** Serves the gateway of one sandbox on a Unix socket of its own; a body must say how long it is, and may not be too long. */
final class GatewayServer implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(GatewayServer.class.getName());
    private static final long IDLE_MILLIS = 60_000;

    private final Server server;

    private GatewayServer(Server server) {
        this.server = server;
    }

    static GatewayServer open(GatewayEndpoint endpoint, Path socket, long maxBlobBytes) throws IOException {
        VirtualThreadPool threads = new VirtualThreadPool();
        threads.setName("sandbox-gateway");
        Server server = new Server(threads);
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setSendDateHeader(false);
        http.setRequestHeaderSize(8 * 1024);
        UnixDomainServerConnector connector =
                new UnixDomainServerConnector(server, 0, 1, new HttpConnectionFactory(http));
        connector.setUnixDomainPath(socket);
        connector.setIdleTimeout(IDLE_MILLIS);
        server.addConnector(connector);
        server.setHandler(new GatewayHandler(endpoint, maxBlobBytes));
        server.setStopTimeout(0); // a poll that waits would only delay the end; it has a deadline of its own
        try {
            server.start();
        } catch (Exception e) {
            throw new IOException("the gateway socket cannot be served", e);
        }
        return new GatewayServer(server);
    }

    @Override
    public void close() throws IOException {
        try {
            server.stop();
        } catch (Exception e) {
            throw new IOException("the gateway socket did not close", e);
        }
    }

    /** Maps HTTP to the endpoint. */
    private static final class GatewayHandler extends Handler.Abstract {
        private final GatewayEndpoint endpoint;
        private final long maxBlobBytes;

        GatewayHandler(GatewayEndpoint endpoint, long maxBlobBytes) {
            this.endpoint = endpoint;
            this.maxBlobBytes = maxBlobBytes;
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) throws IOException {
            GatewayEndpoint.Answer answer = answer(request);
            byte[] body = answer.json().getBytes(StandardCharsets.UTF_8);
            response.setStatus(answer.status());
            if (answer.status() >= 400) {
                // What is left of the body is not read: the connection cannot be used again.
                response.getHeaders().put(HttpHeader.CONNECTION, "close");
            }
            if (answer.status() != 204) {
                response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
                response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
            }
            response.write(true, ByteBuffer.wrap(body), callback);
            return true;
        }

        private GatewayEndpoint.Answer answer(Request request) {
            long length = request.getLength();
            if (length < 0) {
                return new GatewayEndpoint.Answer(411, "{\"status\":411,\"detail\":\"say how long the body is\"}");
            }
            if (length > maxBlobBytes) {
                return new GatewayEndpoint.Answer(413, "{\"status\":413,\"detail\":\"the body is too large\"}");
            }
            try (InputStream body = Content.Source.asInputStream(request)) {
                return endpoint.handle(new GatewayEndpoint.Request(
                        request.getMethod(),
                        Request.getPathInContext(request),
                        request.getHeaders().get(HttpHeader.AUTHORIZATION),
                        body));
            } catch (IOException | RuntimeException e) {
                LOG.log(Level.WARNING, "the gateway failed on " + request.getMethod(), e);
                return new GatewayEndpoint.Answer(500, "{\"status\":500,\"detail\":\"internal error\"}");
            }
        }
    }
}
