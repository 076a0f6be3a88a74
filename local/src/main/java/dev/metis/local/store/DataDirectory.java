package dev.metis.local.store;

import dev.metis.error.ErrorCode;
import dev.metis.error.PermanentException;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The folder that holds everything Metis keeps on this machine, held by one process at a time: by a lock of the
 * operating system, which ends with the process however it ends. The folder is its owner's alone.
 */
public final class DataDirectory implements AutoCloseable {
    private static final Logger LOG = System.getLogger(DataDirectory.class.getName());
    private static final String LOCK = "lock";
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,40}");
    private static final int PID_BYTES = 20;

    /**
     * The folders that this process holds. Without it a second opener here would close its channel to the lock file,
     * and on POSIX systems any close of a file ends all locks of the process on it.
     */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    /** How an attempt to open ended. */
    public sealed interface Opening {
        /** The directory is ours until it is closed. */
        record Opened(DataDirectory directory) implements Opening {}

        /** Another process (or this one) holds it; its id, if the lock file tells. */
        record HeldBy(Path folder, OptionalLong pid) implements Opening {
            /** A sentence for the person who tried. */
            public String message() {
                String holder = pid.isPresent() ? "the process " + pid.getAsLong() : "another process";
                return folder + " is in use by " + holder + "; stop it, or choose another data directory";
            }
        }
    }

    private final Path folder;
    private final FileChannel channel;

    private DataDirectory(Path folder, FileChannel channel) {
        this.folder = folder;
        this.channel = channel;
    }

    /**
     * Opens the folder, and creates it when it is absent. A folder that holds something else is refused with
     * {@code INVALID_REQUEST}.
     */
    public static Opening open(Path path) throws IOException {
        Path folder = PrivateFiles.folder(path).toRealPath();
        requireOurs(folder);
        if (!HELD.add(folder)) {
            return new Opening.HeldBy(
                    folder, OptionalLong.of(ProcessHandle.current().pid()));
        }
        Opening opening = null;
        try {
            opening = lock(folder);
            return opening;
        } finally {
            if (!(opening instanceof Opening.Opened)) {
                HELD.remove(folder);
            }
        }
    }

    /** The folder itself. */
    public Path path() {
        return folder;
    }

    /** A folder in it by a name of ours, made when it is absent. */
    public Path folder(String name) throws IOException {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("not a name for a folder: " + name);
        }
        return PrivateFiles.folder(folder.resolve(name));
    }

    /** Lets the folder go. */
    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.log(Level.WARNING, () -> "the lock of " + folder + " could not be closed", e);
        } finally {
            HELD.remove(folder);
        }
    }

    private static void requireOurs(Path folder) throws IOException {
        if (Files.exists(folder.resolve(LOCK))) {
            return;
        }
        try (Stream<Path> files = Files.list(folder)) {
            if (files.findAny().isPresent()) {
                throw new PermanentException(
                        ErrorCode.INVALID_REQUEST,
                        folder + " is not empty and no data directory of Metis; choose another");
            }
        }
    }

    private static Opening lock(Path folder) throws IOException {
        FileChannel channel = FileChannel.open(
                folder.resolve(LOCK),
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
                PrivateFiles.FILE);
        boolean ours = false;
        try {
            FileLock lock = channel.tryLock();
            ours = lock != null;
            if (!ours) {
                return new Opening.HeldBy(folder, readPid(channel));
            }
            Files.setPosixFilePermissions(folder, PrivateFiles.OWNER_ONLY);
            writePid(channel);
            return new Opening.Opened(new DataDirectory(folder, channel));
        } finally {
            if (!ours) {
                channel.close();
            }
        }
    }

    private static void writePid(FileChannel channel) throws IOException {
        channel.truncate(0);
        channel.write(StandardCharsets.US_ASCII.encode(ProcessHandle.current().pid() + "\n"), 0);
    }

    private static OptionalLong readPid(FileChannel channel) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(PID_BYTES);
        channel.read(bytes, 0);
        String text = StandardCharsets.US_ASCII.decode(bytes.flip()).toString().strip();
        return text.matches("[0-9]{1,18}") ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
    }
}
