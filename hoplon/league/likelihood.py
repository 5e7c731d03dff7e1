"""The probability of results: Plackett–Luce with ties, which for two seats is Bradley–Terry with ties.

A match is told from the top: those in first place are chosen among all, then those in the next place among
those left. A set of k players is chosen with a weight of w_k times the k-th root of the product of their
strengths exp(theta) (Firth, Kosmidis, Turner 2019). With k = 1 alone that is Plackett and Luce's model; for
two seats it is Davidson's (1970), where a tie counts as half a win for either.

The logarithm of all this is concave in theta and log w, and its derivatives are differences between what
happened and what was expected.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
from scipy.sparse import csr_array

from hoplon.league.games import Floats, Games, Ints

CHUNK = 1 << 18  # choices looked at together: bounds the memory


@dataclass(frozen=True)
class Choices:
    """Choices among equally many: `who` was left, the `chosen` first of a row were in the next place."""

    who: Ints
    chosen: Ints
    weight: Floats
    block: Ints


@dataclass(frozen=True)
class Slope:
    """The log-likelihood and its derivatives. The information (minus the second derivative) is `own` on its
    diagonal, `between` for the pairs of `Likelihood.pairs`, `sizes` for players and sizes of ties, `ties` for
    those alone."""

    value: float
    gradient: Floats
    tie_gradient: Floats
    own: Floats
    between: Floats
    sizes: Floats
    ties: Floats


@dataclass(frozen=True)
class Expected:
    """What is expected of some choices: of every player's part (1/k of a place), of every size of a tie, and
    how these vary together."""

    part: Floats
    size: Floats
    both: Floats  # of two parts, (choices, players, players)
    cross: Floats  # of a part and a size, (choices, players, sizes)
    total: Floats  # logarithm of the sum of all weights


class Likelihood:
    """The log-likelihood of games by the players' theta and the logarithms of the weights of ties."""

    def __init__(self, games: Games) -> None:
        self.count = len(games.players)
        self.blocks = games.blocks
        self.choices = list(choices_of(games))
        seen = {int(size) for one in self.choices for size in np.unique(one.chosen)}
        self.tied = sorted(seen - {1})  # the sizes of ties that happened

    @cached_property
    def pairs(self) -> tuple[Ints, Ints]:
        """The players who met, the smaller place first."""
        keys, _ = self._keys
        return keys // self.count, keys % self.count

    @cached_property
    def _keys(self) -> tuple[Ints, list[list[Ints]]]:
        """Every two who met as one number, and for every choice and two of its places where that stands."""
        found = []
        for one in self.choices:
            for i, j in combinations(range(one.who.shape[1]), 2):
                first, second = one.who[:, i], one.who[:, j]
                found.append(np.minimum(first, second) * self.count + np.maximum(first, second))
        keys, where = np.unique(np.concatenate(found or [np.empty(0, np.int64)]), return_inverse=True)
        parts = np.split(where, np.cumsum([len(one) for one in found])[:-1])
        places = iter(parts)
        return keys, [
            [next(places) for _ in combinations(range(one.who.shape[1]), 2)] for one in self.choices
        ]

    def slope(self, theta: Floats, ties: Floats) -> Slope:
        """Value and derivatives at some strengths."""
        pairs, where = self._keys
        n, q = self.count, len(self.tied)
        value, tie_gradient, tie_matrix = 0.0, np.zeros(q), np.zeros((q, q))
        gradient, own, between, sizes = np.zeros(n), np.zeros(n), np.zeros(len(pairs)), np.zeros((n, q))
        for one, places in zip(self.choices, where, strict=True):
            for rows in _chunks(len(one.chosen)):
                who, weight = one.who[rows], one.weight[rows]
                expected = self._expect(theta[who], ties)
                part, size = self._happened(one.chosen[rows], who.shape[1])
                value += float(weight @ (np.sum(part * theta[who], 1) + size @ ties - expected.total))
                off = weight[:, None] * (part - expected.part)
                gradient += np.bincount(who.ravel(), off.ravel(), n)
                tie_gradient += weight @ (size - expected.size)
                for i in range(who.shape[1]):
                    mine = expected.part[:, i]
                    own += np.bincount(who[:, i], weight * (expected.both[:, i, i] - mine**2), n)
                    for k in range(q):
                        together = expected.cross[:, i, k] - mine * expected.size[:, k]
                        sizes[:, k] += np.bincount(who[:, i], weight * together, n)
                for place, (i, j) in zip(places, combinations(range(who.shape[1]), 2), strict=True):
                    together = expected.both[:, i, j] - expected.part[:, i] * expected.part[:, j]
                    between += np.bincount(place[rows], weight * together, len(pairs))
                tie_matrix += np.diag(weight @ expected.size)
                tie_matrix -= (expected.size * weight[:, None]).T @ expected.size
        return Slope(value, gradient, tie_gradient, own, between, sizes, tie_matrix)

    def by_block(self, theta: Floats, ties: Floats) -> csr_array:
        """The gradient of every block, a row each: by how much players did better than expected."""
        rows, columns, values = [], [], []
        for one in self.choices:
            for chunk in _chunks(len(one.chosen)):
                who = one.who[chunk]
                part, _ = self._happened(one.chosen[chunk], who.shape[1])
                off = part - self._expect(theta[who], ties).part
                rows.append(np.repeat(one.block[chunk], who.shape[1]))
                columns.append(who.ravel())
                values.append((one.weight[chunk, None] * off).ravel())
        shape = self.blocks, self.count
        if not rows:
            return csr_array(shape)
        return csr_array((np.concatenate(values), (np.concatenate(rows), np.concatenate(columns))), shape)

    def _happened(self, chosen: Ints, among: int) -> tuple[Floats, Floats]:
        part = (np.arange(among) < chosen[:, None]) / chosen[:, None]
        return part, (chosen[:, None] == np.array(self.tied, np.int64)).astype(float)

    def _expect(self, theta: Floats, ties: Floats) -> Expected:
        rows, n = theta.shape
        top = theta.max(1, keepdims=True)
        x = theta - top
        one = np.exp(x)
        total = one.sum(1)
        part = one.copy()
        both = np.zeros((rows, n, n))
        both[:, range(n), range(n)] = one
        size, cross = np.zeros((rows, len(self.tied))), np.zeros((rows, n, len(self.tied)))
        for k, tied in enumerate(self.tied):
            if tied > n:
                continue
            root, w = np.exp(x / tied), np.exp(ties[k])
            size[:, k] = w * _sums(root, tied)
            total += size[:, k]
            for i in range(n):
                rest = _sums(np.delete(root, i, 1), tied - 1)
                cross[:, i, k] = w / tied * root[:, i] * rest
                both[:, i, i] += cross[:, i, k] / tied
            part += cross[:, :, k]
            for i, j in combinations(range(n), 2):
                rest = _sums(np.delete(root, (i, j), 1), tied - 2)
                both[:, i, j] += w / tied**2 * root[:, i] * root[:, j] * rest
        scale = 1 / total
        return Expected(
            part * scale[:, None],
            size * scale[:, None],
            both * scale[:, None, None],
            cross * scale[:, None, None],
            np.log(total) + top[:, 0],
        )


