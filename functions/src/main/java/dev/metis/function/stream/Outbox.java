package dev.metis.function.stream;

import dev.metis.access.TenantId;
import dev.metis.item.ItemMapper;
import dev.metis.port.ChangeFeed;
import dev.metis.port.Item;
import dev.metis.port.Table;
import dev.metis.run.Run;
import dev.metis.run.RunId;
import dev.metis.run.Wait;
import dev.metis.usecase.StartExecution;
import dev.metis.usecase.WakeWait;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Starts wanted executions and wakes settled waits, again and again until each has happened. */
public final class Outbox implements ChangeFeed.Handler {
    public static final String CONSUMER = "outbox";

    private static final Pattern RUN_PARTITION = Pattern.compile("O#(ten_[0-9A-Z]{26})#RUN#(run_[0-9A-Z]{26})");

    private final StartExecution startExecution;
    private final WakeWait wakeWait;

    public Outbox(StartExecution startExecution, WakeWait wakeWait) {
        this.startExecution = startExecution;
        this.wakeWait = wakeWait;
    }

    @Override
    public void handle(List<ChangeFeed.ItemChange> batch) {
        for (ChangeFeed.ItemChange change : batch) {
            if (change.key().table() == Table.MAIN) {
                change.image().ifPresent(this::follow);
            }
        }
    }

    private void follow(Item item) {
        Matcher run = RUN_PARTITION.matcher(item.key().pk());
        if (!run.matches()) {
            return;
        }
        String sk = item.key().sk();
        if (sk.equals("RUN")) {
            startExecution.start(ItemMapper.fromTree(item.attributes(), Run.class));
        } else if (sk.startsWith("WAIT#")) {
            wakeWait.wake(
                    new TenantId(run.group(1)),
                    new RunId(run.group(2)),
                    ItemMapper.fromTree(item.attributes(), Wait.class));
        }
    }
}
