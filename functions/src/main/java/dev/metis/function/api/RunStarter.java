package dev.metis.function.api;

import dev.metis.access.Caller;
import dev.metis.conversation.Conversation;
import dev.metis.conversation.ConversationId;
import dev.metis.error.ErrorCode;
import dev.metis.item.ItemMapper;
import dev.metis.json.CanonicalJson;
import dev.metis.providers.script.ScriptFormat;
import dev.metis.run.Run;
import dev.metis.usecase.StartRun;
import dev.metis.usecase.StartRunCommand;
import dev.metis.usecase.StartRunCommand.OnBusy;
import dev.metis.usecase.StartRunCommand.Overrides;
import dev.metis.usecase.StartRunResult;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Turns a request for a run into the one use case that starts runs, and its refusals into problems. */
final class RunStarter {
    private final StartRun startRun;
    private final Catalogue catalogue;

    RunStarter(StartRun startRun, Catalogue catalogue) {
        this.startRun = startRun;
        this.catalogue = catalogue;
    }

    /** Refuses what is no script; a script that is none would fail the run later. */
    static Optional<JsonNode> script(Call call) {
        Optional<JsonNode> script = call.json("script");
        script.ifPresent(ScriptFormat::check);
        return script;
    }

    static String text(Call call, String field) {
        String text = call.body().path(field).asString();
        if (text.isBlank()) {
            throw Problem.field("/" + field, "must not be blank").raise();
        }
        return text;
    }

    /** A message in the conversation. */
    StartRunResult.Accepted message(Call call, Conversation conversation) {
        Choice choice = standing(conversation).allowedTo(call.caller());
        Overrides overrides = pinned(choice, Run.Budget.NONE, null, null);
        OnBusy onBusy = call.member("onBusy").filter("reject"::equals).isPresent() ? OnBusy.REJECT : OnBusy.QUEUE;
        return started(startRun.start(new StartRunCommand(
                call.caller().tenant(),
                call.caller().principal(),
                conversation.id(),
                text(call, "text"),
                onBusy,
                "chat",
                overrides,
                key(call, "message#" + conversation.id().value()))));
    }

    /** A run by API, in the conversation. */
    StartRunCommand command(Call call, ConversationId conversation, Choice choice) {
        return new StartRunCommand(
                call.caller().tenant(),
                call.caller().principal(),
                conversation,
                text(call, "input"),
                OnBusy.QUEUE,
                "api",
                pinned(
                        choice,
                        budget(call),
                        script(call).orElse(null),
                        call.json("metadata").orElse(null)),
                key(call, "run"));
    }

    /** The answer to the same request before, if its key is known. */
    Optional<StartRunResult.Accepted> earlier(StartRunCommand command) {
        return startRun.earlier(command).map(RunStarter::started);
    }

    StartRunResult.Accepted start(StartRunCommand command) {
        return started(startRun.start(command));
    }

    Choice choose(Call call, Optional<Conversation> conversation) {
        return Choice.of(call, catalogue, conversation.map(RunStarter::standing))
                .allowedTo(call.caller());
    }

    static Choice standing(Conversation conversation) {
        return new Choice(conversation.profile(), conversation.mode(), conversation.provider(), conversation.model());
    }

    /** What was checked is what runs: a change of the conversation meanwhile cannot raise the mode. */
    private static Overrides pinned(
            Choice choice,
            Run.Budget budget,
            @org.jspecify.annotations.Nullable JsonNode script,
            @org.jspecify.annotations.Nullable JsonNode metadata) {
        return new Overrides(
                choice.profile(), choice.mode(), choice.provider(), choice.model(), budget, script, metadata);
    }

    private static Run.Budget budget(Call call) {
        return call.json("budget")
                .map(json -> ItemMapper.fromTree(json, Run.Budget.class))
                .orElse(Run.Budget.NONE);
    }

    private static Optional<StartRunCommand.Idempotency> key(Call call, String scope) {
        Caller caller = call.caller();
        return HeaderParam.idempotencyKey(call.request())
                .map(key -> new StartRunCommand.Idempotency(
                        scope + "#" + caller.principal().value(), key, CanonicalJson.sha256(call.body())));
    }

    private static StartRunResult.Accepted started(StartRunResult result) {
        return switch (result) {
            case StartRunResult.Accepted accepted -> accepted;
            case StartRunResult.Busy(var active) ->
                throw Problem.of(409, ErrorCode.RUN_ACTIVE, "the conversation has an active run")
                        .with("runId", ItemMapper.toTree(active.value()))
                        .raise();
            case StartRunResult.KeyReused() ->
                throw Problem.of(
                                422,
                                ErrorCode.IDEMPOTENCY_KEY_REUSED,
                                "this Idempotency-Key was used with another body")
                        .raise();
        };
    }

    static ObjectNode answer(StartRunResult.Accepted accepted) {
        return ItemMapper.object()
                .put("messageId", accepted.messageId().value())
                .put("runId", accepted.runId().value())
                .put("status", "queued")
                .put("position", accepted.position());
    }
}
