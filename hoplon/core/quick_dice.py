"""Quick dice, for what nobody has a reason to foresee: walks of tests, simulations, the random player.

Rules draw from `hoplon.core.dice`, which cannot be computed from what is seen; these can.
"""

from __future__ import annotations

from hoplon.core.kernel import rule

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
def quick_stream(seed, a, b):
    """The key of one stream of a number, 62 bits."""
    h = mix((seed & _M32) + _GOLDEN)
    h = mix(h ^ ((seed >> 32) & _M31))
    h = mix(h + a * _GOLDEN)
    h = mix(h ^ (b + 0x3C6EF372))
    k = mix(h + 0x5851F42D)
    return ((h & _M31) << 31) | (k & _M31)


@rule
def quick_number(key, n):
    """Draw n of a stream: 32 bits."""
    return mix(mix((key & _M31) + int(n) * _GOLDEN) ^ (key >> 31))


@rule
def quick_below(key, n, sides):
    """Draw n of a stream, as one of 0 … sides - 1."""
    return (quick_number(key, n) * sides) >> 32
