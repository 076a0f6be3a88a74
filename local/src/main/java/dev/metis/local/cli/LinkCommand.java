package dev.metis.local.cli;

import dev.metis.item.ItemMapper;
import dev.metis.local.config.Environment;
import dev.metis.local.server.ControlHandler;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code link}: another sign-in address. */
@Command(
        name = "link",
        description = "Prints another sign-in address of the running Metis: for one use, within 10 minutes.")
final class LinkCommand implements Callable<Integer> {
    private final Environment environment;
    private final Console console;

    @Mixin
    private final Shared shared = new Shared();

    LinkCommand(Environment environment, Console console) {
        this.environment = environment;
        this.console = console;
    }

    @Override
    public Integer call() {
        try (MetisClient client = MetisClient.require(shared.data(environment))) {
            String token = client.control(ControlHandler.LINKS, ItemMapper.object())
                    .path("token")
                    .asString();
            console.result(client.address() + "/#token=" + token);
            return ExitCode.OK;
        }
    }
}
