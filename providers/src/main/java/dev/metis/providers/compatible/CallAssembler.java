package dev.metis.providers.compatible;

import dev.metis.error.ErrorCode;
import dev.metis.provider.ProviderEvent;
import dev.metis.provider.ProviderFailure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Puts streamed tool calls together. A piece belongs to the call of its index; without an index to that of its id;
 * without either to the last one. A piece opens a call of its own when it names a tool although the call that it would
 * belong to is already whole: some servers send every parallel call whole, and all with index 0 or none, with one id or
 * none.
 */
final class CallAssembler {
    private static final int MAX_CALLS = 128;

    private final ToolNames names;
    private final List<PartialCall> calls = new ArrayList<>();

    CallAssembler(ToolNames names) {
        this.names = names;
    }

    boolean isEmpty() {
        return calls.isEmpty();
    }

    void accept(JsonNode piece) throws ProviderFailure {
        int index = piece.path("index").isInt() ? piece.path("index").intValue() : -1;
        String id = piece.path("id").asString("");
        JsonNode function = piece.path("function");
        String name = function.path("name").asString("");
        String arguments = arguments(function.path("arguments"));
        PartialCall call = find(index, id, name, arguments);
        if (call == null) {
            call = open(index, id);
        }
        call.identify(id);
        if (!name.isEmpty()) {
            call.nameContinues(name, names);
        }
        if (!call.argumentsContinue(arguments)) {
            throw ProviderFailure.permanent(
                    ErrorCode.PROVIDER_INVALID_REQUEST,
                    "the model wrote arguments of more than 4 MB for one tool call");
        }
    }

    /** The whole calls, in the order of their indexes, or else in which they came. */
    List<ProviderEvent.CallCompleted> completed() {
        List<PartialCall> ordered = new ArrayList<>(calls);
        if (ordered.stream().noneMatch(call -> call.index() < 0)) {
            ordered.sort(Comparator.comparingInt(PartialCall::index));
        }
        List<ProviderEvent.CallCompleted> completed = new ArrayList<>();
        for (PartialCall call : ordered) {
            completed.add(new ProviderEvent.CallCompleted(
                    completed.size(), call.id(), names.ours(call.name()), call.arguments()));
        }
        return completed;
    }

    private @Nullable PartialCall find(int index, String id, String name, String arguments) {
        PartialCall call = index >= 0 ? lastOf(index) : ofId(id, name);
        return call == null || another(call, id, name, arguments) ? null : call;
    }

    private static boolean another(PartialCall call, String id, String name, String arguments) {
        if (name.isEmpty()) {
            return false;
        }
        boolean otherId = !id.isEmpty() && !call.id().isEmpty() && !id.equals(call.id());
        if (otherId) {
            return !call.hasArguments() || call.whole();
        }
        return call.whole() && !arguments.isBlank();
    }

    private @Nullable PartialCall lastOf(int index) {
        return calls.stream()
                .filter(call -> call.index() == index)
                .reduce((first, second) -> second)
                .orElse(null);
    }

    private @Nullable PartialCall ofId(String id, String name) {
        if (calls.isEmpty()) {
            return null;
        }
        if (id.isEmpty()) {
            PartialCall last = calls.getLast();
            // Without index and id only a name can begin a call; a name that continues one comes before its arguments.
            boolean begins = !name.isEmpty() && (last.hasArguments() || names.known(last.name()));
            return begins ? null : last;
        }
        return calls.stream()
                .filter(call -> call.id().equals(id))
                .reduce((first, second) -> second)
                .orElse(null);
    }

    private PartialCall open(int index, String id) throws ProviderFailure {
        if (calls.size() == MAX_CALLS) {
            throw ProviderFailure.permanent(
                    ErrorCode.TOO_MANY_TOOL_CALLS,
                    "the model asked for more than " + MAX_CALLS + " tool calls at once");
        }
        PartialCall call = new PartialCall(index, id);
        calls.add(call);
        return call;
    }

    /** A string of JSON by the book; some servers send the object itself. */
    private static String arguments(JsonNode arguments) {
        if (arguments.isString()) {
            return arguments.stringValue();
        }
        return arguments.isContainer() ? arguments.toString() : "";
    }
}
