"""A series of runs on disk, which can be killed at any moment and resumed.

A folder holds `series.json` (what is played), `rows.jsonl` (one line for every run that is done) and the
match files. A run counts once its line is there, and its files are written first, so none is lost or
counted twice. An incomplete last line is removed.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from hoplon.core.errors import BadOption
from hoplon.core.json_line import write_line
from hoplon.core.match import Match
from hoplon.core.replay import write
from hoplon.protocols.lines.process_bot import BotLog

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

SETTINGS = "series.json"
ROWS = "rows.jsonl"
LONGEST_NAME = 80

Row = TypeVar("Row", bound="DataclassInstance")


class Journal:
    """The rows of a series as they are done."""

    def __init__(self, folder: Path, settings: dict[str, str]) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._file = open(folder / ROWS, "a+b")  # noqa: SIM115  open as long as the series runs
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.close()
            raise BadOption(f"another series is being played into {folder}; choose another --out") from None
        try:
            self._agree(settings)
        except BadOption:
            self._file.close()
            raise

    def _agree(self, settings: dict[str, str]) -> None:
        """Refuse to resume a folder with other settings, which would mix two series."""
        path = self.folder / SETTINGS
        if not path.exists():
            put(path, json.dumps(settings, indent=1, ensure_ascii=False) + "\n")
            return
        try:
            before = dict(json.loads(path.read_text()))
        except ValueError:
            raise BadOption(f"{path} is damaged; choose another --out") from None
        for name in settings:
            if name in before and before[name] != settings[name]:
                was = f"{name} was {before[name] or 'not given'}, now {settings[name] or 'not given'}"
                raise BadOption(f"{self.folder} holds another series ({was}); choose another --out")
        if before.keys() < settings.keys():
            put(path, json.dumps(before | settings, indent=1, ensure_ascii=False) + "\n")

    def rows(self, make: Callable[..., Row]) -> list[Row]:
        """The finished runs; an incomplete line at the end is removed."""
        self._file.seek(0)
        content = self._file.read()
        whole = content.rfind(b"\n") + 1
        if whole < len(content):
            self._file.truncate(whole)
        done = []
        for number, line in enumerate(content[:whole].splitlines(), 1):
            try:
                done.append(make(**json.loads(line)))
            except (ValueError, TypeError):
                raise BadOption(f"line {number} of {self.folder / ROWS} is damaged") from None
        return done

    def add(self, row: Any) -> None:
        """A run is done."""
        self._file.write(write_line(row).encode() + b"\n")
        self._file.flush()

    def close(self) -> None:
        """Release the folder."""
        self._file.close()


def keep(match: Match, bot_log: BotLog | None, path: Path) -> None:
    """Write a match file and, where a program played, its record next to it."""
    if bot_log is not None:
        put(record_of(path), json.dumps(bot_log.as_json(), ensure_ascii=False, indent=1) + "\n")
    put(path, write(match))


def record_of(path: Path) -> Path:
    """The record that belongs to a match file."""
    return path.with_suffix(".record.json")


def put(path: Path, text: str) -> None:
    """Write a file completely or not at all."""
    half = path.with_name(f".{path.name}.{os.getpid()}")
    half.write_text(text, encoding="utf-8", errors="backslashreplace", newline="\n")
    half.replace(path)


def file_name(bot: str) -> str:
    """A bot's name as part of a file name; long names and paths are shortened to their end and a number."""
    plain = "".join(sign if sign.isalnum() or sign == "." else "-" for sign in bot)
    if len(plain) <= LONGEST_NAME and "/" not in bot and " " not in bot:
        return plain
    last = "-".join(word.rpartition("/")[2] for word in bot.split())
    short = "".join(sign if sign.isalnum() or sign == "." else "-" for sign in last)
    return f"{short[-40:].strip('-.')}-{hashlib.sha256(bot.encode()).hexdigest()[:6]}"


def fingerprint(command: str) -> str:
    """A number for the files that a command line names, to notice that a bot has changed."""
    digest = hashlib.sha256()
    for word in shlex.split(command):
        path = Path(word)
        if path.is_file():
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
