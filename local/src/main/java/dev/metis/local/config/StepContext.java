package dev.metis.local.config;

import dev.metis.function.step.StepFunctions;
import dev.metis.function.step.StepUseCases;
import dev.metis.item.ItemMapper;
import dev.metis.local.engine.FunctionFailure;
import dev.metis.local.engine.FunctionInvoker;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.cloud.function.context.FunctionCatalog;
import org.springframework.cloud.function.context.config.ContextFunctionCatalogAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageHeaders;
import org.springframework.messaging.support.MessageBuilder;
import tools.jackson.databind.JsonNode;

/** The steps as Spring Cloud Function beans, called in process by name with JSON, as Lambda would call them. */
final class StepContext implements FunctionInvoker, AutoCloseable {
    private static final String JSON = "application/json";

    private final ConfigurableApplicationContext context;
    private final FunctionCatalog catalog;

    StepContext(StepUseCases useCases) {
        this.context = new SpringApplicationBuilder(Beans.class)
                .web(WebApplicationType.NONE)
                .bannerMode(Banner.Mode.OFF)
                .logStartupInfo(false)
                .registerShutdownHook(false)
                .properties(Map.of("spring.main.lazy-initialization", "true"))
                .initializers(
                        initialized -> new StepFunctions(useCases).initialize((GenericApplicationContext) initialized))
                .run();
        this.catalog = context.getBean(FunctionCatalog.class);
    }

    /** Only what the function catalogue needs; nothing is scanned for. */
    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({JacksonAutoConfiguration.class, ContextFunctionCatalogAutoConfiguration.class})
    static class Beans {}

    @Override
    public JsonNode invoke(String functionName, JsonNode payload) throws FunctionFailure {
        Function<Message<byte[]>, Message<byte[]>> function = catalog.lookup(functionName, JSON);
        if (function == null) {
            throw new FunctionFailure("Lambda.ResourceNotFoundException", "there is no function " + functionName);
        }
        byte[] body = ItemMapper.write(payload).getBytes(StandardCharsets.UTF_8);
        try {
            Message<byte[]> answer = function.apply(MessageBuilder.withPayload(body)
                    .setHeader(MessageHeaders.CONTENT_TYPE, JSON)
                    .build());
            return ItemMapper.parse(new String(answer.getPayload(), StandardCharsets.UTF_8));
        } catch (RuntimeException e) {
            Throwable fault = ours(e);
            throw new FunctionFailure(
                    fault.getClass().getName(),
                    Objects.requireNonNullElse(
                            fault.getMessage(), fault.getClass().getSimpleName()));
        }
    }

    /** The fault as the function threw it: the catalogue may have wrapped it. */
    private static Throwable ours(Throwable fault) {
        for (Throwable cause = fault; cause != null; cause = cause.getCause()) {
            if (cause.getClass().getName().startsWith("dev.metis.")) {
                return cause;
            }
        }
        return fault;
    }

    @Override
    public void close() {
        context.close();
    }
}
