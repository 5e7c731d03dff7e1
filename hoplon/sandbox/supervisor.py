"""The supervisor of a foreign program: starts, limits and watches it, and ends it with all its descendants.

Supervisors are forked by a server (`server.py`). A supervisor adopts orphans (it is a subreaper) and, where
allowed, gives the program a process namespace: whatever forks away or changes its session still belongs to
the program and ends with it. It ends when its control socket closes or its referee is gone, so a referee that
is killed leaves nothing behind; if the supervisor is killed, its namespace ends too, and where there is none,
the server ends the program.
"""

from __future__ import annotations

import json
import os
import resource
import select
import signal
import socket
import sys
from time import monotonic
from typing import Any

from hoplon.sandbox.enter import START, enter, libc, prctl, words
from hoplon.sandbox.tree import Tree, cpu_of, fair_memory_of, memory_of, tasks_of_user

WATCH_SECONDS = 0.05
DISK_EVERY = 10  # the scratch folder is measured only every tenth time
SWEEPS = 200
PAUSE = 0.002  # seconds between two sweeps in which nobody ends
PLAN_BYTES = 1 << 16

PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_SET_CHILD_SUBREAPER = 36
CLONE_NEWUSER = 0x10000000
CLONE_NEWPID = 0x20000000

# A program started by root gets a user id of its own, from the range that systems keep for transient
# services: the kernel does not count the processes of root.
FIRST_GUEST_UID = 61184
GUEST_UIDS = 4336

PIPES = ("input", "output", "errors", "ready")
Plan = dict[str, Any]


def leave_the_processes() -> bool:
    """Put future children into a process namespace of their own, if this user may."""
    uid, gid = os.getuid(), os.getgid()
    flags = CLONE_NEWPID if uid == 0 else CLONE_NEWPID | CLONE_NEWUSER
    if libc.unshare(flags) != 0:
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


def wrap(plan: Plan) -> None:
    """Become bubblewrap, which becomes the program."""
    for place in PIPES:
        os.set_inheritable(plan[place], True)
    os.execv(plan["wrap"][0], [*plan["wrap"], "--", sys.executable, "-I", "-S", "-c", START, *words(plan)])


def say(plan: Plan, content: dict[str, Any], *files: int) -> None:
    """Tell the referee, unless it is gone."""
    with socket.socket(fileno=plan["control"]) as control:
        try:
            socket.send_fds(control, [json.dumps(content).encode() + b"\n"], files)
        except OSError:
            return
        finally:
            control.detach()


def bury() -> dict[int, int] | None:
    """Reap the children that ended, and return their exit codes; None if no child is left.

    A subreaper adopts the orphans among its descendants: without a child it has no descendants.
    """
    ended: dict[int, int] = {}
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return ended or None
        if pid == 0:
            return ended
        ended[pid] = os.waitstatus_to_exitcode(status)


def end_all(tree: Tree, enclosed: bool) -> None:
    """Stop all of them first, so that none can fork away, then kill until none is left.

    Nobody leaves a namespace, and it ends with its first process: there, a glance is enough.
    """
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})
    if not enclosed:
        send(signal.SIGSTOP, tree.pids())
        signal.sigtimedwait((), PAUSE)
    for _ in range(SWEEPS):
        if bury() is None:
            return
        send(signal.SIGKILL, tree.glance() if enclosed else tree.pids())
        while bury() is not None and signal.sigtimedwait({signal.SIGCHLD}, PAUSE):
            pass


def send(number: int, pids: list[int]) -> None:
    """Send a signal to all of them."""
    for pid in pids:
        try:
            os.kill(pid, number)
        except OSError:
            continue


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
        pids = self.tree.glance()
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


def supervise(plan: Plan, referee: int) -> None:
    """Start the program and watch it until it ends, exceeds a limit or is told to stop.

    `referee` is the pidfd of the referee. The rest of the plan comes over the control socket, as one line.
    """
    server = os.getppid()
    os.setsid()
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    plan.update(json.loads(hear_line(plan["control"])))
    if os.getuid() == 0:
        plan["uid"] = FIRST_GUEST_UID + os.getpid() % GUEST_UIDS
        os.chown(plan["folder"], plan["uid"], plan["uid"])
    wrapped = bool(plan["wrap"])
    prctl(PR_SET_DUMPABLE, 1)  # or a user's own files in /proc are not its own
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
    for place in PIPES:
        os.close(plan[place])
    own = os.pidfd_open(os.getpid())
    servants = plan["limits"]["servants"]
    say(plan, {"pid": os.getpid(), "child": child, "apart": apart or wrapped, "servants": servants}, own)
    os.close(own)
    tree = Tree(os.getpid())
    watch_until_the_end(plan, tree, child, apart, referee)
    end_all(tree, apart or wrapped)
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    say(plan, {"cpu": usage.ru_utime + usage.ru_stime, "ended": True})
    remove(plan["folder"])
    if os.getppid() != server and select.select([referee], [], [], 0)[0]:  # nobody else will clean up
        remove(os.path.dirname(plan["folder"]))


def hear_line(control: int) -> bytes:
    """One line, which is complete or will soon be: the referee writes it at once."""
    line = b""
    while not line.endswith(b"\n"):
        more = os.read(control, PLAN_BYTES)
        if not more:
            os._exit(0)
        line += more
    return line


def watch_until_the_end(plan: Plan, tree: Tree, child: int, apart: bool, referee: int) -> None:
    """Wait until the program ends, exceeds a limit, or the referee stops it or is gone."""
    watch = Watch(plan, tree)
    waiting = select.poll()
    for file in (plan["control"], referee, os.pidfd_open(child)):
        waiting.register(file, select.POLLIN)
    next_watch = monotonic() + WATCH_SECONDS
    while True:
        events = waiting.poll(max(0.0, (next_watch - monotonic()) * 1000))
        if any(file in (plan["control"], referee) for file, _ in events):
            return
        ended = bury() or {}
        if child in ended:
            if not apart:  # the first process of a namespace has reported already
                code = ended[child]
                say(plan, {"exit": 128 - code if code > 128 and plan["wrap"] else code})
            return
        if monotonic() >= next_watch:
            next_watch = monotonic() + WATCH_SECONDS
            excess = watch.excess()
            if excess:
                say(plan, excess)
                return
