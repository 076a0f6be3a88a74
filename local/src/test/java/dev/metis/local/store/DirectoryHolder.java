package dev.metis.local.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** Opens a data directory, says how that ended, and holds it until it is killed. */
final class DirectoryHolder {
    private DirectoryHolder() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        switch (DataDirectory.open(Path.of(arguments[0]))) {
            case DataDirectory.Opening.Opened _ -> System.out.println("opened");
            case DataDirectory.Opening.HeldBy held -> System.out.println(held.message());
        }
        new CountDownLatch(1).await();
    }
}
