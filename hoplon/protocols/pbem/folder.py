"""The folder in which a player keeps the key and the matches, on a machine of their own.

Only the owner may read it. Files are replaced atomically, so a crash leaves the old or the new one.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from hoplon.protocols.pbem import keys
from hoplon.protocols.pbem.kept import LAST, BadFolder, Keeper, Kept, bytes_of
from hoplon.protocols.pbem.letter import BadLetter, decode


def write_private(path: Path, text: str) -> None:
    """Write a file that only its owner may read, completely or not at all."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


@dataclass(frozen=True)
class KeptFiles(Kept):
    """One match of a player, as files."""

    path: Path

    @property
    def name(self) -> str:
        """What the match is called."""
        return self.path.name

    def where(self, text: str) -> str:
        """Where a text is kept, in words."""
        return str(self.path / text)

    def get(self, text: str) -> str | None:
        """A text, if there is one."""
        path = self.path / text
        try:
            return decode(path.read_bytes()) if path.exists() else None
        except BadLetter as error:
            raise BadFolder(f"{path} is damaged: {error}") from None

    def put(self, text: str, content: str) -> None:
        """Keep a text, completely or not at all."""
        write_private(self.path / text, content)


@dataclass(frozen=True)
class Folder(Keeper):
    """The folder of a player."""

    path: Path

    @property
    def where(self) -> str:
        """Where it is."""
        return str(self.path)

    def key(self) -> bytes:
        """The player's private key, made on first use."""
        path = self.path / "key"
        if not path.exists():
            write_private(path, f"{keys.new_key().hex()}\n")
        return bytes_of(str(path), path.read_text(encoding="utf-8").strip(), keys.PRIVATE_SIZE)

    def match(self, name: str) -> KeptFiles | None:
        """The match of that name, if there is one."""
        kept = KeptFiles(self.path / name)
        return kept if (kept.path / LAST).exists() else None

    def matches(self) -> list[KeptFiles]:
        """All matches, most recently played first."""
        found = sorted(self.path.glob(f"*/{LAST}"), key=lambda path: path.stat().st_mtime, reverse=True)
        return [KeptFiles(path.parent) for path in found]

    def add(self, name: str, side: int, root: bytes, text: str) -> KeptFiles:
        """Keep a new match."""
        kept = KeptFiles(self.path / name)
        kept.begin(side, root, text)
        return kept
