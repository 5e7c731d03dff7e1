"""Servers and bare clients for the tests. Every wait is bounded, everything started is ended."""

import asyncio
import contextlib
import json
import os
import random
import re
import signal
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import Iterator

from hoplon.protocols.netorcai.logs import Level, Log, Output
from hoplon.protocols.netorcai.server import Server
from hoplon.protocols.netorcai.settings import Settings
from tests.processes import start
from tests.waiting import patience, until

PATIENCE = patience()
VERSION = "2.0.0"


def unhurried(idle: float) -> float:
    """Milliseconds in which clients answer a turn also on a busy machine, as far as the server allows."""
    return min(10_000.0, 1000 * patience(idle / 1000))


def free_port() -> int:
    with socket.create_server(("", 0), family=socket.AF_INET6, dualstack_ipv6=True) as sock:
        return sock.getsockname()[1]


class Bare:
    """A client that says exactly what it is told to say."""

    def __init__(self, port: int, host: str = "127.0.0.1") -> None:
        self.socket = socket.create_connection((host, port), PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def close(self) -> None:
        self.socket.close()

    def send_octets(self, octets: bytes) -> None:
        self.socket.sendall(octets)

    def send_text(self, text: str | bytes) -> None:
        content = text.encode() if isinstance(text, str) else text
        self.send_octets(struct.pack("<I", len(content)) + content)

    def send(self, **fields: object) -> None:
        self.send_text(json.dumps(fields) + "\n")

    def login(self, role: str = "player", nickname: str = "bot", version: str = VERSION) -> None:
        self.send(message_type="LOGIN", nickname=nickname, role=role, metaprotocol_version=version)

    def ack(self, turn: object, actions: object = ()) -> None:
        self.send(message_type="TURN_ACK", turn_number=turn, actions=actions)

    def init_ack(self, state: object = None) -> None:
        shared = {"all_clients": {} if state is None else state}
        self.send(message_type="DO_INIT_ACK", initial_game_state=shared)

    def turn_ack(self, state: object = None, winner: object = -1) -> None:
        shared = {"all_clients": {} if state is None else state}
        self.send(message_type="DO_TURN_ACK", winner_player_id=winner, game_state=shared)

    def _exactly(self, size: int) -> bytes:
        parts = []
        while size:
            part = self.socket.recv(min(size, 1 << 20))
            if not part:
                raise EOFError
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    def read_text(self) -> str:
        (size,) = struct.unpack("<I", self._exactly(4))
        text = self._exactly(size).decode()
        assert text.endswith("\n")
        return text[:-1]

    def read(self, kind: str | None = None) -> dict:
        message = json.loads(self.read_text())
        if kind is not None:
            assert message["message_type"] == kind, message
        return message

    def read_kick(self) -> str:
        """The reason of a KICK that comes next, and nothing after it."""
        reason = self.read("KICK")["kick_reason"]
        assert self.is_over()
        return reason

    def is_over(self) -> bool:
        try:
            return self.socket.recv(1) == b""
        except ConnectionResetError:
            return True

    def is_silent(self, seconds: float = 0.15) -> bool:
        self.socket.settimeout(seconds)
        try:
            self.socket.recv(1, socket.MSG_PEEK)
        except TimeoutError:
            return True
        else:
            return False
        finally:
            self.socket.settimeout(PATIENCE)


class Lines:
    """Printed lines, as they come."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._next = 0
        self._changed = threading.Condition()

    def add(self, line: str) -> None:
        with self._changed:
            self._lines.append(line)
            self._changed.notify_all()

    def all(self) -> list[str]:
        with self._changed:
            return list(self._lines)

    def next(self) -> str:
        with self._changed:
            if not self._changed.wait_for(lambda: self._next < len(self._lines), patience()):
                raise AssertionError(f"no further line, after {self._lines[-5:]}")
            self._next += 1
            return self._lines[self._next - 1]

    def expect(self, pattern: str) -> str:
        """Skips to the next line that contains this."""
        while not re.search(pattern, line := self.next()):
            pass
        return line


class Collector(Output):
    def __init__(self, lines: Lines) -> None:
        super().__init__()
        self._lines = lines

    def line(self, text: str) -> None:
        self._lines.add(text)


class ProcessSettings:
    """A server in a thread of this process, with its guests."""

    def __init__(self, level: Level = Level.INFO, seed: int | None = None, **chosen: object) -> None:
        chosen = {"nb_visus_max": 8, "delay_first_turn": 50, "delay_turns": 50, **chosen}
        self.settings = Settings(port=0, **chosen)
        self.lines = Lines()
        self.status: int | None = None
        self.troubles: list[object] = []
        self._level = level
        self._seed = seed
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)
        self._guests: list[Bare] = []
        self._thread.start()
        assert self._ready.wait(PATIENCE)

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._loop.set_exception_handler(lambda _, trouble: self.troubles.append(trouble))
        dice = None if self._seed is None else random.Random(self._seed)
        self.server = Server(self.settings, Log(Collector(self.lines), self._level), dice)
        self.port = await self.server.listen()
        self._ready.set()
        self.status = await self.server.wait()

    def do(self, call, *arguments: object):
        """Calls something on the server's loop and returns its result."""
        box: list[object] = []
        done = threading.Event()

        def run() -> None:
            try:
                box.append(call(*arguments))
            finally:
                done.set()

        self._loop.call_soon_threadsafe(run)
        assert done.wait(PATIENCE)
        return box[0]

    def start(self) -> None:
        assert self.do(self.server.start) is None

    def stranger(self, host: str = "127.0.0.1") -> Bare:
        guest = Bare(self.port, host)
        self._guests.append(guest)
        return guest

    def guest(self, role: str = "player", nickname: str = "bot") -> Bare:
        guest = self.stranger()
        guest.login(role, nickname)
        assert guest.read("LOGIN_ACK")["metaprotocol_version"] == VERSION
        return guest

    def game_logic(self) -> Bare:
        return self.guest("game logic", "logic")

    def end(self) -> int:
        """Waits for the server to end by itself."""
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()
        assert self.status is not None
        return self.status

    def close(self) -> None:
        for guest in self._guests:
            guest.close()
        if self._thread.is_alive():
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self.server.stop, 0)
            self._thread.join(PATIENCE)
        assert not self._thread.is_alive()
        assert self.troubles == []


