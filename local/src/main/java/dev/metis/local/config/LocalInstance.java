package dev.metis.local.config;

import dev.metis.access.ApiToken;
import dev.metis.access.ApiTokens;
import dev.metis.access.Principal;
import dev.metis.access.Scope;
import dev.metis.access.TokenId;
import dev.metis.function.api.AccessServices;
import dev.metis.function.api.Api;
import dev.metis.function.api.ApiServices;
import dev.metis.function.api.ApiSettings;
import dev.metis.function.api.Catalogue;
import dev.metis.function.api.RunServices;
import dev.metis.item.Ids;
import dev.metis.local.log.Log;
import dev.metis.local.server.ControlFile;
import dev.metis.local.server.ControlHandler;
import dev.metis.local.server.EventHub;
import dev.metis.local.server.MetisServer;
import dev.metis.local.store.DataDirectory;
import dev.metis.local.store.LocalStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;

/**
 * Metis, up on this machine: data directory, store, runtime and server, opened in this order and closed in the other one.
 * What was opened before something failed is closed again.
 */
public final class LocalInstance implements AutoCloseable {
    private static final String VERSION = "0.1.0";
    private static final String ADDRESS = "127.0.0.1";
    /** The consumer of the change feed that wakes clients; what happened while nobody listened wakes nobody. */
    private static final String LIVE = "live";

    private static final int SECRET_BYTES = 32;
    private static final Duration WARM_UP_PATIENCE = Duration.ofSeconds(2);

    private final Closings closings;
    private final AccessServices access;
    private final Principal owner;
    private final int port;

    private LocalInstance(Closings closings, AccessServices access, Principal owner, int port) {
        this.closings = closings;
        this.access = access;
        this.owner = owner;
        this.port = port;
    }

    /** How an attempt to start ended. */
    public sealed interface Opening {
        /** It serves. */
        record Up(LocalInstance instance) implements Opening {}

        /** The data directory is in use: a sentence for the person. */
        record InUse(String message) implements Opening {}
    }

    /** Starts everything over the data directory, on the port (0: any free one). */
    public static Opening open(Path data, int port, Environment environment) throws IOException {
        return switch (DataDirectory.open(data)) {
            case DataDirectory.Opening.HeldBy held -> new Opening.InUse(held.message());
            case DataDirectory.Opening.Opened(DataDirectory directory) -> {
                Closings closings = new Closings();
                closings.add("data directory", directory);
                boolean up = false;
                try {
                    LocalInstance instance = assemble(directory, port, environment, closings);
                    up = true;
                    yield new Opening.Up(instance);
                } finally {
                    if (!up) {
                        closings.close();
                    }
                }
            }
        };
    }

    private static LocalInstance assemble(DataDirectory directory, int port, Environment environment, Closings closings)
            throws IOException {
        Log.process().fileIn(directory.folder("logs"), environment.logLevel());
        closings.add("log", Log.process()::close);
        LocalStore store = LocalStore.open(directory, environment.time());
        closings.add("store", store);
        LocalRuntime runtime = LocalRuntime.wire(directory, store, environment.variables(), environment.time());
        closings.add("runtime", runtime);
        EventHub hub = new EventHub(store.items());
        MetisServer server = new MetisServer(ADDRESS, port, hub);
        closings.add("server", server);
        AccessServices access = AccessServices.over(store.items(), environment.ids(), environment.time());
        Principal owner = access.principals().ensure(environment.userName());
        revokeLeftover(directory, access, owner);
        ControlFile control = control(access, owner, server.port(), environment, closings);
        store.changes().subscribe(LIVE, hub);
        runtime.start();
        MetisServer.Served served = served(runtime, access, owner, control, hub, environment);
        server.start(served);
        warmUp(served.api(), control, closings);
        control.write(directory.path());
        closings.add("control file", () -> ControlFile.remove(directory.path()));
        return new LocalInstance(closings, access, owner, server.port());
    }

    /** A process that was killed could not revoke its own. */
    private static void revokeLeftover(DataDirectory directory, AccessServices access, Principal owner)
            throws IOException {
        ControlFile.read(directory.path())
                .map(ControlFile::tokenId)
                .filter(id -> Ids.valid(TokenId.PREFIX, id))
                .ifPresent(id -> access.tokens().revoke(owner.tenant(), owner.id(), new TokenId(id)));
    }

    /** The command line acts by a token of the owner, which ends with this process. */
    private static ControlFile control(
            AccessServices access, Principal owner, int port, Environment environment, Closings closings) {
        ApiToken.Issued token = access.tokens().issue(owner, "command line", Scope.ALL, ApiTokens.LONGEST_LIFETIME);
        closings.add(
                "token of the command line",
                () -> access.tokens()
                        .revoke(owner.tenant(), owner.id(), token.token().id()));
        String secret = HexFormat.of().formatHex(environment.ids().secret(SECRET_BYTES));
        Log.process().redactor().hide(secret);
        return new ControlFile(
                ProcessHandle.current().pid(), port, token.token().id().value(), token.secret(), secret);
    }

    /** Beside the first requests, not before them: it is ready when it says so. */
    private static void warmUp(Api api, ControlFile control, Closings closings) {
        Thread warming = Thread.ofVirtual().name("warm-up").start(() -> api.warm(control.token()));
        closings.add("warm-up", () -> {
            warming.interrupt();
            warming.join(WARM_UP_PATIENCE);
        });
    }

    private static MetisServer.Served served(
            LocalRuntime runtime,
            AccessServices access,
            Principal owner,
            ControlFile control,
            EventHub hub,
            Environment environment) {
        ApiServices services = new ApiServices(
                settings(environment, control.port()),
                access,
                new RunServices(
                        runtime.startRun(), runtime.cancelRun(), runtime.decideApproval(), runtime.answerQuestion()),
                new Catalogue(runtime.providers().all(), runtime.tools()),
                runtime.store().items(),
                runtime.store().artifacts(),
                hub,
                runtime.validator(),
                environment.time(),
                environment.ids());
        return new MetisServer.Served(
                services.api(),
                services.liveGate(),
                services.guard(),
                new ControlHandler(control.secret(), owner, access, services.guard()),
                runtime.store().items(),
                environment.webFolder());
    }

    private static ApiSettings settings(Environment environment, int port) {
        ApiSettings standard = ApiSettings.local(VERSION, port);
        return new ApiSettings(
                VERSION,
                standard.cookieName(),
                standard.secureCookie(),
                environment.words(Setting.ALLOWED_HOSTS),
                environment.words(Setting.ALLOWED_ORIGINS),
                new ApiSettings.Limit(environment.number(Setting.RATE_LIMIT), environment.number(Setting.RATE_BURST)),
                standard.signIns());
    }

    /** An address that signs the owner in, once. */
    public String signInAddress() {
        return "http://" + ADDRESS + ":" + port + "/#token=" + access.sessions().link(owner);
    }

    /** Lets clients go, stops executions where they can go on, and closes the store. Again is no fault. */
    @Override
    public void close() {
        closings.close();
    }
}
