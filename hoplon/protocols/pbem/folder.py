"""What a player keeps: the key, and for each match its secrets, the last file and an unfinished turn.

    key                      the private key, one for all matches
    3f09ab12cd45/secret      the side, and the root of the chain of secrets
    3f09ab12cd45/last.pbem   the last file opened or exported; it holds
    3f09ab12cd45/begun       a turn that is not exported yet: its number, then the player's choices

Only the owner may read them. Files are replaced atomically, so a crash leaves the old or the new one.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from hoplon.core.errors import HoplonError
from hoplon.protocols.pbem import chain, keys
from hoplon.protocols.pbem.letter import BadLetter, Letter, decode, read
from hoplon.protocols.pbem.letter_game import GUEST, INVITER

SIDES = {"inviter": INVITER, "guest": GUEST}
KEY_SIZE = 32


class BadFolder(HoplonError):
    """A player's folder that was changed by something else."""


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


def _bytes(path: Path, digits: str, size: int) -> bytes:
    try:
        value = bytes.fromhex(digits)
    except ValueError:
        value = b""
    if len(value) != size:
        raise BadFolder(f"{path} is damaged: expected {2 * size} hexadecimal digits")
    return value


@dataclass(frozen=True)
class Kept:
    """One match of a player."""

    path: Path

    @property
    def name(self) -> str:
        """What the match is called."""
        return self.path.name

    @property
    def side(self) -> int:
        """The seat of this player."""
        return self._secret()[0]

    def secret(self, number: int) -> bytes:
        """The player's secret with this number."""
        if number > chain.LENGTH:
            raise HoplonError(f"the match has used up its {chain.LENGTH} secrets; it cannot go on")
        return chain.secret(self._secret()[1], number)

    def _secret(self) -> tuple[int, bytes]:
        path = self.path / "secret"
        word, _, digits = path.read_text(encoding="utf-8").strip().partition(" ")
        if word not in SIDES:
            raise BadFolder(f"{path} is damaged: expected 'inviter' or 'guest', found {word[:20]!r}")
        return SIDES[word], _bytes(path, digits, chain.SIZE)

    @property
    def last(self) -> Letter:
        """The last file opened or exported."""
        path = self.path / "last.pbem"
        try:
            return read(decode(path.read_bytes()))
        except BadLetter as error:
            raise BadFolder(f"{path} is damaged: {error}") from None

    def keep(self, text: str) -> None:
        """Remember a file as the last one."""
        write_private(self.path / "last.pbem", text)

    def begun(self, turn: int) -> list[str]:
        """The player's choices of an unfinished turn; those of any other turn are dropped."""
        path = self.path / "begun"
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        return lines[1:] if lines[:1] == [f"turn {turn}"] else []

    def keep_begun(self, turn: int, choices: list[str]) -> None:
        """Remember an unfinished turn."""
        write_private(self.path / "begun", "".join(f"{line}\n" for line in [f"turn {turn}", *choices]))


@dataclass(frozen=True)
class Folder:
    """The folder of a player."""

    path: Path

    def key(self) -> bytes:
        """The player's private key, made on first use."""
        path = self.path / "key"
        if not path.exists():
            write_private(path, f"{keys.new_key().hex()}\n")
        return _bytes(path, path.read_text(encoding="utf-8").strip(), KEY_SIZE)

    def match(self, name: str) -> Kept | None:
        """The match of that name, if there is one."""
        kept = Kept(self.path / name)
        return kept if (kept.path / "last.pbem").exists() else None

    def matches(self) -> list[Kept]:
        """All matches, most recently played first."""
        found = sorted(self.path.glob("*/last.pbem"), key=lambda path: path.stat().st_mtime, reverse=True)
        return [Kept(path.parent) for path in found]

    def add(self, name: str, side: int, root: bytes, text: str) -> Kept:
        """Keep a new match."""
        kept = Kept(self.path / name)
        word = next(word for word, seat in SIDES.items() if seat == side)
        write_private(kept.path / "secret", f"{word} {root.hex()}\n")
        kept.keep(text)
        return kept
