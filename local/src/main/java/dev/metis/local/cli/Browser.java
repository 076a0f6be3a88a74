package dev.metis.local.cli;

import dev.metis.local.config.Environment;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;

/** Opens an address in the person's browser, where there is a display. */
final class Browser {
    private static final Logger LOG = System.getLogger(Browser.class.getName());

    private Browser() {}

    static void open(String address, Environment environment) {
        Optional<String> opener = environment.browserOpener();
        if (opener.isEmpty()) {
            return;
        }
        try {
            new ProcessBuilder(List.of(opener.get(), address))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "no browser was opened", e);
        }
    }
}
