"""The random generator (rulebook 11): 48 bits, the classical one of Java.

One generator serves the maze and then every monster phase, so its state is part of the position. Only
the low 48 bits of a product are kept, so that a product may wrap around in 64 bits.

Whoever sees a few of its numbers can compute all others. So where the seed is secret, the same draws come
from Hoplon's dice instead, and `rng` counts them.
"""

from __future__ import annotations

import numpy as np

from hoplon.core import dice
from hoplon.core.kernel import rule
from hoplon.games.codekeeper.state import ROOM

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


# For each number of steps from 0 on.
FACTORS = np.array([_power(steps)[0] for steps in range(ROOM + 1)], np.int64)
TERMS = np.array([_power(steps)[1] for steps in range(ROOM + 1)], np.int64)
COMMON = 64  # steps that are nearly always enough for a shuffle

# A draw below at most 128 can be refused only from this state on.
SUSPECT = (HALF - 128) << 17


@rule
def init(seed):
    """The state that a seed begins with."""
    return 0 if seed[1] != 0 else (int(seed[0]) ^ FACTOR) & MASK


@rule
def seed_dice(s, seed):
    """Put the generator into a position that a seed begins with."""
    s.rng = init(seed)
    if seed[1] == 0:
        seed = (0, 0)
    dice.keep_seed(s, seed)


@rule
def is_keyed(s):
    """Do the draws come from Hoplon's dice?"""
    return s.seed[1] != 0


@rule
def keyed(s, n, b):
    """Draw n of Hoplon's dice: one of 0 … b - 1."""
    if n < 0:  # never; a function that calls itself is not copied to each of its callers
        return keyed(s, -n, b)
    return dice.below(dice.stream(s.seed, 0, 0), n, b)


@rule
def step(rng):
    """The next state."""
    return (rng * FACTOR + TERM) & MASK


@rule
def draw(s, rng, b):
    """The state after a draw, and what was drawn: one of 0 … b - 1."""
    if is_keyed(s):
        return rng + 1, keyed(s, rng, b)
    b &= HALF - 1  # says that there is no sign to care for, which makes dividing and indexing quicker
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
    rng, v = draw(s, int(s.rng), b)
    s.rng = rng
    return v


@rule
def draw_few(s, rng, b):
    """`draw` for b of 1 to 4: what it would be for each b is there before b is known."""
    if is_keyed(s):
        return rng + 1, keyed(s, rng, b)
    rng = step(rng)
    while b == 3 and (rng >> 17) >= HALF - 2:
        rng = step(rng)
    r = rng >> 17
    drawn = ((r >> 30) << 4) | ((r % 3) << 6) | ((r >> 29) << 8)
    return rng, (drawn >> (2 * b)) & 3


@rule
def real(s):
    """Draw a real number from 0 to 1, as how many times 2**-53 it is."""
    if is_keyed(s):
        n = int(s.rng)
        s.rng = n + 2
        return (keyed(s, n, 1 << 26) << 27) + keyed(s, n + 1, 1 << 27)
    high = step(int(s.rng))
    low = step(high)
    s.rng = low
    return ((high >> 22) << 27) + (low >> 21)


@rule
def shuffle(s, things, n):
    """Shuffle the first n entries of a list."""
    rng = int(s.rng)
    for i in range(n, 1, -1):
        rng, j = draw(s, rng, i)
        kept = things[i - 1]
        things[i - 1] = things[j]
        things[j] = kept
    s.rng = rng


@rule
def ahead(rng, steps):
    """The state so many steps later."""
    return (rng * int(FACTORS[steps]) + int(TERMS[steps])) & MASK


@rule
def is_suspect(rng, n):
    """May a draw of a shuffle of n entries be refused?

    Looks at more states than needed: a fixed number of them, none computed from the one before, so that
    the compiler does many at once.
    """
    carries = 0
    for steps in range(1, COMMON + 1):
        carries |= ahead(rng, steps) + (MASK + 1 - SUSPECT)
    if n > COMMON + 1:
        for steps in range(COMMON + 1, ROOM):
            carries |= ahead(rng, steps) + (MASK + 1 - SUSPECT)
    return carries > MASK


@rule
def skip_shuffle(s, n):
    """Leave the generator as `shuffle` of n entries would, for when the order does not matter."""
    rng = int(s.rng)
    if is_keyed(s):
        rng += max(n - 1, 0)
    elif is_suspect(rng, n):
        for b in range(n, 1, -1):
            rng = draw(s, rng, b)[0]
    else:
        rng = ahead(rng, max(n - 1, 0))
    s.rng = rng
