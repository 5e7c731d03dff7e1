"""A player's program in the sandbox, with a line of its own to the server of this process.

The program meets a bridge inside the sandbox (`sandbox/bridge.py`) where it expects the server; a thread here
passes on what the two say. So it is known which program plays where, and what it wrote to stderr when.
"""

from __future__ import annotations

import json
import re
import select
import signal
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from math import ceil
from pathlib import Path
from time import monotonic

from hoplon.protocols.netorcai import dialogue
from hoplon.protocols.netorcai.fields import BadMessage
from hoplon.protocols.netorcai.frames import LIMIT, FrameCutter, FrameReader
from hoplon.protocols.netorcai.gojson import NotJson, Reader
from hoplon.protocols.netorcai.local_server import HOST, LocalServer
from hoplon.protocols.netorcai.messages import NO_TURN, Role, read_login
from hoplon.protocols.netorcai.programs import ENDING, ProgramFailed, ended_early
from hoplon.sandbox import bridge
from hoplon.sandbox.clock import SLACK, Clock
from hoplon.sandbox.faults import GARBAGE, TOO_LONG, BotFault
from hoplon.sandbox.limits import Limits, is_jailed
from hoplon.sandbox.process import Process
from hoplon.sandbox.report import HeadAndTail
from hoplon.sandbox.sight import NONE, Secrets, sight_of

CHUNK = 1 << 16
LOGIN_SECONDS = 10.0  # that every program has to start, connect and log in
FOREVER = 1e8  # seconds: how long a player may think is for the server to say
LOOK = 0.1  # seconds between two looks at the processor time that a program has used
FAREWELL = 1.0  # seconds for a program to end by itself after its last message
KIND = re.compile(rb'\{"message_type":"(\w+)"(?:,"turn_number":(\d+)|,"kick_reason":(".*"))?')


