package dev.metis.function.api;

import dev.metis.conversation.ConversationStore;
import dev.metis.port.ArtifactStore;
import dev.metis.port.IdSource;
import dev.metis.port.ItemStore;
import dev.metis.port.SchemaValidator;
import dev.metis.port.TimeSource;
import dev.metis.usecase.DeleteConversation;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import tools.jackson.databind.node.ObjectNode;

/** Everything that the routes stand on. A runtime fills it and gets the API. */
public record ApiServices(
        ApiSettings settings,
        AccessServices access,
        RunServices runs,
        Catalogue catalogue,
        ItemStore store,
        ArtifactStore artifacts,
        RunWatch watch,
        SchemaValidator validator,
        TimeSource time,
        IdSource ids) {

    public OriginGuard guard() {
        return new OriginGuard(settings.hosts(), settings.origins());
    }

    public LiveGate liveGate() {
        return new LiveGate(guard(), access.authenticator(), access.tickets());
    }

    public Api api() {
        Gate gate = new Gate(access.authenticator(), guard(), settings, time);
        // The description is made from the table that its own route is part of.
        AtomicReference<ObjectNode> description = new AtomicReference<>();
        List<Route> routes = new ArrayList<>();
        routes.addAll(new ServiceRoutes(settings.version(), description::get).routes());
        routes.addAll(new SessionRoutes(gate, access.authenticator(), access.sessions(), access.tickets()).routes());
        routes.addAll(conversations());
        routes.addAll(new RequestRoutes(store, runs.decideApproval(), runs.answerQuestion()).routes());
        routes.addAll(new CatalogueRoutes(catalogue).routes());
        routes.addAll(new TokenRoutes(access.tokens()).routes());
        RouteTable table = new RouteTable(routes);
        description.set(new OpenApi(table, settings.version()).document());
        return new Api(table, gate, validator, settings, time, ids);
    }

    /** Conversations with all that happens in them. */
    private List<Route> conversations() {
        RunStarter starter = new RunStarter(runs.startRun(), catalogue);
        DeleteConversation deleteConversation = new DeleteConversation(store);
        ConversationMaker maker = new ConversationMaker(ids, time, deleteConversation);
        List<Route> routes = new ArrayList<>();
        routes.addAll(new ConversationRoutes(store, maker, catalogue, deleteConversation, time).routes());
        routes.addAll(new MessageRoutes(store, starter).routes());
        routes.addAll(new RunRoutes(starter, new RunViews(store), new ConversationStore(store), maker, runs.cancelRun())
                .routes());
        routes.addAll(new EventRoutes(store, watch, access.authenticator(), time).routes());
        routes.addAll(new TraceRoutes(store).routes());
        routes.addAll(new ArtifactRoutes(store, artifacts).routes());
        return routes;
    }
}
