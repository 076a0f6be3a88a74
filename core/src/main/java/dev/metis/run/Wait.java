package dev.metis.run;

import dev.metis.access.TenantId;
import dev.metis.item.ItemMapper;
import dev.metis.item.Keys;
import dev.metis.port.Condition;
import dev.metis.port.ItemKey;
import dev.metis.port.ItemStore;
import dev.metis.port.Write;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A wait of a run for something outside: the state machine's token, and once settled the result it is owed. Settling is
 * a fact of the store; telling the state machine follows, as often as needed, until it is woken.
 */
public record Wait(
        Kind kind,
        String callId,
        String token,
        State state,
        @Nullable JsonNode result) {
    public Wait {
        Objects.requireNonNull(kind, "kind is null");
        Objects.requireNonNull(callId, "callId is null");
        Objects.requireNonNull(token, "token is null");
        Objects.requireNonNull(state, "state is null");
    }

    /** What is waited for. */
    public enum Kind {
        APPROVAL,
        ANSWER,
        SANDBOX
    }

    /** open → settled → woken. */
    public enum State {
        OPEN,
        SETTLED,
        WOKEN
    }

    public static Wait open(Kind kind, String callId, String token) {
        return new Wait(kind, callId, token, State.OPEN, null);
    }

    /** The result it is owed, once settled. */
    public JsonNode owed() {
        return Objects.requireNonNull(result, "an open wait is owed nothing yet");
    }

    public Wait settled(JsonNode owed) {
        return new Wait(kind, callId, token, State.SETTLED, owed);
    }

    public Wait woken() {
        return new Wait(kind, callId, token, State.WOKEN, result);
    }

    public static ItemKey key(TenantId owner, RunId run, Kind kind, String callId) {
        return Keys.ofRun(owner, run, "WAIT", ItemMapper.toTree(kind).asString() + "#" + callId);
    }

    public static Optional<Wait> find(ItemStore store, TenantId owner, RunId run, Kind kind, String callId) {
        return store.get(key(owner, run, kind, callId)).map(item -> ItemMapper.fromTree(item.attributes(), Wait.class));
    }

    /** Stores it as it is now; the head's version, in the same transaction, guards it. */
    public Write put(TenantId owner, RunId run) {
        return new Write.Put(key(owner, run, kind, callId), ItemMapper.attributes(this), new Condition.Always());
    }
}
