package dev.metis.providers.script;

import dev.metis.error.ErrorCode;
import dev.metis.error.PermanentException;
import dev.metis.provider.Capability;
import dev.metis.provider.ModelInfo;
import dev.metis.provider.ProviderAdapter;
import dev.metis.provider.ProviderEvent;
import dev.metis.provider.ProviderFailure;
import dev.metis.provider.ScriptCue;
import dev.metis.provider.StopSignal;
import dev.metis.provider.TurnEnd;
import dev.metis.provider.TurnRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Plays scripts. A request with a script plays the turn of its position, whatever the model; the model {@code demo}
 * without one plays {@link Demonstration}. Its token counts are estimates.
 */
public final class ScriptProvider implements ProviderAdapter {
    public static final String ID = "script";
    public static final String DEMO = "demo";
    public static final String SCRIPTED = "scripted";
    private static final String NO_MORE =
            "This is the scripted provider. Its script has no more turns, so I have" + " nothing more to say.";

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String name() {
        return "Scripted (no language model)";
    }

    @Override
    public boolean configured() {
        return true;
    }

    @Override
    public List<ModelInfo> models() {
        return List.of(
                new ModelInfo(ID, DEMO, "Demonstration (no language model)", capabilities()),
                new ModelInfo(ID, SCRIPTED, "Script given with the run (no language model)", capabilities()));
    }

    @Override
    public TurnEnd stream(TurnRequest request, Consumer<ProviderEvent> sink, StopSignal stop) throws ProviderFailure {
        Objects.requireNonNull(sink, "sink is null");
        int position = request.script()
                .map(ScriptCue::position)
                .orElseGet(() -> request.transcript().size());
        return new Player(turn(request), sink, stop).play(request, position);
    }

    private static ScriptTurn turn(TurnRequest request) throws ProviderFailure {
        Optional<ScriptCue> cue = request.script();
        if (cue.isPresent()) {
            return turn(cue.get());
        }
        if (request.model().equals(DEMO)) {
            return Demonstration.next(request);
        }
        if (request.model().equals(SCRIPTED)) {
            throw ProviderFailure.permanent(
                    ErrorCode.PROVIDER_INVALID_REQUEST, "the model script/scripted needs a script; none was given");
        }
        throw ProviderFailure.permanent(
                ErrorCode.PROVIDER_UNKNOWN, "the scripted provider has the models demo and scripted");
    }

    private static ScriptTurn turn(ScriptCue cue) throws ProviderFailure {
        try {
            List<ScriptTurn> turns = ScriptFormat.parse(cue.script());
            return cue.position() < turns.size() ? turns.get(cue.position()) : ScriptTurn.saying(NO_MORE, 0);
        } catch (PermanentException e) {
            throw ProviderFailure.permanent(
                    ErrorCode.PROVIDER_INVALID_REQUEST, Objects.requireNonNullElse(e.getMessage(), "no script"));
        }
    }

    private static Map<String, Capability> capabilities() {
        Map<String, Capability> capabilities = new LinkedHashMap<>();
        capabilities.put("tools", Capability.DECLARED);
        capabilities.put("streaming", Capability.DECLARED);
        capabilities.put("reasoning", Capability.DECLARED);
        return capabilities;
    }
}
