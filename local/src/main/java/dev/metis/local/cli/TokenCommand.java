package dev.metis.local.cli;

import dev.metis.access.Principal;
import dev.metis.access.Scope;
import dev.metis.item.ItemMapper;
import dev.metis.local.config.Environment;
import dev.metis.local.config.OfflineTokens;
import dev.metis.local.server.ControlHandler;
import java.io.IOException;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code token}: API tokens. */
@Command(
        name = "token",
        description = "Makes API tokens.",
        subcommands = {})
final class TokenCommand implements Callable<Integer> {
    @Mixin
    @SuppressWarnings("UnusedVariable") // for its options alone
    private final Shared shared = new Shared();

    @Override
    public Integer call() {
        throw new CommandFailure(ExitCode.USAGE, "what to do with tokens? There is: token create --user NAME");
    }

    /** {@code token create}. */
    @Command(
            name = "create",
            description = "Makes an API token for a user, a new one when unknown. Works whether or not Metis runs.",
            footer = "stdout holds the token alone.")
    static final class Create implements Callable<Integer> {
        private final Environment environment;
        private final Console console;

        @Mixin
        private final Shared shared = new Shared();

        @Option(names = "--user", paramLabel = "NAME", required = true, description = "Whose token.")
        private String user = "";

        @Option(
                names = "--scopes",
                paramLabel = "SCOPE",
                split = ",",
                description = "Only these of runs:read, runs:write, approvals:decide, mode:full, admin (default: all).")
        private List<String> scopes = List.of();

        Create(Environment environment, Console console) {
            this.environment = environment;
            this.console = console;
        }

        @Override
        public Integer call() {
            Set<Scope> wanted = scopes();
            String name = Normalizer.normalize(user, Normalizer.Form.NFC);
            if (!Principal.validName(name)) {
                throw new CommandFailure(
                        ExitCode.USAGE,
                        "--user is 1 to " + Principal.MAX_NAME_CHARS
                                + " letters, digits or . _ - + @, beginning with a letter or digit");
            }
            Path data = shared.data(environment);
            Optional<MetisClient> running = MetisClient.find(data);
            if (running.isPresent()) {
                try (MetisClient client = running.get()) {
                    console.result(online(client, name, wanted));
                }
            } else {
                console.result(offline(data, name, wanted));
            }
            return ExitCode.OK;
        }

        private Set<Scope> scopes() {
            if (scopes.isEmpty()) {
                return Scope.ALL;
            }
            EnumSet<Scope> wanted = EnumSet.noneOf(Scope.class);
            for (String word : scopes) {
                wanted.add(Scope.ofWire(word.strip())
                        .orElseThrow(() -> new CommandFailure(
                                ExitCode.USAGE, "--scopes are of " + String.join(", ", Scope.words()))));
            }
            return wanted;
        }

        private static String online(MetisClient client, String name, Set<Scope> wanted) {
            ObjectNode body = ItemMapper.object().put("user", name);
            ArrayNode words = body.putArray("scopes");
            wanted.stream().sorted().map(Scope::wire).forEach(words::add);
            return client.control(ControlHandler.TOKENS, body).path("token").asString();
        }

        private static String offline(Path data, String name, Set<Scope> wanted) {
            try {
                return switch (OfflineTokens.create(data, name, wanted)) {
                    case OfflineTokens.Result.Created(String secret) -> secret;
                    case OfflineTokens.Result.InUse(String message) ->
                        throw new CommandFailure(ExitCode.FAILED, message);
                };
            } catch (IOException e) {
                throw new CommandFailure(
                        ExitCode.FAILED, "the data directory " + data + " cannot be used: " + e.getMessage());
            }
        }
    }
}
