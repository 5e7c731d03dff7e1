"""How a program is started under a supervisor, and ended with all its descendants."""

from __future__ import annotations

import json
import os
import select
import shutil
import signal
import socket
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from time import monotonic

from hoplon.core.errors import HoplonError
from hoplon.sandbox import starter
from hoplon.sandbox.channel import Channel
from hoplon.sandbox.jail import HOME
from hoplon.sandbox.limits import Limits, is_jailed
from hoplon.sandbox.lines import Cutter
from hoplon.sandbox.report import describe_failure
from hoplon.sandbox.sight import Sight, sight_of
from hoplon.sandbox.tree import Tree, stat_of

START_SECONDS = 30.0
END_SECONDS = 2.0
CLEANING_SECONDS = 0.5
PAUSE = 0.002
GONE = "its supervisor failed"


def launch(
    command: list[str],
    limits: Limits,
    sandbox: str,
    apart: bool,
    cut: Callable[[], Cutter],
    sight: Sight | None = None,
) -> Launched:
    """Start a program in a jail, or without one in a process namespace of its own if `apart`.

    Both only where the system allows it; a strict sandbox is refused otherwise.
    """
    if sys.platform != "linux":
        raise HoplonError(f"programs play as programs only on Linux, and this is {sys.platform}")
    sees = (sight or sight_of(command)) if is_jailed(sandbox) else None
    launched = _try_to_launch(command, limits, sees, apart, cut)
    if launched == GONE:  # the server of supervisors may just have been killed
        launched = _try_to_launch(command, limits, sees, apart, cut)
    if isinstance(launched, str):
        raise HoplonError(f"the bot {command[0]!r} cannot be started: {launched}")
    return launched


def _try_to_launch(
    command: list[str], limits: Limits, sees: Sight | None, apart: bool, cut: Callable[[], Cutter]
) -> Launched | str:
    """Start a program, or say why that failed."""
    folder = tempfile.mkdtemp(dir=starter.scratch())
    home, path = (HOME, sees.path) if sees else (folder, os.environ.get("PATH", os.defpath))
    plan = {
        "command": command,
        "environment": {"PATH": path, "HOME": home, "TMPDIR": home, "LANG": "C.UTF-8"},
        "folder": folder,
        "home": home,
        "limits": asdict(limits),
        "jail": {"shown": sees.shown, "covered": sees.covered} if sees else None,
        "apart": apart,
        "uid": 0,
    }
    theirs_in, to = os.pipe()
    output, theirs_out = os.pipe()
    errors, theirs_err = os.pipe()
    ready, theirs_ready = os.pipe()
    control, theirs_control = socket.socketpair()
    with theirs_control, suppress(OSError):  # without a server the pipes are closed, and that is noticed
        theirs = [theirs_in, theirs_out, theirs_err, theirs_ready]
        try:
            starter.start([*theirs, theirs_control.fileno()])
        finally:
            for fd in theirs:
                os.close(fd)
    control.settimeout(START_SECONDS)
    with suppress(OSError):
        control.sendall(json.dumps(plan).encode() + b"\n")
    launched = Launched(Channel(to, output, errors, control, cut()), folder)
    why = launched.wait(ready)
    if why:
        launched.end()
    return why or launched


class Launched:
    """A program that was started: its channel, its folder, its processes."""

    def __init__(self, channel: Channel, folder: str) -> None:
        self.channel = channel
        self.folder = folder
        self.apart = False
        self.tree: Tree | None = None  # with those that only serve it
        self.program: Tree | None = None  # without them

    def wait(self, ready: int) -> str:
        """Wait until the program runs: the pipe closes by itself, or says why it does not."""
        with os.fdopen(ready, "rb") as pipe:
            waiting = select.poll()
            waiting.register(pipe, select.POLLIN)
            failure = pipe.read() if waiting.poll(START_SECONDS * 1000) else b"110"
        channel = self.channel
        until = monotonic() + START_SECONDS
        while channel.started is None and not channel.supervisor_is_gone and monotonic() < until:
            channel.serve_until(until)
        started = channel.started
        if started is None:
            return describe_failure(failure.decode()) if failure else GONE
        self.apart = started["apart"]
        self.tree = self.program = Tree(started["pid"])
        if started["servants"] == 1:
            self.program = Tree(started["child"])
        return describe_failure(failure.decode()) if failure else ""

    def end(self) -> None:
        """End it with everything it has started, and remove its folder."""
        channel = self.channel
        channel.stop(monotonic() + END_SECONDS)
        if not channel.ended:
            self._end_by_force()
        if channel.supervisor is not None:  # one that has many files to remove goes on alone
            channel.supervisor.wait(CLEANING_SECONDS)
        channel.close()

    def _end_by_force(self) -> None:
        """Without a supervisor (the program may have killed it), find and end all its processes from here."""
        supervisor, tree = self.channel.supervisor, self.tree
        if supervisor is not None and tree is not None:
            if not supervisor.wait(0.0):
                tree.pids()
            supervisor.kill()
            tree.lose_root()
        until = monotonic() + END_SECONDS
        while tree and (pids := [pid for pid in tree.pids() if stat_of(pid)[:1] != ["Z"]]):
            for pid in pids:
                with suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
            if monotonic() > until:
                break
            select.select([], [], [], PAUSE)
        with suppress(RecursionError):
            shutil.rmtree(self.folder, ignore_errors=True)
