"""Proof that nobody chose the dice of a match.

Who keeps a match draws a secret and publishes its hash, the commitment, before anybody else says anything.
Then each player gives a share. The seed is made of the secret and all shares: the keeper could not choose it,
because the secret was fixed before the shares were known, and no player could, because the secret was not
known. After the end the secret is told, and everybody can do the sum.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field

from hoplon.core.dice import secret_from

SIZE = 32  # bytes of a secret
FEWEST, MOST = 8, 64  # bytes of a share
_COMMIT = b"hoplon dice commitment\n"
_SEED = b"hoplon dice seed\n"
_BOTS = b"hoplon dice of bots\n"
_ANEW = b"hoplon dice drawn anew\n"
MOST_ANEW = 30  # times that dice are drawn anew in a match


def new_secret() -> str:
    """A secret that nobody can guess."""
    return secrets.token_hex(SIZE)


def is_hex(text: str, fewest: int, most: int) -> bool:
    """Is this a text of so many bytes in lower-case hexadecimal digits?"""
    return len(text) % 2 == 0 and fewest <= len(text) // 2 <= most and set(text) <= set("0123456789abcdef")


@dataclass(frozen=True)
class Proof:
    """The name of a match, the secret of its keeper, the shares that seats gave, and who may give one.

    Without the last, the keeper could add a share that suits it.
    """

    match: str
    secret: str
    shares: Mapping[int, str] = field(default_factory=dict)
    seats: tuple[int, ...] = ()

    @property
    def commitment(self) -> str:
        """What is published before anybody gives a share."""
        return hashlib.sha256(_COMMIT + f"{self.match}\n{self.secret}\n{self.invited}\n".encode()).hexdigest()

    @property
    def invited(self) -> str:
        """The seats that may give a share, as text."""
        return ",".join(map(str, self.seats)) or "-"

    @property
    def seed(self) -> int:
        """The seed that the secret and the shares make."""
        return self._made(_SEED)

    @property
    def bots(self) -> int:
        """The seed of the bots' own dice."""
        return self._made(_BOTS)

    def anew(self, time: int) -> int:
        """The seed after choices were taken back for the first time, the second time, and so on.

        It was fixed when the match began, and nobody could know it: who takes back a choice does not know
        what the dice bring then.
        """
        return self._made(_ANEW + f"{time}\n".encode())

    def _made(self, purpose: bytes) -> int:
        lines = [self.match, self.secret, *(f"{seat} {self.shares[seat]}" for seat in sorted(self.shares))]
        made = hashlib.sha256(purpose + "".join(f"{line}\n" for line in lines).encode()).digest()
        return secret_from(int.from_bytes(made[:16], "big"))
