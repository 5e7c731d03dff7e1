"""Dice: draw n of a stream is a pure function of the seed, so a match only remembers counts.

All arithmetic stays within 63 bits of non-negative integers, so that it is the same interpreted,
compiled and on a GPU.
"""

from __future__ import annotations

from hoplon.core.actions import DRAWS_KEPT
from hoplon.core.kernel import rule

LEAST = -1
GREATEST = -2

_M31 = 0x7FFFFFFF
_M32 = 0xFFFFFFFF
_GOLDEN = 0x1E3779B1


@rule
def mix(x):
    """Stir 32 bits (two multiply-xorshift rounds)."""
    x = x & _M32
    x = x ^ (x >> 16)
    x = (x * 0x21F0AAAD) & _M32
    x = x ^ (x >> 15)
    x = (x * 0x735A2D97) & _M32
    return x ^ (x >> 15)


@rule
def stream(seed, a, b):
    """The key of one stream of a seed, 62 bits. The seeds LEAST and GREATEST are their own keys."""
    if seed < 0:
        return seed
    h = mix((seed & _M32) + _GOLDEN)
    h = mix(h ^ (seed >> 32))
    h = mix(h + a * _GOLDEN)
    h = mix(h ^ (b + 0x3C6EF372))
    k = mix(h + 0x5851F42D)
    return ((h & _M31) << 31) | (k & _M31)


@rule
def number(key, n):
    """Draw n of a stream: 32 bits."""
    return mix(mix((key & _M31) + int(n) * _GOLDEN) ^ (key >> 31))


@rule
def below(key, n, sides):
    """Draw n of a stream, as one of 0 … sides - 1."""
    if key == LEAST:
        return 0
    if key == GREATEST:
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
