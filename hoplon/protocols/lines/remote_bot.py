"""A bot elsewhere: it connects here, and is asked over the connection in the lines of a program."""

from __future__ import annotations

import socket
import sys
from atexit import register
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from time import monotonic

from hoplon.core.errors import BadOption, HoplonError
from hoplon.core.game import Game
from hoplon.protocols.lines.json_lines import dialect_of
from hoplon.protocols.lines.line_bot import LineBot
from hoplon.protocols.lines.process_bot import ProcessSettings
from hoplon.protocols.player import Place
from hoplon.sandbox.clock import LATE, Clock, Spent
from hoplon.sandbox.faults import CLOSED, TIMEOUT, TOO_LONG, BotFault
from hoplon.sandbox.lines import Lines, LineTooLong
from hoplon.sandbox.report import HeadAndTail, ms

HOST = "127.0.0.1"
CONNECTING = 300.0  # seconds that a bot may take to connect for a match
MOST_PORT = 65535
CHUNK = 1 << 16

LISTENERS: dict[tuple[str, int], socket.socket] = {}


class RemoteBot(LineBot):
    """A player that connects to a port of this machine, once for each match. Only the wall clock counts."""

    def __init__(self, text: str, game: Game, process_settings: ProcessSettings | None = None) -> None:
        dialect = dialect_of(game)
        super().__init__(f"listen:{text}", dialect, (process_settings or ProcessSettings()).clock(dialect))
        self.strict = True
        self.address = read_address(text)

    def connect(self, place: Place, clock: Clock) -> Connection:
        """Wait for the bot to connect for a match."""
        listener = listener_at(self.address)
        said = f"waiting for a bot to connect to {show(self.address)} (seat {place.seat + 1})"
        print(said, file=sys.stderr, flush=True)
        listener.settimeout(CONNECTING)
        try:
            return Connection(listener.accept()[0], clock)
        except TimeoutError:
            return Connection(None, clock)


class Connection:
    """The lines of one match over TCP. Without a socket, as nobody came, there is no answer."""

    def __init__(self, line: socket.socket | None, clock: Clock) -> None:
        self.clock = clock
        self.cpu = 0.0
        self.early = 0
        self.errors = HeadAndTail()  # it stays elsewhere
        self.errors_by_turn: list[tuple[int, str]] = []
        self.deadline = self._began = 0.0
        self._is_lost = False
        self._line = line
        self._lines = Lines()
        if line is not None:
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def question(self, block: bytes) -> None:
        """Send a question, and start the clock."""
        self.early += self._lines.is_waiting
        self._began = monotonic()
        self.deadline = self._began + self.clock.limit
        self._is_lost = self._line is None
        with self._noting_loss():
            self._send(block, self.deadline)

    def answer(self) -> bytes | None:
        """The line that answers the question; None if none has come yet, BotFault if none will in time."""
        try:
            answer = self._lines.take()
        except LineTooLong as error:
            raise self._fault(TOO_LONG, str(error), error.start) from None
        if answer is not None:
            if self.clock.stop(self._spent()) == LATE:
                raise BotFault(TIMEOUT, f"answered after {ms(self.clock.taken[-1].wall)}", answer)
            return answer
        if self._line is None:
            raise self._fault(TIMEOUT, f"did not connect within {CONNECTING:g} s")
        if self._is_lost:
            raise self._fault(CLOSED, "lost its connection", self._lines.rest or None)
        if monotonic() >= self.deadline:
            raise self._fault(TIMEOUT, f"did not answer within {ms(self.clock.limit)}")
        return None

    def _spent(self) -> Spent:
        return Spent(monotonic() - self._began, 0.0, 0.0)

    def _fault(self, kind: str, text: str, line: bytes | None = None) -> BotFault:
        self.clock.stop(self._spent())
        return BotFault(kind, text, line)

    def fileno(self) -> int:
        """A file that can be read when something has come."""
        assert self._line is not None
        return self._line.fileno()

    def serve(self) -> None:
        """Take in what has come."""
        with self._noting_loss():
            self._receive(self.deadline)

    wait = serve

    @contextmanager
    def _noting_loss(self) -> Iterator[None]:
        try:
            yield
        except TimeoutError:
            pass
        except OSError:
            self._is_lost = True

    def tell(self, block: bytes, patience: float) -> bool:
        """Send something that needs no answer, wait a moment, and return whether the other side has left."""
        until = monotonic() + patience
        try:
            self._send(block, until)
            while True:
                self._receive(until)
                self._lines = Lines()
        except TimeoutError:
            return False
        except OSError:
            return True

    def stop(self) -> None:
        """Close the connection; the bot sees the end of its input."""
        if self._line is not None:
            with suppress(OSError):
                self._line.shutdown(socket.SHUT_RDWR)
            self._line.close()

    def _send(self, block: bytes, until: float) -> None:
        if self._line is None:
            raise ConnectionError
        self._line.settimeout(max(until - monotonic(), 0.001))
        self._line.sendall(block)

    def _receive(self, until: float) -> None:
        left = until - monotonic()
        if self._line is None:
            raise ConnectionError
        if left <= 0:
            raise TimeoutError
        self._line.settimeout(left)
        more = self._line.recv(CHUNK)
        if not more:
            raise ConnectionError
        self._lines.put(more)


def listener_at(address: tuple[str, int]) -> socket.socket:
    """Who listens at an address, from match to match and for all seats; HoplonError if that cannot be."""
    if address not in LISTENERS:
        family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
        try:
            LISTENERS[address] = socket.create_server(address, family=family)
        except OSError as error:
            # Some systems add the address, which we name already.
            why = (error.strerror or str(error)).partition(" (")[0].lower()
            raise HoplonError(f"cannot listen at {show(address)}: {why}") from None
    return LISTENERS[address]


@register
def stop_listening() -> None:
    """Listen nowhere any more."""
    while LISTENERS:
        LISTENERS.popitem()[1].close()


def read_address(text: str) -> tuple[str, int]:
    """`PORT`, for this machine alone, or `HOST:PORT`; an IPv6 address is in brackets."""
    host, _, port = text.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not (port.isascii() and port.isdecimal()) or len(port) > 5 or not 0 < int(port) <= MOST_PORT:
        raise BadOption(
            f"{text!r} is no address; expected PORT or HOST:PORT, such as 5000 or 192.168.1.2:5000"
        )
    return host or HOST, int(port)


def show(address: tuple[str, int]) -> str:
    """An address as it is typed."""
    host, port = address
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
