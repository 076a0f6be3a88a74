package dev.metis.local.cli;

import dev.metis.item.ItemMapper;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What the run asks a person, asked at the terminal; without one, it is said how to answer. */
final class Requests {
    private static final Set<String> YES = Set.of("y", "yes");
    private static final Set<String> NO = Set.of("", "n", "no");

    private final Console console;
    private final MetisClient client;
    private final Prompts prompts;
    private final Set<String> settled = ConcurrentHashMap.newKeySet();

    Requests(Console console, MetisClient client, Prompts prompts) {
        this.console = console;
        this.client = client;
        this.prompts = prompts;
    }

    void approval(String id) {
        JsonNode approval = client.get("/v1/approvals/" + id);
        if (!approval.path("status").asString().equals("pending")) {
            return;
        }
        console.say("? " + approval.path("tool").asString() + " needs your word: "
                + approval.path("reason").asString(""));
        approval.path("arguments").forEachEntry((name, value) -> {
            console.say("  " + name + ":");
            console.quote("    ", value.isString() ? value.asString() : ItemMapper.write(value));
        });
        if (!console.interactive()) {
            console.say("  No terminal to ask at. Decide in the browser (./metis link), or by POST to "
                    + client.address() + "/v1/approvals/" + id + "/decision. Waiting ...");
            return;
        }
        String hash = approval.path("argumentsHash").asString("");
        prompts.ask(id, () -> console.ask("  Allow this once? [y/N] "), line -> decide(id, hash, line));
    }

    void question(String id) {
        JsonNode question = client.get("/v1/questions/" + id);
        if (!question.path("status").asString().equals("pending")) {
            return;
        }
        console.say("? The agent asks:");
        console.quote("    ", question.path("question").asString(""));
        List<String> choices = new ArrayList<>();
        question.path("choices").values().forEach(choice -> choices.add(choice.asString("")));
        for (int i = 0; i < choices.size(); i++) {
            console.say("  " + (i + 1) + ") " + choices.get(i));
        }
        if (!console.interactive()) {
            console.say("  No terminal to ask at. Answer in the browser (./metis link), or by POST to "
                    + client.address() + "/v1/questions/" + id + "/answer. Waiting ...");
            return;
        }
        boolean review = question.path("kind").asString("").equals("review");
        prompts.ask(id, () -> console.ask("  Your answer: "), line -> answer(id, choices, review, line));
    }

    /** It was settled, here or elsewhere. */
    void settled(String id) {
        settled.add(id);
        prompts.withdraw(id);
    }

    private void decide(String id, String hash, String line) {
        String word = line.strip().toLowerCase(Locale.ROOT);
        if (!YES.contains(word) && !NO.contains(word)) {
            prompts.ask(
                    id,
                    () -> console.ask("  Please answer y or n. Allow this once? [y/N] "),
                    again -> decide(id, hash, again));
            return;
        }
        ObjectNode decision = ItemMapper.object()
                .put("decision", YES.contains(word) ? "approve" : "deny")
                .put("argumentsHash", hash);
        tell(id, "/v1/approvals/" + id + "/decision", decision);
    }

    private void answer(String id, List<String> choices, boolean review, String line) {
        String word = line.strip();
        boolean number = word.matches("[0-9]{1,3}");
        int index = number ? Integer.parseInt(word) : 0;
        String text = index >= 1 && index <= choices.size() ? choices.get(index - 1) : word;
        if (text.isEmpty() || (review && !choices.contains(text))) {
            prompts.ask(id, () -> console.ask("  Your answer: "), again -> answer(id, choices, review, again));
            return;
        }
        tell(id, "/v1/questions/" + id + "/answer", ItemMapper.object().put("answer", text));
    }

    private void tell(String id, String path, ObjectNode body) {
        if (settled.contains(id)) {
            console.say("  It was settled elsewhere meanwhile.");
            return;
        }
        HttpResponse<String> response = client.tryPost(path, body);
        if (response.statusCode() >= 300) {
            console.say("  Not taken: " + MetisClient.reason(response));
        }
    }
}
