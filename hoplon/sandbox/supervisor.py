"""The supervisor of a foreign program: starts, limits and watches it, and ends it with all its descendants.

It is itself a program, `python -I -S supervisor.py PLAN`, so nothing here may import Hoplon. It adopts
orphans (it is a subreaper) and, where allowed, gives the program a process namespace: whatever forks away or
changes its session still belongs to the program and ends with it. The supervisor ends when its control pipe
closes, so a referee that is killed leaves nothing behind; if the supervisor is killed, its namespace ends
too.
"""

from __future__ import annotations

import ctypes
import errno
import json
import os
import resource
import select
import signal
import sys
from time import monotonic
from typing import Any

WATCH_MS = 50
DISK_EVERY = 10  # the scratch folder is measured only every tenth time
SWEEPS = 200
PAGE = resource.getpagesize()

PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_SET_KEEPCAPS = 8
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38
PR_CAP_AMBIENT = 47
PR_CAP_AMBIENT_RAISE = 2
CLONE_NEWUSER = 0x10000000
CLONE_NEWPID = 0x20000000
CAP_DAC_OVERRIDE = 1
CAP_DAC_READ_SEARCH = 2
CAPABILITY_VERSION = 0x20080522

# A program started by root gets a user id of its own, from the range that systems keep for transient
# services: the kernel does not count the processes of root.
FIRST_GUEST_UID = 61184
GUEST_UIDS = 4336

Plan = dict[str, Any]


class Tree:
    """All living descendants of a process. Unrelated ones are remembered, so few files are read again."""

    def __init__(self, root: int) -> None:
        self.root = root
        self._children: set[int] = set()
        self._strangers: set[int] = set()

    def pids(self) -> list[int]:
        """The descendants alive now, zombies included, in ascending order."""
        alive = {int(name) for name in os.listdir("/proc") if name.isdecimal()}
        self._children &= alive
        self._strangers &= alive
        parents = {pid: parent_of(pid) for pid in alive - self._children - self._strangers}
        while parents:
            family = self._children | {self.root}
            found = {pid for pid, parent in parents.items() if parent in family}
            self._children |= found
            if not found:
                break
            for pid in found:
                del parents[pid]
        self._strangers |= {pid for pid, parent in parents.items() if parent is not None}
        return sorted(self._children)


def stat_of(pid: int | str) -> list[str]:
    """The fields of /proc/PID/stat from the state on; none if the process is gone."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            return file.read().rpartition(b")")[2].decode().split()
    except OSError:
        return []


def parent_of(pid: int) -> int | None:
    """The parent of a process; None if it is gone."""
    fields = stat_of(pid)
    return int(fields[1]) if fields else None


def cpu_of(pid: int) -> float:
    """The processor time of a process and of its children that ended, in seconds."""
    fields = stat_of(pid)
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK") if fields else 0.0


def memory_of(pid: int) -> int:
    """The resident memory of a process in bytes."""
    try:
        with open(f"/proc/{pid}/statm", "rb") as file:
            return int(file.read().split()[1]) * PAGE
    except (OSError, IndexError):
        return 0


def fair_memory_of(pid: int) -> int:
    """The same, with memory that processes share divided among them; slower."""
    try:
        with open(f"/proc/{pid}/smaps_rollup", "rb") as file:
            return sum(int(line.split()[1]) << 10 for line in file if line.startswith(b"Pss:"))
    except OSError:
        return memory_of(pid)


def disk_of(folder: str) -> int:
    """The size of a folder's files in bytes; folders nested too deeply count as infinite."""
    used = 0
    try:
        for place, _, names in os.walk(folder):
            for name in names:
                try:
                    used += os.lstat(os.path.join(place, name)).st_blocks * 512
                except OSError:
                    continue
    except RecursionError:
        return sys.maxsize
    return used


def libc() -> ctypes.CDLL:
    """The C library."""
    return ctypes.CDLL(None, use_errno=True)


