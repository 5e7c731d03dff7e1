"""A first start: interpreted rules serve the arena while the compiled ones are made.

Compiling takes the best part of a minute, once; interpreted rules are the same, only slower, and ready at
once. So a second process serves at the same socket until all rules are compiled, and stops then; matches are
in the database, pages connect again, and play goes on where it was.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Self

from hoplon.core.kernel import is_compiled
from hoplon.games import game, game_names
from hoplon.server.warmup import RULES, is_ready

INHERITED = "HOPLON_STAND_IN"  # the socket and the lifeline of a process that stands in, or "no"
NEVER = "no"
SECONDS_TO_END = 10.0


def not_ready() -> list[str]:
    """The games whose rules have to be compiled first, the quickest first; none if nobody shall stand in."""
    if not is_compiled() or INHERITED in os.environ:
        return []
    missing = [name for name in game_names() if not is_ready(game(name), RULES)]
    return sorted(missing, key=lambda name: (len(game(name).actions), name))


def is_standing_in() -> bool:
    """Does this process serve only until the rules are compiled?"""
    return os.environ.get(INHERITED, NEVER) != NEVER


def inherited_listener() -> socket.socket:
    """The socket at which this process stands in."""
    return socket.socket(fileno=int(os.environ[INHERITED].split(",")[0]))


def end_with_the_other(server: Any) -> None:
    """Let a server stop as soon as the process that it stands in for wants it, or is gone."""
    lifeline = int(os.environ[INHERITED].split(",")[1])

    def wait() -> None:
        os.read(lifeline, 1)
        server.should_exit = True

    threading.Thread(target=wait, daemon=True).start()


class StandIn:
    """The process that serves meanwhile; use it in a `with` statement."""

    def __init__(self, listener: socket.socket, words: Sequence[str]) -> None:
        """`words` are those of the command line."""
        self._listener = listener
        self._words = [word for word in words if word != "--open"]
        self._compiling: list[subprocess.Popen[bytes]] = []
        self._is_ending = False

    def __enter__(self) -> Self:
        end, self._lifeline = os.pipe()
        fds = (self._listener.fileno(), end)
        surroundings = {"NUMBA_DISABLE_JIT": "1", INHERITED: ",".join(map(str, fds))}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "hoplon.cli", *self._words],
            env=os.environ | surroundings,
            pass_fds=fds,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is for the process it stands in for
        )
        os.close(end)
        self._before = signal.signal(signal.SIGTERM, self._end)
        return self

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGTERM, self._before)
        os.close(self._lifeline)
        try:
            self._process.wait(SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def compile(self, names: Sequence[str]) -> None:
        """Compile the rules of games, on all cores. What fails is tried again, and said, by the server."""

        def compile_one(name: str) -> None:
            command = [sys.executable, "-m", "hoplon.server.warmup", name, RULES]
            nowhere = subprocess.DEVNULL
            if self._is_ending:
                return
            with subprocess.Popen(command, stdin=nowhere, stdout=nowhere, stderr=nowhere) as process:
                self._compiling.append(process)

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(compile_one, names))

    def _end(self, number: int, _: object) -> None:
        """End with everything that was started."""
        self._is_ending = True
        for process in self._compiling:
            process.kill()
        self.__exit__()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
