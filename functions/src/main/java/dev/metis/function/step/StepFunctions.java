package dev.metis.function.step;

import dev.metis.access.TenantId;
import dev.metis.error.ErrorCode;
import dev.metis.event.LifecycleEvent.RunError;
import dev.metis.item.ItemMapper;
import dev.metis.run.RunId;
import dev.metis.tool.CallId;
import dev.metis.usecase.BeginAttempt;
import dev.metis.usecase.FinishRun.Ending;
import dev.metis.usecase.StepResult;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.function.context.FunctionRegistration;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.ResolvableType;

/** Registers the steps as functions, one by one: nothing is scanned for. */
public final class StepFunctions implements ApplicationContextInitializer<GenericApplicationContext> {
    /** The functions' names, as the state machine's substitutions end in. */
    public static final List<String> NAMES = List.of(
            "beginAttempt",
            "takeTurn",
            "executeToolCall",
            "requestApproval",
            "awaitAnswer",
            "awaitSandbox",
            "finishRun");

    private final StepUseCases useCases;

    public StepFunctions(StepUseCases useCases) {
        this.useCases = useCases;
    }

    @Override
    public void initialize(GenericApplicationContext context) {
        register(context, "beginAttempt", BeginAttemptRequest.class, this::beginAttempt);
        step(context, "takeTurn", r -> useCases.takeTurn().take(r.step(), r.turn()));
        step(context, "executeToolCall", r -> useCases.executeToolCall().execute(r.step(), callId(r)));
        step(context, "requestApproval", r -> useCases.requestApproval().request(r.step(), callId(r), token(r)));
        step(context, "awaitAnswer", r -> useCases.awaitAnswer().await(r.step(), callId(r), token(r)));
        step(context, "awaitSandbox", r -> useCases.awaitSandbox().await(r.step(), callId(r), token(r)));
        step(context, "finishRun", r -> useCases.finishRun().finish(r.step(), ending(r)));
    }

    private StepResult beginAttempt(BeginAttemptRequest request) {
        return useCases.beginAttempt()
                .begin(
                        new TenantId(request.owner()),
                        new RunId(request.runId()),
                        new BeginAttempt.Execution(
                                request.execution(),
                                request.attempt(),
                                request.segment(),
                                request.stateMachineVersion()));
    }

    static Ending ending(StepRequest request) {
        String word = Objects.requireNonNull(request.ending(), "ending is missing");
        return switch (word) {
            case "completed" -> new Ending.Completed();
            case "cancelled" -> new Ending.Cancelled();
            case "failed" -> new Ending.Failed(error(request.failure()));
            default -> throw new IllegalArgumentException("ending must be completed, cancelled or failed");
        };
    }

    private static RunError error(StepRequest.@Nullable Failure failure) {
        if (failure == null) {
            return new RunError(ErrorCode.INTERNAL.wire(), "a step failed and did not say why", true);
        }
        String code = failure.code();
        if (code != null) {
            return new RunError(code, Objects.requireNonNullElse(failure.message(), code), failure.retryable());
        }
        return new RunError(
                ErrorCode.INTERNAL.wire(),
                "a step failed with " + Objects.requireNonNullElse(failure.error(), "an unknown error") + ": "
                        + Objects.requireNonNullElse(failure.cause(), ""),
                true);
    }

    private static CallId callId(StepRequest request) {
        return new CallId(Objects.requireNonNull(request.callId(), "callId is missing"));
    }

    private static String token(StepRequest request) {
        return Objects.requireNonNull(request.token(), "token is missing");
    }

    private static void step(GenericApplicationContext context, String name, Function<StepRequest, StepResult> step) {
        register(context, name, StepRequest.class, step);
    }

    private static <T> void register(
            GenericApplicationContext context, String name, Class<T> request, Function<T, StepResult> step) {
        Function<T, String> function = input -> ItemMapper.write(ItemMapper.toTree(step.apply(input)));
        Supplier<FunctionRegistration<Function<T, String>>> registration =
                () -> new FunctionRegistration<>(function, name)
                        .type(ResolvableType.forClassWithGenerics(Function.class, request, String.class)
                                .getType());
        @SuppressWarnings({"unchecked", "rawtypes"})
        Class<FunctionRegistration<Function<T, String>>> type = (Class) FunctionRegistration.class;
        context.registerBean(name, type, registration);
    }
}
