"""What a player keeps: the key, and for each match its secrets, the last file and an unfinished turn.

    key                      the private key, one for all matches
    3f09ab12cd45/secret      the side, and the root of the chain of secrets
    3f09ab12cd45/last.pbem   the last file opened or exported; it holds
    3f09ab12cd45/begun       a turn that is not exported yet: its number, then the player's choices

`Kept` and `Keeper` say what is kept, whatever keeps it: a folder (folder.py), or who asks (carried.py).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from hoplon.core.errors import HoplonError
from hoplon.protocols.pbem import chain
from hoplon.protocols.pbem.letter import BadLetter, Letter, read
from hoplon.protocols.pbem.letter_game import GUEST, INVITER

SIDES = {"inviter": INVITER, "guest": GUEST}
SECRET, LAST, BEGUN = "secret", "last.pbem", "begun"


class BadFolder(HoplonError):
    """What a player keeps was changed by something else."""


class Kept(ABC):
    """One match of a player, kept as a few texts."""

    @property
    @abstractmethod
    def name(self) -> str:
        """What the match is called."""

    @abstractmethod
    def where(self, text: str) -> str:
        """Where a text is kept, in words."""

    @abstractmethod
    def get(self, text: str) -> str | None:
        """A text, if there is one."""

    @abstractmethod
    def put(self, text: str, content: str) -> None:
        """Keep a text, completely or not at all."""

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
        word, _, digits = (self.get(SECRET) or "").strip().partition(" ")
        if word not in SIDES:
            raise BadFolder(
                f"{self.where(SECRET)} is damaged: expected 'inviter' or 'guest', found {word[:20]!r}"
            )
        return SIDES[word], bytes_of(self.where(SECRET), digits, chain.SIZE)

    @property
    def last(self) -> Letter:
        """The last file opened or exported."""
        try:
            return read(self.get(LAST) or "")
        except BadLetter as error:
            raise BadFolder(f"{self.where(LAST)} is damaged: {error}") from None

    def begin(self, side: int, root: bytes, text: str) -> None:
        """Keep a new match."""
        word = next(word for word, seat in SIDES.items() if seat == side)
        self.put(SECRET, f"{word} {root.hex()}\n")
        self.keep(text)

    def keep(self, text: str) -> None:
        """Remember a file as the last one."""
        self.put(LAST, text)

    def begun(self, turn: int) -> list[str]:
        """The player's choices of an unfinished turn; those of any other turn are dropped."""
        lines = (self.get(BEGUN) or "").splitlines()
        return lines[1:] if lines[:1] == [f"turn {turn}"] else []

    def keep_begun(self, turn: int, choices: list[str]) -> None:
        """Remember an unfinished turn."""
        self.put(BEGUN, "".join(f"{line}\n" for line in [f"turn {turn}", *choices]))


class Keeper(ABC):
    """All that a player keeps."""

    @property
    @abstractmethod
    def where(self) -> str:
        """Where that is, in words."""

    @abstractmethod
    def key(self) -> bytes:
        """The player's private key, made on first use."""

    @abstractmethod
    def match(self, name: str) -> Kept | None:
        """The match of that name, if there is one."""

    @abstractmethod
    def matches(self) -> Sequence[Kept]:
        """All matches, most recently played first."""

    @abstractmethod
    def add(self, name: str, side: int, root: bytes, text: str) -> Kept:
        """Keep a new match."""


def bytes_of(where: str, digits: str, size: int) -> bytes:
    """So many bytes that are kept as hexadecimal digits."""
    try:
        value = bytes.fromhex(digits)
    except ValueError:
        value = b""
    if len(value) != size:
        raise BadFolder(f"{where} is damaged: expected {2 * size} hexadecimal digits")
    return value
