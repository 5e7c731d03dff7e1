"""What a player keeps, carried to and fro by who asks: a server keeps nothing of it.

A page in a browser keeps the texts that are otherwise files of a folder, sends those that are needed with a
question, and gets them back as they are then.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from hoplon.protocols.pbem import keys
from hoplon.protocols.pbem.kept import Keeper, Kept, bytes_of

HERE = "this browser"


@dataclass(frozen=True)
class CarriedMatch(Kept):
    """One match of a player, as texts."""

    called: str
    texts: dict[str, str] = field(default_factory=dict, repr=False)

    @property
    def name(self) -> str:
        """What the match is called."""
        return self.called

    def where(self, text: str) -> str:
        """Where a text is kept, in words."""
        return f"{text!r} of the match {self.called} in {HERE}"

    def get(self, text: str) -> str | None:
        """A text, if there is one."""
        return self.texts.get(text)

    def put(self, text: str, content: str) -> None:
        """Keep a text."""
        self.texts[text] = content


@dataclass
class Carried(Keeper):
    """A player's key, made if there is none yet, and the match that is asked about, if there is one."""

    digits: str = field(default="", repr=False)
    kept: CarriedMatch | None = None

    @property
    def where(self) -> str:
        """Where it is kept."""
        return HERE

    def key(self) -> bytes:
        """The player's private key, made on first use."""
        self.digits = self.digits or keys.new_key().hex()
        return bytes_of(f"the key in {HERE}", self.digits, keys.PRIVATE_SIZE)

    def match(self, name: str) -> CarriedMatch | None:
        """The match of that name, if it is the one that is carried."""
        return self.kept if self.kept is not None and self.kept.name == name else None

    def matches(self) -> list[CarriedMatch]:
        """The match that is carried."""
        return [self.kept] if self.kept is not None else []

    def add(self, name: str, side: int, root: bytes, text: str) -> CarriedMatch:
        """Carry a new match."""
        self.kept = CarriedMatch(name)
        self.kept.begin(side, root, text)
        return self.kept
