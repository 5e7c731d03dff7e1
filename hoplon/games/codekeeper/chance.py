"""The random generator (rulebook 11): 48 bits, the classical one of Java.

One generator serves the maze and then every monster phase, so its state is part of the position. Only
the low 48 bits of a product are kept, so that a product may wrap around in 64 bits.
"""

from __future__ import annotations

from hoplon.core.kernel import rule

FACTOR = 0x5DEECE66D
TERM = 0xB
MASK = (1 << 48) - 1
HALF = 1 << 31


def _power(steps: int) -> tuple[int, int]:
    """Factor and term of so many steps at once."""
    factor, term = 1, 0
    for _ in range(steps):
        factor, term = factor * FACTOR & MASK, (term * FACTOR + TERM) & MASK
    return factor, term


FACTOR_2, TERM_2 = _power(2)
FACTOR_3, TERM_3 = _power(3)
FACTOR_4, TERM_4 = _power(4)

# A draw below at most 128 can be refused only from this state on.
SUSPECT = (HALF - 128) << 17


@rule
def init(seed):
    """The state that a seed begins with."""
    return (seed ^ FACTOR) & MASK


@rule
def step(rng):
    """The next state."""
    return (rng * FACTOR + TERM) & MASK


@rule
def draw(rng, b):
    """The state after a draw, and what was drawn: one of 0 … b - 1."""
    rng = step(rng)
    r = rng >> 17
    v = r % b
    while r - v + (b - 1) >= HALF:  # never for a power of two
        rng = step(rng)
        r = rng >> 17
        v = r % b
    if b & (b - 1) == 0:
        v = (b * r) >> 31
    return rng, v


@rule
def below(s, b):
    """Draw one of 0 … b - 1 from the generator of a position."""
    rng, v = draw(int(s.rng), b)
    s.rng = rng
    return v


@rule
def real(s):
    """Draw a real number from 0 to 1, as how many times 2**-53 it is."""
    high = step(int(s.rng))
    low = step(high)
    s.rng = low
    return ((high >> 22) << 27) + (low >> 21)


@rule
def shuffle(s, things, n):
    """Shuffle the first n entries of a list."""
    rng = int(s.rng)
    for i in range(n, 1, -1):
        rng, j = draw(rng, i)
        kept = things[i - 1]
        things[i - 1] = things[j]
        things[j] = kept
    s.rng = rng


@rule
def skip_shuffle(s, n):
    """Leave the generator as `shuffle` of n entries would, for when the order does not matter."""
    rng = int(s.rng)
    i = n
    while i > 4:
        a = (rng * FACTOR + TERM) & MASK
        b = (rng * FACTOR_2 + TERM_2) & MASK
        c = (rng * FACTOR_3 + TERM_3) & MASK
        d = (rng * FACTOR_4 + TERM_4) & MASK
        if max(max(a, b), max(c, d)) >= SUSPECT:
            for bound in range(i, i - 4, -1):
                rng = draw(rng, bound)[0]
        else:
            rng = d
        i -= 4
    while i > 1:
        rng = draw(rng, i)[0]
        i -= 1
    s.rng = rng
