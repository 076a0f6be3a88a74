package dev.metis.local.sandbox;

import java.util.List;
import java.util.stream.IntStream;

/** The system calls that the filter names, by architecture (numbers of the Linux ABI, which never change). */
record Syscalls(int auditArch, int cloneCall, int clone3, int ioctl, int socket, List<Integer> denied, boolean x32) {
    /** The last call that was looked at ({@code mseal}); whatever comes after it answers "not implemented". */
    static final int LAST_KNOWN = 462;

    /** Numbers alike on all architectures: mounts of the new kind, io_uring, pidfd_getfd, quotactl_fd, memfd_secret … */
    private static final int[] COMMON = {
        425,
        426,
        427, // io_uring_setup, io_uring_enter, io_uring_register
        428,
        429,
        430,
        431,
        432,
        433,
        442, // open_tree, move_mount, fsopen, fsconfig, fsmount, fspick, mount_setattr
        438,
        440,
        443,
        447,
        448,
        460 // pidfd_getfd, process_madvise, quotactl_fd, memfd_secret, process_mrelease, lsm_set_self_attr
    };

    private static final int[] X86_64 = {
        101,
        310,
        311,
        312, // ptrace, process_vm_readv, process_vm_writev, kcmp
        165,
        166,
        155,
        161, // mount, umount2, pivot_root, chroot
        321,
        298,
        250,
        248,
        249,
        323, // bpf, perf_event_open, keyctl, add_key, request_key, userfaultfd
        272,
        308,
        303,
        304, // unshare, setns, name_to_handle_at, open_by_handle_at
        246,
        320,
        175,
        313,
        176,
        174,
        177,
        178, // kexec_load, kexec_file_load, *_module, get_kernel_syms, query_module
        167,
        168,
        169,
        163,
        179, // swapon, swapoff, reboot, acct, quotactl
        164,
        227,
        305,
        159,
        103, // settimeofday, clock_settime, clock_adjtime, adjtimex, syslog
        170,
        171,
        172,
        173,
        153,
        154, // sethostname, setdomainname, iopl, ioperm, vhangup, modify_ldt
        300,
        212,
        180,
        134,
        156,
        256,
        279 // fanotify_init, lookup_dcookie, nfsservctl, uselib, _sysctl, migrate_pages, move_pages
    };

    private static final int[] AARCH64 = {
        117,
        270,
        271,
        272, // ptrace, process_vm_readv, process_vm_writev, kcmp
        40,
        39,
        41,
        51, // mount, umount2, pivot_root, chroot
        280,
        241,
        219,
        217,
        218,
        282, // bpf, perf_event_open, keyctl, add_key, request_key, userfaultfd
        97,
        268,
        264,
        265, // unshare, setns, name_to_handle_at, open_by_handle_at
        104,
        294,
        105,
        273,
        106, // kexec_load, kexec_file_load, init_module, finit_module, delete_module
        224,
        225,
        142,
        89,
        60, // swapon, swapoff, reboot, acct, quotactl
        170,
        112,
        266,
        171,
        116, // settimeofday, clock_settime, clock_adjtime, adjtimex, syslog
        161,
        162,
        58, // sethostname, setdomainname, vhangup
        262,
        18,
        42,
        238,
        239 // fanotify_init, lookup_dcookie, nfsservctl, migrate_pages, move_pages
    };

    static Syscalls x8664() {
        return new Syscalls(0xC000003E, 56, 435, 16, 41, all(X86_64), true);
    }

    static Syscalls aarch64() {
        return new Syscalls(0xC00000B7, 220, 435, 29, 198, all(AARCH64), false);
    }

    private static List<Integer> all(int[] own) {
        return IntStream.concat(IntStream.of(own), IntStream.of(COMMON)).boxed().toList();
    }
}
