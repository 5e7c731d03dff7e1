"""Becoming the program: its pipes, folder, limits, user and rights."""

from __future__ import annotations

import ctypes
import errno
import os
import resource

from hoplon.sandbox.calls import refused_calls

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

PR_SET_KEEPCAPS = 8
PR_SET_SECCOMP = 22
SECCOMP_MODE_FILTER = 2
PR_CAPBSET_DROP = 24
PR_SET_NO_NEW_PRIVS = 38
PR_CAP_AMBIENT = 47
PR_CAP_AMBIENT_RAISE = 2
PR_CAP_AMBIENT_CLEAR_ALL = 4
CAP_DAC_OVERRIDE = 1
CAP_DAC_READ_SEARCH = 2
CAPABILITY_VERSION = 0x20080522
CAPABILITIES = 64
STEP_BYTES = 8
SIGNALS = 32  # besides those of real time
SIG_DFL = 0
SIG_SETMASK = 2
MASK_BYTES = 128
SIGNALS_WAITING = 1024  # of real time, and timers; the kernel counts them for each user
MOST_FILES = 65536

libc = ctypes.CDLL(None, use_errno=True)


def prctl(option: int, *values: int) -> bool:
    """Set something about this process in the kernel; return whether that worked."""
    numbers = [ctypes.c_ulong(value) for value in (*values, 0, 0, 0, 0)[:4]]
    return bool(libc.prctl(option, *numbers) == 0)


def set_limits(limits: dict[str, int]) -> None:
    """Set the resource limits of one process; the supervisor monitors the total."""
    cpu = limits["cpu"]
    wanted = {
        resource.RLIMIT_CORE: (0, 0),
        resource.RLIMIT_CPU: (cpu, cpu + 1),
        resource.RLIMIT_DATA: (2 * limits["memory"],) * 2,
        resource.RLIMIT_FSIZE: (limits["file"],) * 2,
        resource.RLIMIT_NOFILE: (limits["files"],) * 2,
        resource.RLIMIT_NPROC: (limits["processes"] + limits["neighbours"],) * 2,
        resource.RLIMIT_RTPRIO: (0, 0),  # nobody comes before others
        resource.RLIMIT_NICE: (0, 0),
        resource.RLIMIT_SIGPENDING: (SIGNALS_WAITING,) * 2,
    }
    for what, (soft, hard) in wanted.items():
        _, most = resource.getrlimit(what)
        if most != resource.RLIM_INFINITY:
            soft, hard = min(soft, most), min(hard, most)
        resource.setrlimit(what, (soft, hard))


def drop_root(uid: int) -> None:
    """Become a user who owns nothing but may read what root may: interpreters are often in root's home.

    The right to override permissions is kept only until the program is executed, to run files of mode 700.
    """
    prctl(PR_SET_KEEPCAPS, 1)
    try:
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
    except PermissionError:  # root without that right, as in some containers: monitoring must do
        return
    both = 1 << CAP_DAC_OVERRIDE | 1 << CAP_DAC_READ_SEARCH
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION, 0)
    sets = (ctypes.c_uint32 * 6)(both, both, 1 << CAP_DAC_READ_SEARCH, 0, 0, 0)
    if libc.capset(header, sets) == 0:
        prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, CAP_DAC_READ_SEARCH)


def give_up_rights(uid: int) -> None:
    """Become a user who owns nothing, if root, and keep no right that others do not have."""
    for number in range(CAPABILITIES):
        prctl(PR_CAPBSET_DROP, number)
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL)
    if uid:
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION, 0)
    if libc.capset(header, (ctypes.c_uint32 * 6)()) != 0:
        raise OSError(ctypes.get_errno(), "capabilities")


class Filter(ctypes.Structure):
    """A filter of system calls, as the kernel takes it."""

    _fields_ = (("steps", ctypes.c_ushort), ("first", ctypes.c_char_p))


def refuse_calls() -> None:
    """Have the kernel refuse what no bot needs, from now on; OSError if it takes no such filter."""
    steps = refused_calls()
    whole = Filter(len(steps) // STEP_BYTES, steps)
    if not steps or not prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.addressof(whole)):
        raise OSError(errno.ENOSYS, "a filter of system calls: not allowed")


def reset_signals() -> None:
    """Let every signal do what it does by default, and block none."""
    for number in range(1, SIGNALS):
        libc.signal(number, SIG_DFL)
    libc.sigprocmask(SIG_SETMASK, bytes(MASK_BYTES), None)


def enter(plan: dict[str, Any]) -> None:
    """Become the program. Does not return."""
    ready = plan["ready"]
    try:
        if os.getsid(0) != os.getpid():
            os.setsid()
        for fd, place in enumerate(("input", "output", "errors")):
            os.dup2(plan[place], fd)
        os.set_inheritable(ready, False)
        keep = sorted({0, 1, 2, ready})
        for low, high in zip(keep, [*keep[1:], MOST_FILES], strict=True):
            os.closerange(low + 1, high)
        reset_signals()
        os.umask(0o077)
        set_limits(plan["limits"])
        if plan["jail"]:
            give_up_rights(plan["uid"])
        elif plan["uid"]:
            drop_root(plan["uid"])
        prctl(PR_SET_NO_NEW_PRIVS, 1)
        os.chdir(plan["home"])
        if plan["jail"]:
            refuse_calls()
        os.execve(plan["command"][0], plan["command"], plan["environment"])
    except OSError as error:
        os.write(ready, str(error.errno or errno.EIO).encode())
    finally:
        os._exit(127)
