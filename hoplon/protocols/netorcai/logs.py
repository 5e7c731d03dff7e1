"""Lines on standard output: logs in two formats, written so that a full pipe blocks nobody."""

import asyncio
import os
import re
import select
import time
from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import TypeAlias

from hoplon.protocols.netorcai.gojson import encode
from hoplon.protocols.netorcai.quoting import quoted

Note: TypeAlias = str | int | bool
Notes: TypeAlias = Mapping[str, Note]

PIECE = select.PIPE_BUF
BACKLOG = 16 * 2**20
"""Lines that nobody reads are kept up to this many octets; later ones are dropped."""


class Level(IntEnum):
    DEBUG = 0
    INFO = 1
    WARNING = 2
    ERROR = 3


class Output:
    """Writes whole lines at once, and keeps for later what the reader does not take yet.

    The descriptor stays in blocking mode, since other processes may share it: a pipe that
    polls as writable takes a piece of PIPE_BUF octets without blocking.
    """

    def __init__(self, descriptor: int = 1) -> None:
        self._descriptor = descriptor
        self._poll = select.poll()
        self._poll.register(descriptor, select.POLLOUT)
        self._pending = bytearray()
        self._is_broken = False
        self._is_watched = False
        self.dress: Callable[[str], str] | None = None
        """Lets a line editor put its own line below what is printed."""

    def line(self, text: str) -> None:
        self.raw(text + "\n" if self.dress is None else self.dress(text + "\n"))

    def raw(self, text: str) -> None:
        octets = text.encode("utf-8", "replace")
        if self._is_broken or len(self._pending) + len(octets) > BACKLOG:
            return
        self._pending += octets
        self._push(0)
        if self._pending and not self._is_watched:
            self._watch()

    def drain(self, seconds: float) -> None:
        """Waits until everything is taken, no longer than this."""
        deadline = time.monotonic() + seconds
        while self._pending and (left := deadline - time.monotonic()) > 0:
            self._push(left)

    def _push(self, patience: float) -> None:
        while self._pending and self._poll.poll(patience * 1000):
            try:
                written = os.write(self._descriptor, self._pending[:PIECE])
            except BlockingIOError:
                return
            except OSError:
                self._is_broken = True
                self._pending.clear()
                return
            del self._pending[:written]

    def _watch(self) -> None:
        try:
            asyncio.get_running_loop().add_writer(self._descriptor, self._resume)
        except (RuntimeError, OSError):
            return
        self._is_watched = True

    def _resume(self) -> None:
        self._push(0)
        if not self._pending:
            asyncio.get_running_loop().remove_writer(self._descriptor)
            self._is_watched = False


class Log:
    """Prints what happens, from a level on, as text or as JSON objects."""

    def __init__(self, output: Output, level: Level = Level.INFO, as_json: bool = False) -> None:
        self._output = output
        self._level = level
        self._form = _as_json if as_json else _as_text
        self.is_debug = level == Level.DEBUG

    def debug(self, message: str, notes: Notes | None = None) -> None:
        self._print(Level.DEBUG, message, notes)

    def info(self, message: str, notes: Notes | None = None) -> None:
        self._print(Level.INFO, message, notes)

    def warning(self, message: str, notes: Notes | None = None) -> None:
        self._print(Level.WARNING, message, notes)

    def error(self, message: str, notes: Notes | None = None) -> None:
        self._print(Level.ERROR, message, notes)

    def _print(self, level: Level, message: str, notes: Notes | None) -> None:
        if level >= self._level:
            self._output.line(self._form(time.time(), level.name.lower(), message, notes or {}))


_BARE = re.compile(r"[-A-Za-z0-9._/@^+]+")


def _as_text(now: float, level: str, message: str, notes: Notes) -> str:
    clock = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(now))
    head = f'time="{clock}.{int(now % 1 * 1000):03}" level={level} msg={quoted(message)}'
    return " ".join([head, *(f"{key}={_value(notes[key])}" for key in sorted(notes))])


def _value(note: Note) -> str:
    text = str(note).lower() if isinstance(note, bool) else str(note)
    return text if _BARE.fullmatch(text) else quoted(text)


def _as_json(now: float, level: str, message: str, notes: Notes) -> str:
    here = time.localtime(now)
    hours, minutes = divmod(abs(here.tm_gmtoff) // 60, 60)
    sign = "-" if here.tm_gmtoff < 0 else "+"
    zone = f"{sign}{hours:02}:{minutes:02}" if here.tm_gmtoff else "Z"
    clock = time.strftime("%Y-%m-%dT%H:%M:%S", here) + zone
    return encode({**notes, "level": level, "msg": message, "time": clock}, plain=True)
