package dev.metis.local.sandbox;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * Compiles the seccomp filter of a sandbox to the bytes that bubblewrap loads ({@code --seccomp}). A call of another architecture
 * kills the process. Denied calls answer EPERM; calls newer than the table, and {@code clone3}, whose flags a filter cannot see,
 * answer ENOSYS; {@code clone} may make no namespace; sockets are Unix, IPv4 and IPv6 streams and datagrams; no ioctl may push input
 * into a terminal.
 */
final class SeccompFilter {
    private static final int LOAD = 0x20; // BPF_LD | BPF_W | BPF_ABS
    private static final int JUMP_EQUAL = 0x15; // BPF_JMP | BPF_JEQ | BPF_K
    private static final int JUMP_GREATER = 0x25; // BPF_JMP | BPF_JGT | BPF_K
    private static final int JUMP_SET = 0x45; // BPF_JMP | BPF_JSET | BPF_K
    private static final int AND = 0x54; // BPF_ALU | BPF_AND | BPF_K
    private static final int RETURN = 0x06; // BPF_RET | BPF_K

    private static final int ALLOW = 0x7FFF0000;
    private static final int KILL_PROCESS = 0x80000000;
    private static final int ERRNO = 0x00050000;
    private static final int EPERM = ERRNO | 1;
    private static final int ENOSYS = ERRNO | 38;
    private static final int EAFNOSUPPORT = ERRNO | 97;

    private static final int NUMBER = 0;
    private static final int ARCHITECTURE = 4;
    private static final int ARGUMENT_0 = 16;
    private static final int ARGUMENT_1 = 24;

    /** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. */
    private static final int NEW_NAMESPACE = 0x7E020000;

    private static final int X32_BIT = 0x40000000;
    private static final int TIOCSTI = 0x5412;
    private static final int TIOCLINUX = 0x541C;
    private static final int AF_UNIX = 1;
    private static final int AF_INET = 2;
    private static final int AF_INET6 = 10;
    private static final int SOCK_TYPE_MASK = 0xF;
    private static final int SOCK_STREAM = 1;
    private static final int SOCK_DGRAM = 2;
    private static final int SOCK_SEQPACKET = 5;

    private final List<long[]> program = new ArrayList<>();

    private SeccompFilter() {}

    static byte[] compile(Syscalls calls) {
        SeccompFilter filter = new SeccompFilter();
        filter.architecture(calls);
        filter.denied(calls);
        filter.clone(calls);
        filter.ioctl(calls);
        filter.socket(calls);
        filter.answer(ALLOW);
        return filter.bytes();
    }

    private void architecture(Syscalls calls) {
        add(LOAD, 0, 0, ARCHITECTURE);
        add(JUMP_EQUAL, 1, 0, calls.auditArch());
        answer(KILL_PROCESS);
        add(LOAD, 0, 0, NUMBER);
        if (calls.x32()) {
            add(JUMP_SET, 0, 1, X32_BIT);
            answer(KILL_PROCESS);
        }
        add(JUMP_GREATER, 0, 1, Syscalls.LAST_KNOWN);
        answer(ENOSYS);
    }

    private void denied(Syscalls calls) {
        for (int call : calls.denied()) {
            add(JUMP_EQUAL, 0, 1, call);
            answer(EPERM);
        }
        add(JUMP_EQUAL, 0, 1, calls.clone3());
        answer(ENOSYS);
    }

    private void clone(Syscalls calls) {
        add(JUMP_EQUAL, 0, 4, calls.cloneCall());
        add(LOAD, 0, 0, ARGUMENT_0);
        add(JUMP_SET, 0, 1, NEW_NAMESPACE);
        answer(EPERM);
        answer(ALLOW);
    }

    private void ioctl(Syscalls calls) {
        add(JUMP_EQUAL, 0, 5, calls.ioctl());
        add(LOAD, 0, 0, ARGUMENT_1);
        add(JUMP_EQUAL, 1, 0, TIOCSTI);
        add(JUMP_EQUAL, 0, 1, TIOCLINUX);
        answer(EPERM);
        answer(ALLOW);
    }

    private void socket(Syscalls calls) {
        add(JUMP_EQUAL, 0, 12, calls.socket());
        add(LOAD, 0, 0, ARGUMENT_0);
        add(JUMP_EQUAL, 3, 0, AF_UNIX);
        add(JUMP_EQUAL, 2, 0, AF_INET);
        add(JUMP_EQUAL, 1, 0, AF_INET6);
        answer(EAFNOSUPPORT);
        add(LOAD, 0, 0, ARGUMENT_1);
        add(AND, 0, 0, SOCK_TYPE_MASK);
        add(JUMP_EQUAL, 3, 0, SOCK_STREAM);
        add(JUMP_EQUAL, 2, 0, SOCK_DGRAM);
        add(JUMP_EQUAL, 1, 0, SOCK_SEQPACKET);
        answer(EPERM);
        answer(ALLOW);
    }

    private void answer(int value) {
        add(RETURN, 0, 0, value);
    }

    private void add(int code, int jumpTrue, int jumpFalse, int value) {
        program.add(new long[] {code, jumpTrue, jumpFalse, value});
    }

    /** The kernel's {@code struct sock_filter}, one after the other, in the byte order of the two architectures. */
    private byte[] bytes() {
        ByteBuffer out = ByteBuffer.allocate(program.size() * 8).order(ByteOrder.LITTLE_ENDIAN);
        for (long[] instruction : program) {
            out.putShort((short) instruction[0]);
            out.put((byte) instruction[1]).put((byte) instruction[2]);
            out.putInt((int) instruction[3]);
        }
        return out.array();
    }
}
