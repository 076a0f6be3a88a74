package dev.metis.testkit.provider;

import java.util.Optional;
import java.util.function.Function;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/**
 * What the stub says when nobody tells it: to a person's message streamed text and two parallel calls of reading tools,
 * to their results an answer that counts them; without those tools just an answer. It has one model, {@code stub-model}.
 */
public final class StubConversation implements Function<StubCompatibleServer.Request, StubAnswer> {
    private static final String LIST = "fs_list";
    private static final String SEARCH = "fs_search";

    @Override
    public StubAnswer apply(StubCompatibleServer.Request request) {
        if (request.path().endsWith("/models")) {
            return StubAnswer.whole("application/json", "{\"data\":[{\"id\":\"stub-model\",\"object\":\"model\"}]}");
        }
        if (!request.path().endsWith("/chat/completions")) {
            return StubAnswer.error(404, "invalid_request_error", "no such path");
        }
        JsonNode messages = request.body().path("messages");
        int last = messages.size() - 1;
        boolean asked = messages.path(last).path("role").asString("").equals("user");
        if (asked && offered(request, LIST) && offered(request, SEARCH)) {
            return StubAnswer.stream()
                    .text("I look at ")
                    .text("two things at once. ")
                    .call(0, "call_a" + last, LIST, "{\"path\":")
                    .call(1, "call_b" + last, SEARCH, "{\"pattern\"")
                    .arguments(0, "\".\"}")
                    .arguments(1, ":\"TODO\"}")
                    .finish("tool_calls")
                    .usage(100, 20)
                    .done();
        }
        return StubAnswer.stream()
                .text("I have read ")
                .text(results(messages) + " results, ")
                .text("and that is my answer.")
                .finish("stop")
                .usage(200, 15)
                .done();
    }

    private static boolean offered(StubCompatibleServer.Request request, String tool) {
        return find(request.body().path("tools"), tool).isPresent();
    }

    private static Optional<JsonNode> find(JsonNode tools, String name) {
        return StreamSupport.stream(tools.spliterator(), false)
                .filter(tool -> tool.path("function").path("name").asString("").equals(name))
                .findFirst();
    }

    private static long results(JsonNode messages) {
        return StreamSupport.stream(messages.spliterator(), false)
                .filter(message -> message.path("role").asString("").equals("tool"))
                .count();
    }
}
