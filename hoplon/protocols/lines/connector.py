"""The other side of a seat that listens: connects a program to it, match after match."""

from __future__ import annotations

import socket
import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Thread
from time import monotonic, sleep

from hoplon.core.errors import HoplonError
from hoplon.protocols.lines.remote_bot import show

CHUNK = 1 << 16
LOOK = 0.2  # seconds between two attempts to connect
SHORTEST_PAUSE, LONGEST_PAUSE = 0.25, 5.0  # seconds after a match of which not one whole line came
AFTERWARDS = 0.5  # seconds of attempts after a match: the host may be gone
ENDING = 2.0  # seconds for a program to end by itself

NOTHING, SCRAPS, LINES = range(3)  # what a host says: nothing, no whole line, or lines

Say = Callable[[str], None]


def play_matches(address: tuple[str, int], command: Sequence[str], say: Say, wait: float) -> int:
    """Connect for match after match until nobody listens any more; return how many there were."""
    matches = 0
    until = monotonic() + wait
    is_told = False
    pause = SHORTEST_PAUSE
    while True:
        line = connection(address)
        if line is not None:
            heard, code = play(line, command)
            if heard == SCRAPS:
                sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
            elif heard == LINES:
                pause = SHORTEST_PAUSE
                matches += 1
                until = monotonic() + AFTERWARDS
                say(f"match {matches} is over" + (f"; the bot ended with exit code {code}" if code else ""))
                continue
            elif code:
                raise HoplonError(f"the bot {command[0]} ended with exit code {code} before a match began")
        if monotonic() >= until:
            break
        if not matches and not is_told:
            is_told = True
            say(f"nobody listens at {show(address)} yet; waiting {wait:g} s at most")
        sleep(LOOK)
    if not matches:
        raise HoplonError(f"no match began at {show(address)} within {wait:g} s")
    return matches


def connection(address: tuple[str, int]) -> socket.socket | None:
    """A connection; None if nobody listens."""
    try:
        line = socket.create_connection(address)
    except OSError:
        return None
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return line


def play(line: socket.socket, command: Sequence[str]) -> tuple[int, int]:
    """Let a program speak over a connection until either ends; what it heard, and its exit code."""
    try:
        program = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
    except OSError as error:
        line.close()
        raise HoplonError(f"the bot {command[0]} cannot be started: {error.strerror}") from None
    to, output = program.stdin, program.stdout
    assert to is not None
    assert output is not None
    heard = NOTHING
    ended = False

    def listen() -> None:
        """What the host says goes to the program; when it has said all, the program has a moment to end."""
        nonlocal heard, ended
        with suppress(OSError):
            while more := line.recv(CHUNK):
                heard = max(heard, LINES if b"\n" in more else SCRAPS)
                rest = memoryview(more)
                while rest:
                    rest = rest[to.write(rest) :]
        with suppress(OSError):
            to.close()
        try:
            program.wait(ENDING)
        except subprocess.TimeoutExpired:
            ended = True
            program.kill()

    listener = Thread(target=listen, daemon=True)
    listener.start()
    try:
        with suppress(OSError):
            while more := output.read(CHUNK):
                line.sendall(more)
    except KeyboardInterrupt:
        program.kill()
        raise
    finally:
        with suppress(OSError):
            line.shutdown(socket.SHUT_RDWR)
        listener.join(ENDING)
        if listener.is_alive():  # it still writes what the program does not read
            ended = True
            program.kill()
            listener.join()
        output.close()
        line.close()
    code = program.wait()
    return heard, 0 if ended else code
