package dev.metis.local.server;

import dev.metis.function.api.Api;
import dev.metis.function.api.LiveGate;
import dev.metis.function.api.OriginGuard;
import dev.metis.port.ItemStore;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Executors;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;

/**
 * HTTP, event streams and WebSockets on one port of the loopback interface. The port is taken when this is made, so that
 * it is known before the first request; requests are served from {@link #start} to {@link #close}.
 */
public final class MetisServer implements AutoCloseable {
    private static final Logger LOG = System.getLogger(MetisServer.class.getName());
    private static final int PLATFORM_THREADS = 8;
    private static final Duration IDLE = Duration.ofSeconds(60);
    /** Clients ping every half minute; a connection on which nothing moves for so long is dead. */
    private static final Duration LIVE_IDLE = Duration.ofMinutes(5);

    private static final Duration STOP_PATIENCE = Duration.ofSeconds(3);
    private static final long LARGEST_CLIENT_FRAME = 64 * 1024;

    private final Server server;
    private final ServerConnector connector;
    private final EventHub hub;
    private @org.jspecify.annotations.Nullable LiveSockets sockets;

    /** Takes the port (0: any free one) on the address. */
    public MetisServer(String address, int port, EventHub hub) throws IOException {
        this.hub = hub;
        QueuedThreadPool threads = new QueuedThreadPool(PLATFORM_THREADS, PLATFORM_THREADS);
        threads.setName("jetty");
        threads.setVirtualThreadsExecutor(Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("http-", 0).factory()));
        server = new Server(threads);
        connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(configuration()));
        connector.setHost(address);
        connector.setPort(port);
        connector.setIdleTimeout(IDLE.toMillis());
        connector.setAcceptedTcpNoDelay(true);
        server.addConnector(connector);
        server.setStopTimeout(STOP_PATIENCE.toMillis());
        connector.open();
    }

    /** The port taken. */
    public int port() {
        return connector.getLocalPort();
    }

    /** What is served. */
    public record Served(
            Api api, LiveGate gate, OriginGuard guard, ControlHandler control, ItemStore store, Path site) {}

    /** Serves from now on. */
    public void start(Served served) {
        LiveSockets live = new LiveSockets(served.gate(), hub, served.store());
        sockets = live;
        ServerWebSocketContainer container = ServerWebSocketContainer.ensure(server);
        container.setIdleTimeout(LIVE_IDLE);
        container.setMaxTextMessageSize(LARGEST_CLIENT_FRAME);
        container.setMaxBinaryMessageSize(LARGEST_CLIENT_FRAME);
        SiteHandler pages = new SiteHandler(new StaticSite(served.site()), served.guard());
        server.setHandler(new GracefulHandler(
                new MetisHandler(served.api(), served.gate(), live, pages, served.control(), container)));
        server.setErrorHandler(new ProblemErrorHandler());
        try {
            server.start();
        } catch (Exception e) {
            throw new IllegalStateException("the server did not start", e);
        }
    }

    /** Ends waits and live connections, lets requests in hand finish for a moment, then stops. */
    @Override
    public void close() {
        hub.close();
        if (sockets != null) {
            sockets.close();
        }
        try {
            server.stop();
        } catch (Exception e) {
            LOG.log(Level.WARNING, "the server did not stop cleanly", e);
        }
        connector.close();
    }

    private static HttpConfiguration configuration() {
        HttpConfiguration configuration = new HttpConfiguration();
        configuration.setSendServerVersion(false);
        configuration.setSendDateHeader(true);
        configuration.setRequestHeaderSize(16 * 1024);
        // The API decodes paths itself and answers odd ones with a problem.
        configuration.setUriCompliance(UriCompliance.UNSAFE);
        return configuration;
    }
}
