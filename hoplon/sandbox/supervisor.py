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
from time import monotonic
from typing import Any

from hoplon.sandbox.enter import enter, libc, prctl
from hoplon.sandbox.jail import shut
from hoplon.sandbox.living import time_of
from hoplon.sandbox.tally import NO_TALLY, open_tally
from hoplon.sandbox.tree import Tree, tasks_of_user
from hoplon.sandbox.turn_page import FREE, IDLE, IN_TURN, NOT_ASKED, STOPPED, STOPPING, TurnPage, new_page
from hoplon.sandbox.watch import Watch

WATCH_SECONDS = 0.05
SWEEPS = 200
AFTERTHOUGHT = (
    0.002  # seconds of processor time that a program may use after its answer without being stopped
)
PREPARATION = 2.0  # seconds of processor time that a program has before its first turn
HALTS = 20  # what still runs after so many counts for the next choice
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
    if plan["jail"]:
        shut_or_leave(plan)
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


def shut_or_leave(plan: Plan) -> None:
    """Go into the jail; where that fails, no program is started."""
    try:
        shut(plan)
    except OSError as error:
        os.write(plan["ready"], f"its jail cannot be made ({error.strerror})".encode())
        os._exit(127)


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


class Halt:
    """Stops a program that works on when its turn is over; one that only waits is left alone.

    Before its first turn it has some time to prepare itself, so that nobody waits for a processor because of
    it for long.
    """

    def __init__(self, page: TurnPage, watch: Watch) -> None:
        self.page = page
        self.watch = watch
        self._turn = IN_TURN  # at the last look
        self._living = 0.0  # the time of its processes then

    def look(self) -> None:
        """Stop all of it if need be; let it go if a turn has begun meanwhile."""
        page, tree = self.page, self.watch.tree
        turn = page.turn
        if turn == IN_TURN or not self._works_on(turn, tree.glance()):
            return
        page.hold(STOPPING)
        stopped: set[int] = set()
        for _ in range(HALTS):  # again for those who forked before they were stopped
            running = set(tree.glance()) - stopped
            if not running:
                break
            send(signal.SIGSTOP, sorted(running))
            stopped |= running
        if page.turn == turn:
            page.hold(STOPPED)
            if page.turn == turn:
                return
        page.hold(FREE)
        send(signal.SIGCONT, tree.pids())

    def _works_on(self, turn: tuple[float, float], pids: list[int]) -> bool:
        """Whether it uses a processor although nobody has asked it, by its tally or between two looks.

        Also one that is stopped: a timer of its own may let it go on.
        """
        is_known, before = turn == self._turn, self._living
        self._turn, self._living = turn, sum(map(time_of, pids))
        has_gone_on = is_known and self._living > before + AFTERTHOUGHT
        since, tallied = turn
        if turn == NOT_ASKED:
            return has_gone_on and self.watch.cpu(pids) > PREPARATION
        if self.page.is_held:
            return has_gone_on
        if monotonic() <= since + IDLE:
            return False
        return has_gone_on or self.watch.tallied > tallied + AFTERTHOUGHT


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
    prctl(PR_SET_DUMPABLE, 1)  # or a user's own files in /proc are not its own
    apart = (plan["apart"] or plan["jail"] is not None) and leave_the_processes()
    if plan["jail"] and not apart:
        os.write(plan["ready"], b"its jail cannot be made (process namespaces)")
        os._exit(1)
    prctl(PR_SET_DUMPABLE, 0)  # the program may run as the same user, but must not inspect its supervisor
    plan["limits"]["servants"] = 1 if apart else 0
    plan["limits"]["neighbours"] = 0 if plan["uid"] or apart else tasks_of_user(os.getuid())
    tally = open_tally()  # before the program begins, to count all of it
    child = os.fork()
    if child == 0:
        if apart:
            enter_as_first(plan)
        enter(plan)
    for place in PIPES:
        os.close(plan[place])
    own, page = os.pidfd_open(os.getpid()), new_page()
    servants = plan["limits"]["servants"]
    started = {"pid": os.getpid(), "child": child, "apart": apart, "servants": servants}
    say(plan, started, own, page, *([] if tally == NO_TALLY else [tally]))
    os.close(own)
    tree = Tree(os.getpid())
    watch = Watch(plan, tree, tally, child if plan["jail"] else None)
    watch_until_the_end(plan, watch, Halt(TurnPage(page), watch), child, apart, referee)
    end_all(tree, apart)
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    say(plan, {"cpu": max(usage.ru_utime + usage.ru_stime, watch.cpu([])), "ended": True})
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


def watch_until_the_end(plan: Plan, watch: Watch, halt: Halt, child: int, apart: bool, referee: int) -> None:
    """Wait until the program ends, exceeds a limit, or the referee stops it or is gone."""
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
                say(plan, {"exit": ended[child]})
            return
        if monotonic() >= next_watch:
            next_watch = monotonic() + WATCH_SECONDS
            halt.look()
            excess = watch.excess()
            if excess:
                say(plan, excess)
                return
