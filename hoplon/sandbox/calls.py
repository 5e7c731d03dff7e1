"""What a program in a jail may not ask the kernel for: a second wall, where the machine is a known one.

No namespaces or mounts of its own, no keys, no memory of other processes, no files by handle, nothing about
the kernel itself; and no sockets but those of networks and files, since some kinds, such as those to a
hypervisor, belong to no namespace. Nor memory of no process and no folder, or larger buffers of sockets:
nobody counts it. Nor what makes the whole machine wait for its disks.
"""

from __future__ import annotations

import errno
import os
import struct

NEW_NAMESPACES = 0x7E020080  # the flags of clone and unshare that make one
FAMILIES = (1, 2, 10, 16)  # unix, the two internets, and what lists the interfaces

EVERYWHERE = {
    "io_uring_setup": 425, "io_uring_enter": 426, "io_uring_register": 427,
    "open_tree": 428, "move_mount": 429, "fsopen": 430, "fsconfig": 431, "fsmount": 432, "fspick": 433,
    "pidfd_getfd": 438, "mount_setattr": 442, "quotactl_fd": 443, "open_tree_attr": 467,
}  # fmt: skip
X86_64 = {
    "ptrace": 101, "syslog": 103, "pivot_root": 155, "chroot": 161, "acct": 163, "settimeofday": 164,
    "mount": 165, "umount2": 166, "swapon": 167, "swapoff": 168, "reboot": 169, "sethostname": 170,
    "setdomainname": 171, "iopl": 172, "ioperm": 173, "init_module": 175, "delete_module": 176,
    "quotactl": 179, "clock_settime": 227, "kexec_load": 246, "add_key": 248, "request_key": 249,
    "keyctl": 250, "unshare": 272, "perf_event_open": 298, "fanotify_init": 300, "name_to_handle_at": 303,
    "open_by_handle_at": 304, "setns": 308, "process_vm_readv": 310, "process_vm_writev": 311, "kcmp": 312,
    "finit_module": 313, "kexec_file_load": 320, "bpf": 321, "userfaultfd": 323,
    "sync": 162, "syncfs": 306, "io_setup": 206, "vmsplice": 278,
}  # fmt: skip
AARCH64 = {
    "umount2": 39, "mount": 40, "pivot_root": 41, "chroot": 51, "quotactl": 60, "acct": 89, "unshare": 97,
    "kexec_load": 104, "init_module": 105, "delete_module": 106, "clock_settime": 112, "syslog": 116,
    "ptrace": 117, "reboot": 142, "sethostname": 161, "setdomainname": 162, "settimeofday": 170,
    "add_key": 217, "request_key": 218, "keyctl": 219, "swapon": 224, "swapoff": 225,
    "perf_event_open": 241, "fanotify_init": 262, "name_to_handle_at": 264, "open_by_handle_at": 265,
    "setns": 268, "process_vm_readv": 270, "process_vm_writev": 271, "kcmp": 272, "finit_module": 273,
    "bpf": 280, "userfaultfd": 282, "kexec_file_load": 294,
    "sync": 81, "syncfs": 267, "io_setup": 0, "vmsplice": 75,
}  # fmt: skip
# Memory apart from processes and folders; programs that would use it do without.
UNCOUNTED = {
    "x86_64": {"shmget": 29, "semget": 64, "msgget": 68, "mq_open": 240, "memfd_create": 319},
    "aarch64": {"mq_open": 180, "msgget": 186, "semget": 190, "shmget": 194, "memfd_create": 279},
}
MEMFD_SECRET = 447
CLONE3 = 435
# By machine: its mark in the kernel, what is refused, and the numbers of clone, socket, mmap and setsockopt.
MACHINES = {
    "x86_64": (0xC000003E, X86_64, 56, 41, 9, 54),
    "aarch64": (0xC00000B7, AARCH64, 220, 198, 222, 208),
}
SHARED, ANONYMOUS = 0x01, 0x20  # flags of mmap: both together are memory that outlives its pages in a process
OF_SOCKETS, SEND_BUFFER, RECEIVE_BUFFER = 1, 7, 8  # of setsockopt
OTHER_WORDS = 0x40000000  # the calls of a second, smaller kind of programs on x86_64

LOAD, EQUAL, AT_LEAST, ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06  # instructions
CALL, MACHINE, FIRST_ARGUMENT, SECOND_ARGUMENT, THIRD_ARGUMENT, FOURTH_ARGUMENT = (
    0,
    4,
    16,
    24,
    32,
    40,
)  # to load
ALLOW, REFUSE = 0x7FFF0000, 0x00050000
DO_NOTHING = REFUSE  # with no error


def step(code: int, value: int, if_so: int = 0, if_not: int = 0) -> bytes:
    """One instruction; the last two say how many to skip."""
    return struct.pack("HBBI", code, if_so, if_not, value)


def refused_calls() -> bytes:
    """A filter for this machine, as the kernel takes it; empty for one that is not known."""
    machine = os.uname().machine
    known = MACHINES.get(machine)
    if known is None:
        return b""
    mark, table, clone, socket, mmap, setsockopt = known
    absent = step(RETURN, REFUSE | errno.ENOSYS)
    refused = step(RETURN, REFUSE | errno.EPERM)
    allowed = step(RETURN, ALLOW)
    parts = [
        step(LOAD, MACHINE), step(EQUAL, mark, 1), absent,
        step(LOAD, CALL), step(AT_LEAST, OTHER_WORDS, 0, 1), absent,
        step(EQUAL, CLONE3, 0, 1), absent,  # its flags cannot be seen; whoever lacks it uses clone
    ]  # fmt: skip
    for number in sorted({*EVERYWHERE.values(), *table.values()}):
        parts += [step(EQUAL, number, 0, 1), refused]
    for number in (MEMFD_SECRET, *UNCOUNTED[machine].values()):
        parts += [step(EQUAL, number, 0, 1), absent]
    parts += [
        step(EQUAL, mmap, 0, 5),
        step(LOAD, FOURTH_ARGUMENT),
        step(ANY_BIT, ANONYMOUS, 0, 2), step(ANY_BIT, SHARED, 0, 1), refused, allowed,
        step(EQUAL, setsockopt, 0, 7),
        step(LOAD, SECOND_ARGUMENT), step(EQUAL, OF_SOCKETS, 0, 4),
        step(LOAD, THIRD_ARGUMENT), step(EQUAL, SEND_BUFFER, 1), step(EQUAL, RECEIVE_BUFFER, 0, 1),
        step(RETURN, DO_NOTHING), allowed,
        step(EQUAL, clone, 0, 4),
        step(LOAD, FIRST_ARGUMENT), step(ANY_BIT, NEW_NAMESPACES, 0, 1), refused, allowed,
        step(EQUAL, socket, 1), allowed,
        step(LOAD, FIRST_ARGUMENT),
    ]  # fmt: skip
    for family in FAMILIES:
        parts += [step(EQUAL, family, 0, 1), allowed]
    return b"".join([*parts, refused])
