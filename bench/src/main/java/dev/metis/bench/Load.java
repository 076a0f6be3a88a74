package dev.metis.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs an operation from many threads for a while, each as fast as it is answered. */
final class Load {
    /** One operation: the n-th of its thread, from 0. */
    @FunctionalInterface
    interface Operation {
        void run(int thread, int n);
    }

    private Load() {}

    /** Runs the operation on virtual threads, as the program does. The first fault ends it. */
    static Figures run(int threads, Duration duration, Operation operation) throws Exception {
        Duration cpuBefore = cpu();
        long began = System.nanoTime();
        long end = began + duration.toNanos();
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<long[]>> loops = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                int thread = t;
                loops.add(() -> loop(thread, end, operation));
            }
            List<long[]> latencies = new ArrayList<>();
            for (Future<long[]> loop : executor.invokeAll(loops)) {
                latencies.add(loop.get());
            }
            return Figures.of(latencies, System.nanoTime() - began, cpu().minus(cpuBefore));
        }
    }

    private static Duration cpu() {
        return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    }

    private static long[] loop(int thread, long end, Operation operation) {
        long[] nanos = new long[1_024];
        int n = 0;
        for (long before = System.nanoTime(); before < end; ) {
            operation.run(thread, n);
            long after = System.nanoTime();
            if (n == nanos.length) {
                nanos = Arrays.copyOf(nanos, 2 * n);
            }
            nanos[n++] = after - before;
            before = after;
        }
        return Arrays.copyOf(nanos, n);
    }

    /** What was measured. */
    static final class Figures {
        private final long[] sorted;
        private final long took;
        private final Duration cpu;

        private Figures(long[] sorted, long took, Duration cpu) {
            this.sorted = sorted;
            this.took = took;
            this.cpu = cpu;
        }

        private static Figures of(List<long[]> latencies, long took, Duration cpu) {
            long[] all =
                    latencies.stream().flatMapToLong(Arrays::stream).sorted().toArray();
            return new Figures(all, took, cpu);
        }

        /** The figures in the middle by operations a second. */
        static Figures median(List<Figures> rounds) {
            return rounds.stream()
                    .sorted(Comparator.comparingDouble(Figures::perSecond))
                    .toList()
                    .get(rounds.size() / 2);
        }

        double perSecond() {
            return sorted.length * 1e9 / took;
        }

        /** Processor time of the whole program for one operation; says most on a machine that others load. */
        double cpuMicros() {
            return cpu.toNanos() / 1e3 / sorted.length;
        }

        /** The latency that so large a share of the operations did not exceed. */
        double millis(double share) {
            return sorted[(int) Math.min(sorted.length - 1L, Math.round(share * sorted.length))] / 1e6;
        }
    }
}
