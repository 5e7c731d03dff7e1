"""IEEE doubles in whole numbers, for the few reals of the maze generator (rulebook 12, step 6).

The kinds of fighters follow from sums and products of doubles, rounded as IEEE 754 says. Whole numbers give
the same result interpreted, compiled and on a GPU, which would fuse a product and a sum. A positive number is
`(m, e)`, meaning m * 2**e with 2**52 <= m < 2**53; zero is (0, LOWEST).
"""

from __future__ import annotations

import math

from hoplon.core.kernel import rule
from hoplon.games.codekeeper.cells import ones

TOP = 1 << 53
LOWEST = -2000
HALF_WORD = (1 << 27) - 1


def split(value: float) -> tuple[int, int]:
    """The parts of a positive Python number."""
    fraction, exponent = math.frexp(value)
    return int(fraction * TOP), exponent - 53


@rule
def from_bits(n):
    """The number n * 2**-53 of a draw."""
    if n == 0:
        return 0, LOWEST
    filled = n | (n >> 1)
    filled |= filled >> 2
    filled |= filled >> 4
    filled |= filled >> 8
    filled |= filled >> 16
    filled |= filled >> 32
    shift = 53 - ones(filled)
    return n << shift, -53 - shift


@rule
def rounded(m, rest, half, e):
    """Round to the nearest, ties to even; `rest` is what was cut off, `half` one half of the last place."""
    m += (rest + (m & 1)) > half
    if m == TOP:
        return TOP >> 1, e + 1
    return m, e


@rule
def times(a, b):
    """The product of two numbers."""
    am, ae = a
    bm, be = b
    if am == 0 or bm == 0:
        return 0, LOWEST
    a1 = am >> 27
    a0 = am & HALF_WORD
    b1 = bm >> 27
    b0 = bm & HALF_WORD
    # The product is high * 2**54 + low, with low < 2**54.
    middle = a1 * b0 + a0 * b1 + ((a0 * b0) >> 27)
    low = ((middle & HALF_WORD) << 27) | ((a0 * b0) & HALF_WORD)
    high = a1 * b1 + (middle >> 27)
    # Of its 105 or 106 bits 53 stay.
    cut = 52 + (high >> 51)
    m = (high << (54 - cut)) | (low >> cut)
    return rounded(m, low & ((1 << cut) - 1), 1 << (cut - 1), ae + be + cut)


@rule
def plus(a, b):
    """The sum of two numbers."""
    am, ae = a
    bm, be = b
    if ae < be:
        am, ae, bm, be = bm, be, am, ae
    # Three more bits, the last of which says whether anything is lost beyond them.
    am <<= 3
    bm <<= 3
    shift = ae - be
    if shift > 56:
        bm = 1 if bm > 0 else 0
    elif bm & ((1 << shift) - 1) != 0:
        bm = (bm >> shift) | 1
    else:
        bm >>= shift
    m = am + bm
    if m >= TOP << 3:
        return rounded(m >> 4, m & 15, 8, ae + 1)
    return rounded(m >> 3, m & 7, 4, ae)


@rule
def exceeds(a, b):
    """1 if a > b, else 0."""
    am, ae = a
    bm, be = b
    return int((ae > be) | ((ae == be) & (am > bm)))
