"""Becoming the program: its pipes, folder, limits and user.

Inside bubblewrap this is a program of its own, `python -c START FOLDER PLAN`, so it imports neither Hoplon
nor anything that takes long.
"""

from __future__ import annotations

import ctypes
import errno
import marshal
import os
import resource

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

START = "import sys; sys.path.append(sys.argv[1]); import enter; enter.start(sys.argv[2])"

PR_SET_KEEPCAPS = 8
PR_SET_NO_NEW_PRIVS = 38
PR_CAP_AMBIENT = 47
PR_CAP_AMBIENT_RAISE = 2
CAP_DAC_OVERRIDE = 1
CAP_DAC_READ_SEARCH = 2
CAPABILITY_VERSION = 0x20080522
SIGNALS = 32  # besides those of real time
SIG_DFL = 0
SIG_SETMASK = 2
MASK_BYTES = 128
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
        if plan["uid"]:
            drop_root(plan["uid"])
        prctl(PR_SET_NO_NEW_PRIVS, 1)
        os.chdir(plan["folder"])
        os.execve(plan["command"][0], plan["command"], plan["environment"])
    except OSError as error:
        os.write(ready, str(error.errno or errno.EIO).encode())
    finally:
        os._exit(127)


def words(plan: dict[str, Any]) -> list[str]:
    """What `START` is told."""
    return [os.path.dirname(os.path.abspath(__file__)), marshal.dumps(plan).hex()]


def start(plan: str) -> None:
    """Become the program whose plan these words hold."""
    enter(marshal.loads(bytes.fromhex(plan)))