class Process:
    """The command, as a child process."""

    def __init__(self, *arguments: str, command: list[str] | None = None, **kwargs: object) -> None:
        self.port = free_port()
        if not any(argument.startswith("--port") for argument in arguments):
            arguments = (f"--port={self.port}", *arguments)
        program = command or [sys.executable, "-m", "hoplon.protocols.netorcai.command"]
        self.child = start(
            [*program, *arguments],
            stdin=kwargs.pop("stdin", subprocess.PIPE),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            **kwargs,
        )
        self.lines = Lines()
        self.errors = Lines()
        self._readers = [
            threading.Thread(target=self._follow, args=(self.child.stdout, self.lines)),
            threading.Thread(target=self._follow, args=(self.child.stderr, self.errors)),
        ]
        for reader in self._readers:
            reader.start()
        self._guests: list[Bare] = []

    def _follow(self, stream, lines: Lines) -> None:
        for line in stream:
            lines.add(line.decode().rstrip("\n"))

    def listening(self) -> "Process":
        assert "Listening incoming connections" in self.lines.next()
        return self

    def wait_for_port(self) -> None:
        """A quiet server does not say when it listens."""

        def answers() -> bool:
            with socket.socket() as probe:
                return probe.connect_ex(("127.0.0.1", self.port)) == 0

        until(answers, "the server listens", self.child)

    def type(self, line: str) -> None:
        self.child.stdin.write(line.encode() + b"\n")
        self.child.stdin.flush()

    def guest(self, role: str = "player", nickname: str = "bot") -> Bare:
        guest = Bare(self.port)
        self._guests.append(guest)
        guest.login(role, nickname)
        guest.read("LOGIN_ACK")
        return guest

    def stranger(self) -> Bare:
        guest = Bare(self.port)
        self._guests.append(guest)
        return guest

    def terminate(self) -> None:
        self.child.send_signal(signal.SIGTERM)

    def end(self) -> int:
        """The exit status; standard error must have stayed empty."""
        status = self.child.wait(PATIENCE)
        for reader in self._readers:
            reader.join(PATIENCE)
        assert self.errors.all() == []
        return status

    def close(self) -> None:
        for guest in self._guests:
            guest.close()
        if self.child.poll() is None:
            self.child.kill()
        self.child.wait(PATIENCE)
        for reader in self._readers:
            reader.join(PATIENCE)
        for stream in (self.child.stdin, self.child.stdout, self.child.stderr):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()


def cpu_seconds(pid: int) -> float:
    """Processor time a process has used so far."""
    with open(f"/proc/{pid}/stat") as stat:
        fields = stat.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def closing_all(things: list) -> Iterator[None]:
    try:
        yield
    finally:
        for thing in things:
            thing.close()


def started(house, players: int = 1, specials: int = 0, visus: int = 0, **chosen):
    """A house whose game has begun, with its clients; DO_INIT is already read."""
    chosen = {
        "fast": True,
        "nb_turns_max": 3,
        "nb_players_max": 16,
        "nb_splayers_max": 16,
        **chosen,
    }
    open_house = house(**chosen)
    logic = open_house.game_logic()
    ordinary = [open_house.guest("player", f"p{i}") for i in range(players)]
    special = [open_house.guest("special player", f"s{i}") for i in range(specials)]
    visualizations = [open_house.guest("visualization", f"v{i}") for i in range(visus)]
    open_house.start()
    assert logic.read() == {
        "message_type": "DO_INIT",
        "nb_players": players,
        "nb_special_players": specials,
        "nb_turns_max": chosen["nb_turns_max"],
    }
    return open_house, logic, ordinary, special, visualizations


def ids_of(clients: list[Bare]) -> list[int]:
    return [client.read("GAME_STARTS")["player_id"] for client in clients]