def prctl(option: int, *values: int) -> bool:
    """Set something about this process in the kernel; return whether that worked."""
    numbers = [ctypes.c_ulong(value) for value in (*values, 0, 0, 0, 0)[:4]]
    return bool(libc().prctl(option, *numbers) == 0)


def leave_the_processes() -> bool:
    """Put future children into a process namespace of their own, if this user may."""
    uid, gid = os.getuid(), os.getgid()
    flags = CLONE_NEWPID if uid == 0 else CLONE_NEWPID | CLONE_NEWUSER
    if libc().unshare(flags) != 0:
        return False
    if uid != 0:
        for name, text in (
            ("setgroups", "deny"),
            ("uid_map", f"{uid} {uid} 1"),
            ("gid_map", f"{gid} {gid} 1"),
        ):
            with open(f"/proc/self/{name}", "w") as file:
                file.write(text)
    return True


def tasks_of_user(uid: int) -> int:
    """How many threads a user runs: without a namespace, the kernel counts them with the program's."""
    count = 0
    for name in os.listdir("/proc"):
        try:
            if name.isdecimal() and os.stat(f"/proc/{name}").st_uid == uid:
                count += len(os.listdir(f"/proc/{name}/task"))
        except OSError:
            continue
    return count


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
    if libc().capset(header, sets) == 0:
        prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, CAP_DAC_READ_SEARCH)


def enter(plan: Plan) -> None:
    """Become the program: its pipes, folder, limits and user. Does not return."""
    ready = plan["ready"]
    try:
        if os.getsid(0) != os.getpid():
            os.setsid()
        for fd, place in enumerate(("input", "output", "errors")):
            os.dup2(plan[place], fd)
        os.set_inheritable(ready, False)
        keep = sorted({0, 1, 2, ready})
        for low, high in zip(keep, [*keep[1:], 65536], strict=True):
            os.closerange(low + 1, high)
        for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
            if number < signal.SIGRTMIN:
                signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, ())
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


def enter_as_first(plan: Plan) -> None:
    """Be the first process of the namespace: start the program and reap its children until it ends."""
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    process = os.fork()
    if process == 0:
        enter(plan)
    os.closerange(0, plan["control"])
    os.closerange(plan["control"] + 1, 1024)
    while True:
        pid, status = os.wait()
        if pid == process:
            say(plan, {"exit": os.waitstatus_to_exitcode(status)})
            os._exit(0)


def say(plan: Plan, content: dict[str, Any]) -> None:
    """Tell the referee, unless it is gone."""
    try:
        os.write(plan["control"], json.dumps(content).encode() + b"\n")
    except OSError:
        return


def bury() -> dict[int, int]:
    """Reap the children that ended, and return their exit codes."""
    ended: dict[int, int] = {}
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return ended
        if pid == 0:
            return ended
        ended[pid] = os.waitstatus_to_exitcode(status)


def end_all(tree: Tree) -> None:
    """Stop all of them first, so that none can fork away, then kill until none is left."""
    for number in (signal.SIGSTOP, *[signal.SIGKILL] * SWEEPS):
        pids = tree.pids()
        for pid in pids:
            try:
                os.kill(pid, number)
            except OSError:
                continue
        bury()
        if number == signal.SIGKILL and not tree.pids():
            return
        select.select([], [], [], 0.002)


def remove(folder: str) -> None:
    """Remove a folder of any depth, walking down and up again, so that no path grows too long."""
    above: list[str] = []
    try:
        os.chdir(folder)
        while True:
            with os.scandir(".") as entries:
                entry = next(entries, None)
            if entry is None:
                if not above:
                    break
                os.chdir("..")
                os.rmdir(above.pop())
            elif entry.is_dir(follow_symlinks=False):
                os.chmod(entry.name, 0o700)
                os.chdir(entry.name)
                above.append(entry.name)
            else:
                os.unlink(entry.name)
        os.chdir("/")
        os.rmdir(folder)
    except OSError:
        return


