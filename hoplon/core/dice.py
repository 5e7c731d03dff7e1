"""Dice: draw n of a stream is a pure function of the seed, so a match only remembers counts.

The function is Threefry-4x32 with 20 rounds (Salmon, Moraes, Dror, Shaw 2011), a keyed function made for
counters: who knows any number of draws, but not the key, knows nothing about another one. The key is the
seed: a number of up to 63 bits that a person may name, or a secret one of 123 bits from the system's entropy.
Rules hold it as two words; `words` makes them from a number. All arithmetic stays within 63 bits of
non-negative integers, so that it is the same interpreted, compiled and on a GPU.
"""

from __future__ import annotations

import secrets

from hoplon.core.actions import DRAWS_KEPT
from hoplon.core.kernel import rule

LEAST = -1
GREATEST = -2
SEED = ("seed", "i8", (2,))  # the field of a state that keeps the seed
NAMED = 2**63  # seeds below it are named, those from it on are secret
BEYOND = 2**125  # what every seed is below
NAMES = 1_000_000_000  # what a seed that is chosen for a person is below: something to type

_M32 = 0xFFFFFFFF
_PARITY = 0x1BD11BDA


def any_seed() -> int:
    """A random seed that a person can type, for a match in which nobody has a reason to compute it."""
    return secrets.randbelow(NAMES)


def secret_seed() -> int:
    """A random seed that nobody can guess."""
    return secret_from(secrets.randbits(128))


def secret_from(number: int) -> int:
    """The secret seed with these 123 random bits."""
    return ((number & (2**61 - 1)) | 2**61) << 63 | (number >> 61) & (2**62 - 1)


def words(seed: int) -> tuple[int, int]:
    """A seed as rules take it."""
    return (seed, 0) if seed < NAMED else (seed & (NAMED - 1), seed >> 63)


@rule
def named(seed):
    """A number as the seed that it names."""
    return int(seed), 0


@rule
def keep_seed(s, seed):
    """Put a seed into the field `seed` of a state."""
    s.seed[0] = seed[0]
    s.seed[1] = seed[1]


@rule
def stream(seed, a, b):
    """One stream of a seed, named by two numbers of at most 32 bits."""
    return int(seed[0]), int(seed[1]), int(a), int(b)


@rule
def turned(x, bits):
    """32 bits turned left."""
    return ((x << bits) | (x >> (32 - bits))) & _M32


@rule
def even_rounds(x0, x1, x2, x3, a, b, c, d):
    """Two rounds: neighbours are mixed, then those further apart."""
    x0 = (x0 + x1) & _M32
    x1 = turned(x1, a) ^ x0
    x2 = (x2 + x3) & _M32
    x3 = turned(x3, b) ^ x2
    x0 = (x0 + x3) & _M32
    x3 = turned(x3, c) ^ x0
    x2 = (x2 + x1) & _M32
    x1 = turned(x1, d) ^ x2
    return x0, x1, x2, x3


@rule
def four_rounds(x0, x1, x2, x3):
    """Rounds 1 to 4 of every eight."""
    x0, x1, x2, x3 = even_rounds(x0, x1, x2, x3, 10, 26, 11, 21)
    return even_rounds(x0, x1, x2, x3, 13, 27, 23, 5)


@rule
def four_more(x0, x1, x2, x3):
    """Rounds 5 to 8 of every eight."""
    x0, x1, x2, x3 = even_rounds(x0, x1, x2, x3, 6, 20, 17, 11)
    return even_rounds(x0, x1, x2, x3, 25, 10, 18, 20)


@rule
def threefry(k0, k1, k2, k3, c0, c1, c2, c3):
    """Threefry-4x32-20 of a key and a counter of four words each."""
    k4 = _PARITY ^ k0 ^ k1 ^ k2 ^ k3
    x0, x1, x2, x3 = (c0 + k0) & _M32, (c1 + k1) & _M32, (c2 + k2) & _M32, (c3 + k3) & _M32
    x0, x1, x2, x3 = four_rounds(x0, x1, x2, x3)
    x0, x1, x2, x3 = (x0 + k1) & _M32, (x1 + k2) & _M32, (x2 + k3) & _M32, (x3 + k4 + 1) & _M32
    x0, x1, x2, x3 = four_more(x0, x1, x2, x3)
    x0, x1, x2, x3 = (x0 + k2) & _M32, (x1 + k3) & _M32, (x2 + k4) & _M32, (x3 + k0 + 2) & _M32
    x0, x1, x2, x3 = four_rounds(x0, x1, x2, x3)
    x0, x1, x2, x3 = (x0 + k3) & _M32, (x1 + k4) & _M32, (x2 + k0) & _M32, (x3 + k1 + 3) & _M32
    x0, x1, x2, x3 = four_more(x0, x1, x2, x3)
    x0, x1, x2, x3 = (x0 + k4) & _M32, (x1 + k0) & _M32, (x2 + k1) & _M32, (x3 + k2 + 4) & _M32
    x0, x1, x2, x3 = four_rounds(x0, x1, x2, x3)
    return (x0 + k0) & _M32, (x1 + k1) & _M32, (x2 + k2) & _M32, (x3 + k3 + 5) & _M32


@rule
def number(key, n):
    """Draw n of a stream: 32 bits."""
    n = int(n)
    low, high, a, b = key
    drawn = threefry(
        low & _M32, (low >> 32) & _M32, high & _M32, (high >> 32) & _M32,
        n & _M32, (n >> 32) & _M32, a & _M32, b & _M32,
    )  # fmt: skip
    return drawn[0]


@rule
def below(key, n, sides):
    """Draw n of a stream, as one of 0 … sides - 1."""
    if key[0] == LEAST:
        return 0
    if key[0] == GREATEST:
        return sides - 1
    return (number(key, n) * sides) >> 32


@rule
def pick(turn, key, n, sides):
    """Draw within a turn, which remembers the draw; a prescribed face is used instead if there is one."""
    i = turn.drawn
    turn.drawn = i + 1
    if i == 0:
        turn.first_draw = turn.n
    if i < turn.fixed:
        face = int(turn.face[i])
    else:
        face = below(key, n, sides)
    if i < DRAWS_KEPT:
        turn.face[i] = face
        turn.sides[i] = sides
    return face
