package dev.metis.local.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs the filter as the kernel would: an interpreter of the few instructions that it uses. */
class SeccompFilterTest {
    private static final int ALLOW = 0x7FFF0000;
    private static final int KILL = 0x80000000;
    private static final int EPERM = 0x00050001;
    private static final int ENOSYS = 0x00050026;
    private static final int EAFNOSUPPORT = 0x00050061;

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "read, 0, 0, 0, allow",
        "execve, 59, 0, 0, allow",
        "ptrace, 101, 0, 0, eperm",
        "mount, 165, 0, 0, eperm",
        "unshare, 272, 0, 0, eperm",
        "setns, 308, 0, 0, eperm",
        "bpf, 321, 0, 0, eperm",
        "keyctl, 250, 0, 0, eperm",
        "userfaultfd, 323, 0, 0, eperm",
        "io_uring_setup, 425, 0, 0, eperm",
        "fsopen, 430, 0, 0, eperm",
        "open_by_handle_at, 304, 0, 0, eperm",
        "fork by clone, 56, 17, 0, allow",
        "thread by clone, 56, 4001536, 0, allow",
        "clone with a user namespace, 56, 268435473, 0, eperm",
        "clone with a mount namespace, 56, 131089, 0, eperm",
        "clone3, 435, 0, 0, enosys",
        "a call of the future, 470, 0, 0, enosys",
        "unix socket, 41, 1, 1, allow",
        "tcp, 41, 2, 524289, allow",
        "udp over ipv6, 41, 10, 2, allow",
        "raw ipv4, 41, 2, 3, eperm",
        "raw ipv4 that closes on exec, 41, 2, 524291, eperm",
        "netlink, 41, 16, 3, eafnosupport",
        "packet, 41, 17, 3, eafnosupport",
        "vsock, 41, 40, 1, eafnosupport",
        "alg, 41, 38, 5, eafnosupport",
        "pushing input into a terminal, 16, 0, 21522, eperm",
        "TIOCLINUX, 16, 0, 21532, eperm",
        "window size, 16, 0, 21523, allow",
        "x32, 1073741824, 0, 0, kill",
    })
    void theFilterAnswersAsItShouldOnX86(String name, int number, long first, long second, String expected) {
        List<Integer> data = data(number, 0xC000003E, first, second);
        assertEquals(answer(expected), run(SeccompFilter.compile(Syscalls.x8664()), data), name);
        assertEquals(KILL, run(SeccompFilter.compile(Syscalls.x8664()), data(number, 0x40000003, first, second)));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "read, 63, 0, 0, allow",
        "ptrace, 117, 0, 0, eperm",
        "mount, 40, 0, 0, eperm",
        "unshare, 97, 0, 0, eperm",
        "thread by clone, 220, 4001536, 0, allow",
        "clone with a user namespace, 220, 268435473, 0, eperm",
        "clone3, 435, 0, 0, enosys",
        "netlink, 198, 16, 3, eafnosupport",
        "pushing input into a terminal, 29, 0, 21522, eperm",
    })
    void theFilterAnswersAsItShouldOnArm(String name, int number, long first, long second, String expected) {
        byte[] filter = SeccompFilter.compile(Syscalls.aarch64());
        assertEquals(answer(expected), run(filter, data(number, 0xC00000B7, first, second)), name);
        assertEquals(KILL, run(filter, data(number, 0xC000003E, first, second)));
    }

    private static int answer(String name) {
        return switch (name) {
            case "allow" -> ALLOW;
            case "eperm" -> EPERM;
            case "enosys" -> ENOSYS;
            case "eafnosupport" -> EAFNOSUPPORT;
            default -> KILL;
        };
    }

    /** The kernel's seccomp_data as words: number, architecture, instruction pointer, six arguments of two words. */
    private static List<Integer> data(int number, int architecture, long first, long second) {
        return List.of(
                number, architecture, 0, 0, (int) first, (int) (first >> 32), (int) second, (int) (second >> 32));
    }

    private static int run(byte[] filter, List<Integer> data) {
        ByteBuffer program = ByteBuffer.wrap(filter).order(ByteOrder.LITTLE_ENDIAN);
        int accumulator = 0;
        for (int at = 0; ; at++) {
            int code = program.getShort(at * 8);
            int jumpTrue = program.get(at * 8 + 2) & 0xFF;
            int jumpFalse = program.get(at * 8 + 3) & 0xFF;
            int value = program.getInt(at * 8 + 4);
            switch (code) {
                case 0x20 -> accumulator = data.get(value / 4);
                case 0x54 -> accumulator &= value;
                case 0x15 -> at += accumulator == value ? jumpTrue : jumpFalse;
                case 0x25 -> at += Integer.compareUnsigned(accumulator, value) > 0 ? jumpTrue : jumpFalse;
                case 0x45 -> at += (accumulator & value) != 0 ? jumpTrue : jumpFalse;
                case 0x06 -> {
                    return value;
                }
                default -> throw new IllegalStateException("instruction " + code);
            }
        }
    }
}