class BoxedProgram:
    """A program that plays for one player. `nickname` is for one that does not log in.

    Such a program is replaced by nobody: its place is taken and left at once, so that the others can play.
    One that uses more than `budget` seconds of processor time in as many seconds after a TURN is stopped for
    the rest of these; then it has as much again, because without an answer there is no other TURN.
    """

    def __init__(
        self,
        name: str,
        command: list[str],
        room: LocalServer,
        role: Role,
        nickname: str,
        patience: float,
        budget: float,
        say: Callable[[str], None],
        sandbox: str = "auto",
        secrets: Secrets = NONE,
    ) -> None:
        self.name = name
        self.printed = HeadAndTail()
        self.turns: list[int] = []  # the TURNs that it was sent
        self.errors: list[
            tuple[int, str]
        ] = []  # what it wrote to stderr, by their places in that list, from 1
        self.cpu = 0.0
        self.stopped: list[int] = []  # the TURNs after which it has used too much of the processors
        self._say = say
        self._budget = budget
        self._used = 0.0  # when its budget began
        self._is_over = False  # its budget
        self._next_look = 0.0
        self._room, self._role, self._nickname = room, role, nickname
        self._login_seconds = max(patience, LOGIN_SECONDS)
        self._allowed = self._login_seconds  # of processor time, until the game starts
        self._renewal = monotonic() + self._login_seconds
        self._is_here = False  # logged in
        self._absence = ""
        self._refusal = ""  # why it will not play
        self._ended: int | None = None  # by itself
        self._code = 0
        self._farewell = FAREWELL
        self._frames = FrameReader(first_limit=LIMIT)
        words = [json.dumps(command), json.dumps([role.value] if role is Role.SPECIAL else [])]
        helper = [sys.executable, "-I", "-S", str(Path(bridge.__file__))]
        self._process = Process(
            [*helper, *words],
            Limits(),
            sandbox,
            Clock(FOREVER, FOREVER),
            FrameCutter,
            sight_of(command, secrets, helper) if is_jailed(sandbox) else None,
        )
        try:
            self._line = socket.create_connection((HOST, room.port), ENDING)
        except OSError:
            self._process.stop()
            raise
        self._line.settimeout(None)
        self._line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        host, port = self._line.getsockname()
        self.remote_address = f"{host}:{port}"
        self._thread = threading.Thread(target=self._run, name="program", daemon=True)
        self._thread.start()

    def check(self) -> None:
        """Raise ProgramFailed if it has ended, or the server has turned it away."""
        if self._thread.is_alive():
            return
        if self._ended is not None:
            raise ended_early(self.name, self._ended, self.printed)
        raise ProgramFailed(f"the bot {self.name} does not play: {self._refusal or 'it left'}")

    def end(self, patience: float = 0.0) -> int:
        """Wait a little, then end the program and what it started; returns its exit code."""
        self._thread.join(patience)
        if self._thread.is_alive():
            self._farewell = 0.0
            with suppress(OSError):
                self._line.shutdown(socket.SHUT_RDWR)
            self._thread.join()
        return self._code

    def _run(self) -> None:
        try:
            self._process.question(b"")
            self._carry()
        except OSError as problem:
            self._refusal = self._refusal or str(problem)
        finally:
            self._finish()

    def _carry(self) -> None:
        """Pass on what both sides say, until one of them has gone."""
        process, line = self._process, self._line
        served = process.fileno()
        poll = select.poll()
        for file in (line.fileno(), served):
            poll.register(file, select.POLLIN)
        until = monotonic() + self._login_seconds
        while True:
            rest = LOOK if self._is_here else min(LOOK, max(0.0, until - monotonic()))
            ready = {file for file, _ in poll.poll(ceil(rest * 1000))}
            if served in ready:
                process.serve()
            try:
                if line.fileno() in ready and not self._hear():
                    return
                if self._absence:
                    continue
                self._watch()
                while (said := process.answer()) is not None:
                    if not self._is_here:
                        self._check_role(said)
                    self._is_here = True
                    line.sendall(_framed(said))
            except BotFault as fault:
                self._leave(fault)
                return
            if not self._is_here and monotonic() >= until:
                poll.unregister(served)
                self._stand_in()

    def _check_role(self, login: bytes) -> None:
        """A program takes the place that it was started for; what else is wrong, the server says."""
        with suppress(NotJson, BadMessage):
            role = read_login(Reader().read(login)).role
            if role is not self._role:
                raise BotFault(GARBAGE, f"logs in as {role.value!r}, not as {self._role.value!r}")

    def _hear(self) -> bool:
        """Pass on what the server says; return whether it may say more."""
        octets = self._line.recv(CHUNK)
        for content in self._frames.feed(octets):
            self._pass_on(content)
        return bool(octets)

    def _pass_on(self, content: bytes) -> None:
        found = KIND.match(content)
        kind, turn, reason = found.groups(b"") if found else (b"", b"", b"")
        if kind == b"KICK":
            self._refusal = json.loads(reason)
        if self._absence:
            if kind == b"GAME_STARTS":
                self._room.kick(self.remote_address, self._absence)
        elif kind == b"TURN":
            if self._process.unread > LIMIT:
                raise BotFault(TOO_LONG, "does not read its messages")
            self.turns.append(int(turn))
            self._begin_budget()
            self._process.question(_framed(content))
        else:
            if kind == b"GAME_STARTS":
                self._begin_budget()
            self._process.tell(_framed(content), 0.0)

    def _begin_budget(self) -> None:
        self._used, self._allowed, self._is_over = self._process.used(), self._budget, False
        self._renewal = monotonic() + self._budget

    def _watch(self) -> None:
        """Stop it for a while if it has used too much since the last TURN."""
        now = monotonic()
        if now < self._next_look:
            return
        self._next_look = now + LOOK
        if now > self._renewal:
            was_over = self._is_over
            self._begin_budget()
            if was_over:
                self._process.tell(b"", 0.0)  # it goes on
        if self._process.used() - self._used <= SLACK * self._allowed:
            return
        self._process.rest()
        if not self._is_over:
            self._is_over = True
            when = f"TURN {self.turns[-1]}" if self.turns else "the first TURN"
            self.stopped.append(self.turns[-1] if self.turns else NO_TURN)
            self._say(
                f"{self.name} has used {self._allowed:g} s of processor time "
                f"{'after' if self.turns else 'before'} {when}: it is stopped for the rest of the turn"
            )

    def _stand_in(self) -> None:
        """Take the place of a program that does not, and end it: the game goes on without."""
        self._absence = f"Did not log in within {self._login_seconds:g} s"
        self._is_here = True
        self._process.stop()
        self._line.sendall(dialogue.login(self._nickname, self._role.value))

    def _leave(self, fault: BotFault) -> None:
        """The program cannot go on: its place is given up, and the server says why."""
        self._refusal = f"The program {fault}"
        what = "Cannot read TURN_ACK" if self._is_here else "Invalid first message"
        self._room.kick(self.remote_address, f"{what}. {self._refusal}")
        self._line.settimeout(ENDING)
        with suppress(OSError):
            while self._line.recv(CHUNK):
                pass

    def _finish(self) -> None:
        process = self._process
        if not self._absence:
            process.tell(b"", self._farewell)
            self._ended = process.exit
        process.stop()
        self._code = -signal.SIGKILL if process.exit is None else process.exit
        self.printed, self.cpu = process.errors, process.cpu
        # Before its first TURN it was asked to log in.
        self.errors = [(max(asked - 1, 0), text) for asked, text in process.errors_by_turn]
        self._line.close()


def _framed(content: bytes) -> bytes:
    return b"%b%b" % (len(content).to_bytes(4, "little"), content)
