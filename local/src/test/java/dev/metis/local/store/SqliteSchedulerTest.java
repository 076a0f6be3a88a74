package dev.metis.local.store;

import dev.metis.port.Scheduler;
import dev.metis.testkit.store.SchedulerContract;
import dev.metis.testkit.time.ManualTime;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

class SqliteSchedulerTest extends SchedulerContract {
    private Path file;
    private Optional<SqliteDatabase> database = Optional.empty();
    private Optional<SqliteScheduler> scheduler = Optional.empty();

    @BeforeEach
    void choose(@TempDir Path folder) {
        file = folder.resolve("metis.db");
    }

    @AfterEach
    void close() {
        scheduler.ifPresent(SqliteScheduler::close);
        database.ifPresent(SqliteDatabase::close);
    }

    @Override
    public Scheduler open(ManualTime time, Map<String, Consumer<String>> targets) {
        close();
        SqliteDatabase opened = SqliteDatabase.open(file);
        SqliteScheduler started = new SqliteScheduler(opened, time);
        targets.forEach(started::register);
        time.onMove(started::wake);
        database = Optional.of(opened);
        scheduler = Optional.of(started);
        return started;
    }
}