class Watch:
    """What a program uses in all, compared with its limits."""

    def __init__(self, plan: Plan, tree: Tree) -> None:
        self.limits = plan["limits"]
        self.folder = plan["folder"]
        self.tree = tree
        self.rounds = 0

    def excess(self) -> dict[str, Any] | None:
        """The limit that is passed, and by how much."""
        pids = self.tree.pids()
        used = {
            "memory": sum(map(memory_of, pids)),
            "processes": len(pids) - self.limits["servants"],
            "cpu": int(sum(map(cpu_of, pids))),
        }
        if self.rounds % DISK_EVERY == 0:
            used["disk"] = disk_of(self.folder)
        self.rounds += 1
        if used["memory"] > self.limits["memory"]:
            used["memory"] = sum(map(fair_memory_of, pids))
        for name, amount in used.items():
            if amount > self.limits[name]:
                return {"over": name, "used": amount, "limit": self.limits[name]}
        return None


def keep(plan: Plan) -> None:
    """Start the program and watch it until it ends, exceeds a limit or is told to stop."""
    referee = os.getppid()
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    if os.getuid() == 0:
        plan["uid"] = FIRST_GUEST_UID + os.getpid() % GUEST_UIDS
        os.chown(plan["folder"], plan["uid"], plan["uid"])
    wrapped = bool(plan["wrap"])
    apart = not wrapped and plan["apart"] and leave_the_processes()
    prctl(PR_SET_DUMPABLE, 0)  # the program may run as the same user, but must not inspect its supervisor
    plan["limits"]["servants"] = 2 if wrapped else 1 if apart else 0
    plan["limits"]["neighbours"] = 0 if plan["uid"] or apart or wrapped else tasks_of_user(os.getuid())
    child = os.fork()
    if child == 0:
        if wrapped:
            wrap(plan)
        elif apart:
            enter_as_first(plan)
        enter(plan)
    for place in ("input", "output", "errors", "ready"):
        os.close(plan[place])
    say(plan, {"apart": apart or wrapped})
    tree = Tree(os.getpid())
    watch_until_the_end(plan, tree, child, apart)
    end_all(tree)
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    say(plan, {"cpu": usage.ru_utime + usage.ru_stime, "ended": True})
    remove(plan["folder"])
    if os.getppid() != referee:  # nobody else is left to clean up
        remove(os.path.dirname(plan["folder"]))


def watch_until_the_end(plan: Plan, tree: Tree, child: int, apart: bool) -> None:
    """Wait until the program ends, exceeds a limit, or the referee stops it or is gone."""
    watch = Watch(plan, tree)
    waiting = select.poll()
    waiting.register(plan["control"], select.POLLIN)
    end_of_child = os.pidfd_open(child)
    waiting.register(end_of_child, select.POLLIN)
    next_watch = monotonic()
    while True:
        events = waiting.poll(max(0.0, (next_watch - monotonic()) * 1000))
        if any(fd == plan["control"] for fd, _ in events):
            return
        ended = bury()
        if child in ended:
            if not apart:  # the first process of a namespace has reported already
                code = ended[child]
                say(plan, {"exit": 128 - code if code > 128 and plan["wrap"] else code})
            return
        if monotonic() >= next_watch:
            next_watch = monotonic() + WATCH_MS / 1000
            excess = watch.excess()
            if excess:
                say(plan, excess)
                return


def wrap(plan: Plan) -> None:
    """Become bubblewrap, which returns here to become the program."""
    os.set_inheritable(plan["control"], False)
    for place in ("input", "output", "errors", "ready"):
        os.set_inheritable(plan[place], True)
    own = [sys.executable, "-I", "-S", os.path.abspath(__file__), json.dumps(plan), "enter"]
    os.execv(plan["wrap"][0], [*plan["wrap"], "--", *own])


if __name__ == "__main__":
    plan = json.loads(sys.argv[1])
    if sys.argv[2:] == ["enter"]:
        enter(plan)
    else:
        keep(plan)
