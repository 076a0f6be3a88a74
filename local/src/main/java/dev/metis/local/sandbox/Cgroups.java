package dev.metis.local.sandbox;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Where control groups can be made on this host: version 1 or 2, below our own group where possible, or nowhere. */
sealed interface Cgroups {
    Path ROOT = Path.of("/sys/fs/cgroup");
    String PREFIX = "metis-";
    int SEARCH_DEPTH = 8;

    /** A group with these limits; nothing of it stays when this fails. */
    Cgroup create(String name, long memoryBytes, int processes) throws IOException;

    /** Whether groups hold memory and processes here. */
    default boolean holds() {
        return !(this instanceof None);
    }

    /** Looks what works by making and removing a group. */
    static Cgroups find(String probeName) {
        List<Cgroups> candidates = new ArrayList<>();
        try {
            Map<String, String> own = own();
            if (own.containsKey("memory") && own.containsKey("pids")) {
                candidates.add(new PerController(controller("memory", own), controller("pids", own)));
            }
            if (own.containsKey("")) {
                candidates.addAll(Unified.candidates(own.getOrDefault("", "/")));
            }
        } catch (IOException e) {
            return new None();
        }
        return candidates.stream()
                .filter(candidate -> works(candidate, probeName))
                .findFirst()
                .orElseGet(None::new);
    }

    private static boolean works(Cgroups candidate, String name) {
        try (Cgroup probe = candidate.create(name, 64L << 20, 16)) {
            return probe.empty();
        } catch (IOException e) {
            return false;
        }
    }

    /** Our own group by controller; the empty name is version 2. */
    private static Map<String, String> own() throws IOException {
        Map<String, String> own = new HashMap<>();
        for (String line : Files.readAllLines(Path.of("/proc/self/cgroup"))) {
            String[] parts = line.split(":", 3);
            for (String controller : parts[1].split(",", -1)) {
                own.put(controller, parts[2]);
            }
        }
        return own;
    }

    private static Path controller(String name, Map<String, String> own) {
        Path mounted = ROOT.resolve(name);
        Path folder = Path.of(mounted + own.getOrDefault(name, "/"));
        return Files.isDirectory(folder) ? folder : mounted;
    }

    /** Version 1: a hierarchy a controller. */
    record PerController(Path memory, Path pids) implements Cgroups {
        @Override
        public Cgroup create(String name, long memoryBytes, int processes) throws IOException {
            Path inMemory = memory.resolve(PREFIX + name);
            Path inPids = pids.resolve(PREFIX + name);
            Cgroup group = new Cgroup(List.of(inMemory, inPids));
            try {
                Files.createDirectory(inMemory);
                Files.createDirectory(inPids);
                Cgroup.write(inMemory.resolve("memory.limit_in_bytes"), Long.toString(memoryBytes));
                Path swap = inMemory.resolve("memory.memsw.limit_in_bytes");
                if (Files.exists(swap)) {
                    Cgroup.write(swap, Long.toString(memoryBytes));
                }
                Cgroup.write(inPids.resolve("pids.max"), Integer.toString(processes));
                return group;
            } catch (IOException e) {
                group.close();
                throw e;
            }
        }
    }

    /** Version 2: one hierarchy; groups are made where the parent hands memory and pids down. */
    record Unified(Path parent) implements Cgroups {
        static List<Cgroups> candidates(String own) {
            Path root = Files.exists(ROOT.resolve("cgroup.controllers")) ? ROOT : ROOT.resolve("unified");
            Path folder = Path.of(root + own);
            List<Cgroups> found = new ArrayList<>();
            for (Path place : new Path[] {folder, folder.getParent(), root}) {
                if (place != null && place.startsWith(root)) {
                    found.add(new Unified(place));
                }
            }
            return found;
        }

        @Override
        public Cgroup create(String name, long memoryBytes, int processes) throws IOException {
            Path folder = parent.resolve(PREFIX + name);
            Cgroup group = new Cgroup(List.of(folder));
            handDown();
            try {
                Files.createDirectory(folder);
                Cgroup.write(folder.resolve("memory.max"), Long.toString(memoryBytes));
                if (Files.exists(folder.resolve("memory.swap.max"))) {
                    Cgroup.write(folder.resolve("memory.swap.max"), "0");
                }
                Cgroup.write(folder.resolve("memory.oom.group"), "1");
                Cgroup.write(folder.resolve("pids.max"), Integer.toString(processes));
                return group;
            } catch (IOException e) {
                group.close();
                throw e;
            }
        }

        /** Does not work in a group that holds processes itself, unless it is the root; then the next candidate is tried. */
        private void handDown() throws IOException {
            Path control = parent.resolve("cgroup.subtree_control");
            List<String> handed = List.of(Files.readString(control).strip().split(" "));
            if (!handed.contains("memory") || !handed.contains("pids")) {
                Cgroup.write(control, "+memory +pids");
            }
        }
    }

    /** No group can be made here. */
    record None() implements Cgroups {
        @Override
        public Cgroup create(String name, long memoryBytes, int processes) {
            return Cgroup.none();
        }
    }

    /**
     * Groups whose names begin as ours do: an earlier server left them behind. They are looked for everywhere, as that server may have
     * run in another group than we do.
     */
    static List<Path> leftOvers(String prefix) throws IOException {
        List<Path> found = new ArrayList<>();
        if (!Files.isDirectory(ROOT)) {
            return found;
        }
        Files.walkFileTree(ROOT, Set.of(), SEARCH_DEPTH, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                boolean ours = folder.getFileName().toString().startsWith(PREFIX + prefix + "-");
                if (ours) {
                    found.add(folder);
                }
                return ours ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) {
                return FileVisitResult.CONTINUE; // gone while we looked, or not for us to see
            }
        });
        return found;
    }
}
