"""A series of matches on disk: it can be killed at any moment and resumed, and several processes may work on
it at once.

A folder holds `series.json` (what is played), `rows.jsonl` (one line for every match that is done), `claims`,
`secret` (if its seeds are secret) and the match files with their records. A match counts once its line is
there, and its files are written first, so none is lost or counted twice. An incomplete last line is removed.

Whoever plays a match holds a lock on one byte of `claims`, which the system releases when the process ends,
however it does. The byte is chosen by the match's key.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Generic, TypeVar

from hoplon.core.errors import BadOption
from hoplon.core.json_line import write_line
from hoplon.core.proof import SIZE, is_hex, new_secret

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

SETTINGS, ROWS, CLAIMS, SECRET = "series.json", "rows.jsonl", "claims", "secret"
LONGEST_NAME = 80
PLACES = 1 << 62  # bytes that can be locked

Row = TypeVar("Row", bound="DataclassInstance")


class SeriesFolder(Generic[Row]):
    """The rows of a series as they are done, by whichever process."""

    def __init__(self, folder: Path, settings: dict[str, str], make: Callable[..., Row]) -> None:
        self.folder = folder
        self._make = make
        self._read_to = 0
        self._lines = 0
        folder.mkdir(parents=True, exist_ok=True)
        self._rows = open(folder / ROWS, "a+b")  # noqa: SIM115  open as long as the series runs
        self._claims = open(folder / CLAIMS, "a+b")  # noqa: SIM115
        try:
            with locked(self._rows):
                self._agree(settings)
                self._mend()
        except BadOption:
            self.close()
            raise

    def _agree(self, settings: dict[str, str]) -> None:
        """Refuse to resume a folder with other settings, which would mix two series."""
        path = self.folder / SETTINGS
        if not path.exists():
            put(path, json.dumps(settings, indent=1, ensure_ascii=False) + "\n")
            return
        try:
            before = dict(json.loads(path.read_text(encoding="utf-8")))
        except ValueError:
            raise BadOption(f"{path} is damaged; choose another --out") from None
        for name in settings:
            if before.get(name, "") != settings[name]:
                was = f"{name} was {before.get(name) or 'not given'}, now {settings[name] or 'not given'}"
                raise BadOption(f"{self.folder} holds another series ({was}); choose another --out")

    def _mend(self) -> None:
        """Remove a line that was cut off."""
        self._rows.seek(0)
        content = self._rows.read()
        whole = content.rfind(b"\n") + 1
        if whole < len(content):
            self._rows.truncate(whole)

    def new_rows(self) -> list[Row]:
        """The matches finished since the last call, by anybody."""
        self._rows.seek(self._read_to)
        content = self._rows.read()
        content = content[: content.rfind(b"\n") + 1]
        self._read_to += len(content)
        rows = []
        for line in content.splitlines():
            self._lines += 1
            try:
                rows.append(self._make(**json.loads(line)))
            except (ValueError, TypeError):
                raise BadOption(f"line {self._lines} of {self.folder / ROWS} is damaged") from None
        return rows

    def claim(self, key: str) -> bool:
        """Take a match, unless somebody else is playing it."""
        try:
            fcntl.lockf(self._claims, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, _place(key))
        except OSError:
            return False
        return True

    def release(self, key: str) -> None:
        """Give a match back."""
        fcntl.lockf(self._claims, fcntl.LOCK_UN, 1, _place(key))

    def add(self, row: Row) -> None:
        """A match is done."""
        with locked(self._rows):
            self._mend()
            self._rows.write(write_line(row).encode() + b"\n")
            self._rows.flush()

    def close(self) -> None:
        """Release the folder."""
        self._rows.close()
        self._claims.close()


def _place(key: str) -> int:
    return int.from_bytes(hashlib.sha256(key.encode()).digest()[:8], "little") % PLACES


@contextmanager
def locked(file: BinaryIO) -> Iterator[None]:
    """While nobody else writes."""
    fcntl.flock(file, fcntl.LOCK_EX)
    try:
        yield
    finally:
        fcntl.flock(file, fcntl.LOCK_UN)


def put(path: Path, text: str) -> None:
    """Write a file completely or not at all."""
    half = path.with_name(f".{path.name}.{os.getpid()}")
    half.write_text(text, encoding="utf-8", errors="backslashreplace", newline="\n")
    half.replace(path)


def put_json(path: Path, content: Any) -> None:
    """The same for JSON in one line."""
    put(path, json.dumps(content, ensure_ascii=False, separators=(",", ":")) + "\n")


def secret_in(folder: Path) -> str:
    """The secret of a series, drawn when it begins; whoever works on the folder has the same."""
    folder.mkdir(parents=True, exist_ok=True)
    path, half = folder / SECRET, folder / f".{SECRET}.{os.getpid()}"
    with os.fdopen(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(f"{new_secret()}\n")
    with suppress(FileExistsError):
        os.link(half, path)
    half.unlink()
    found = path.read_text(encoding="utf-8").strip()
    if not is_hex(found, SIZE, SIZE):
        raise BadOption(f"{path} is damaged; choose another --out")
    return found


def record_of(path: Path) -> Path:
    """The record that belongs to a match file."""
    return path.with_suffix(".record.json")


def file_name(player: str) -> str:
    """A player's name as part of a file name; long ones and paths are shortened to their end and a number."""
    plain = "".join(sign if sign.isalnum() or sign == "." else "-" for sign in player)
    if len(plain) <= LONGEST_NAME and "/" not in player and " " not in player:
        return plain
    last = "-".join(word.rpartition("/")[2] for word in player.split())
    short = "".join(sign if sign.isalnum() or sign == "." else "-" for sign in last)
    return f"{short[-40:].strip('-.')}-{hashlib.sha256(player.encode()).hexdigest()[:6]}"