def _sums(values: Floats, size: int) -> Floats:
    """The sum of the products of all sets of so many values of a row."""
    sums = np.zeros((size + 1, len(values)))
    sums[0] = 1
    for column in values.T:
        for k in range(size, 0, -1):
            sums[k] += column * sums[k - 1]
    return np.asarray(sums[size])


def _chunks(rows: int) -> list[slice]:
    return [slice(start, start + CHUNK) for start in range(0, rows, CHUNK)]


def choices_of(games: Games) -> list[Choices]:
    """Every place of every match as a choice among those left, by how many those are."""
    order = np.lexsort((games.ranks, games.match))
    who, ranks, match = games.who[order], games.ranks[order], games.match[order]
    seats = games.seats
    ends = np.cumsum(seats)[match]  # where an entry's match ends
    first = np.ones(len(who), bool)  # an entry that begins a new place
    first[1:] = (match[1:] != match[:-1]) | (ranks[1:] != ranks[:-1])
    starts = np.flatnonzero(first)
    chosen = np.diff(np.append(starts, len(who)))
    left = ends[starts] - starts
    found = []
    for among in np.unique(left[left > 1]):
        at = left == among
        rows = starts[at]
        found.append(
            Choices(
                who[rows[:, None] + np.arange(among)],
                chosen[at],
                games.weight[match[rows]],
                games.block[match[rows]],
            )
        )
    return found
