"""The operator's commands, read line by line from standard input."""

import asyncio
import os
import re
import threading
from collections.abc import Callable

from hoplon.protocols.netorcai.server import Server
from hoplon.protocols.netorcai.settings import RANGES, BadNumber, Range, shown

VARIABLES = (
    "nb-turns-max",
    "nb-players-max",
    "nb-splayers-max",
    "nb-visus-max",
    "delay-first-turn",
    "delay-turns",
)
TYPED_RANGES = {**RANGES, "nb-players-max": Range(1, 1024)}
"""At the prompt a game has room for at least one player."""

HELP = (
    "start                  begin the game with everybody who is connected",
    "print VARIABLE         show a variable; print all shows them all",
    "set VARIABLE=VALUE     change a variable; also: set VARIABLE VALUE",
    "quit                   end the server, and the game with it",
    "help                   show this list",
    f"The variables are {', '.join(VARIABLES)}.",
)
LINE_LIMIT = 65536
_BLANK = r"[\t\n\f\r ]"
_WORD = r"[^\t\n\f\r ]+"
_PRINT = re.compile(rf"print{_BLANK}+({_WORD})")
_SET = re.compile(rf"set{_BLANK}+({_WORD})(?:{_BLANK}|=)({_WORD})")


class Prompt:
    """Obeys typed lines; answers are plain lines."""

    def __init__(self, server: Server, answer: Callable[[str], None]) -> None:
        self._server = server
        self._answer = answer

    def obey(self, typed: str) -> None:
        line = typed.strip()
        if line == "start":
            if refusal := self._server.start():
                self._answer(refusal)
        elif line == "help":
            for answer in HELP:
                self._answer(answer)
        elif line == "quit":
            self._server.stop(0, "Shell exited. Aborting.")
        elif match := _PRINT.fullmatch(line):
            self._print(match.group(1))
        elif match := _SET.fullmatch(line):
            self._set(match.group(1), match.group(2))
        else:
            self._explain(line)

    def _explain(self, line: str) -> None:
        if line.startswith("start"):
            self._answer("expected syntax: start")
        elif line.startswith("quit"):
            self._answer("expected syntax: quit")
        elif line.startswith("print"):
            self._answer("expected syntax: print VARIABLE")
        elif line.startswith("set"):
            self._answer("expected syntax: set VARIABLE=VALUE")
            self._answer("   (alt syntax): set VARIABLE VALUE")

    def _print(self, name: str) -> None:
        if name != "all" and name not in VARIABLES:
            accepted = " ".join([*VARIABLES, "all"])
            self._answer(f"Bad VARIABLE={name}. Accepted values: {accepted}")
            return
        for variable in VARIABLES if name == "all" else [name]:
            value = getattr(self._server.settings, variable.replace("-", "_"))
            self._answer(f"{variable}={shown(value)}")

    def _set(self, name: str, text: str) -> None:
        if name not in VARIABLES:
            self._answer(f"Bad VARIABLE={name}. Accepted values: {' '.join(VARIABLES)}")
            return
        limits = TYPED_RANGES[name]
        try:
            value = limits.read(text)
        except BadNumber as cause:
            self._answer(f"Bad VALUE={text}. {cause}")
            return
        if not limits.least <= value <= limits.most:
            self._answer(f"Bad VALUE={shown(value)}: Not in [{limits.least},{limits.most}]")
            return
        setattr(self._server.settings, name.replace("-", "_"), value)


def follow_standard_input(obey: Callable[[str], None]) -> None:
    """Obeys the lines of standard input until it ends, which is not an event.

    A thread reads, because a file or a null device cannot be watched by the event loop; it
    waits until its lines are obeyed, so that endless input does not pile up.
    """
    loop = asyncio.get_running_loop()

    def hand_over(lines: list[bytes]) -> None:
        done = threading.Event()

        def obey_all() -> None:
            try:
                for line in lines:
                    obey(line.decode("utf-8", "replace"))
            finally:
                done.set()

        loop.call_soon_threadsafe(obey_all)
        done.wait()

    def read() -> None:
        begun = b""
        try:
            while octets := os.read(0, LINE_LIMIT):
                *lines, begun = (begun + octets).split(b"\n")
                begun = begun[:LINE_LIMIT]
                hand_over(lines)
            hand_over([begun])
        except (OSError, RuntimeError):
            return

    threading.Thread(target=read, name="prompt", daemon=True).start()
