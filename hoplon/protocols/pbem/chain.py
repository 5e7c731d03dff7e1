"""Secrets that are fixed before the first turn and revealed one by one; two of them make the dice of a turn.

Each secret is the hash of the one revealed after it, and the hash of the first is published in the handshake
(the anchor). So whoever published an anchor can reveal only one secret next, and nobody else knows it.
"""

from __future__ import annotations

import hashlib
import secrets

from hoplon.core.dice import secret_from

LENGTH = 4096  # secrets of one side, and so its turns at most
SIZE = 32

_CHAIN = b"hoplon pbem chain\n"
_DICE = b"hoplon pbem dice\n"


def new_root() -> bytes:
    """The end of a new chain, which determines all its secrets and never leaves the player's folder."""
    return secrets.token_bytes(SIZE)


def secret(root: bytes, number: int) -> bytes:
    """The secret with this number in the order of revealing; number 0 is the anchor."""
    told = root
    for _ in range(LENGTH - number):
        told = hash_of(told)
    return told


def hash_of(later: bytes) -> bytes:
    """The secret revealed before this one."""
    return hashlib.sha256(_CHAIN + later).digest()


def dice(purpose: str, agreement: bytes, own: bytes, other: bytes) -> int:
    """The seed made of a secret of each side; `agreement` is the hash of the handshake."""
    told = hashlib.sha256(_DICE + f"{purpose}\n".encode() + agreement + own + other).digest()
    return secret_from(int.from_bytes(told[:16], "big"))
