"""Players who play alone are compared on the seeds that they have in common: the better score wins the pair,
and who did not play on to the end (a rank behind the first) has lost to who did.

A player who is compared with m others on a seed has m results there, which are not independent: among equals
their sum varies (m + 2) / 3 times as much as if they were. So each pair counts 3 / (m + 2).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hoplon.league.games import Games, Ints

MOST_MET = 200  # players on either side, in the order of joining, that one is compared with


def pairs_on_common_seeds(games: Games) -> Games:
    """The results of one-seat matches as matches of two, on the same seeds. A seed is a block."""
    scores = games.scores if len(games.scores) else -games.ranks.astype(float)
    block = games.block[games.match]
    order = np.lexsort((games.who, block))
    who, block, scores, rank = games.who[order], block[order], scores[order], games.ranks[order]
    size = np.bincount(block, minlength=games.blocks)
    end = np.cumsum(size)[block]
    place = np.arange(len(who))
    firsts, seconds = [], []
    for ahead in range(1, min(int(size.max(initial=1)), MOST_MET + 1)):
        one = place[place + ahead < end]
        firsts.append(one)
        seconds.append(one + ahead)
    first = np.concatenate(firsts or [np.empty(0, np.int64)])
    second = np.concatenate(seconds or [np.empty(0, np.int64)])
    distinct = who[first] != who[second]
    first, second = first[distinct], second[distinct]
    count = len(first)

    def behind(one: Ints, other: Ints) -> NDArray[np.bool_]:
        is_worse: NDArray[np.bool_] = (rank[one] == rank[other]) & (scores[one] < scores[other])
        return is_worse | (rank[one] > rank[other])

    ranks = np.stack((1 + behind(first, second), 1 + behind(second, first)), 1).astype(np.int64)
    return Games(
        players=games.players,
        match=np.repeat(np.arange(count), 2),
        who=np.stack((who[first], who[second]), 1).ravel(),
        ranks=ranks.ravel(),
        scores=np.empty(0),
        block=block[first],
        weight=3 / (np.minimum(size[block[first]] - 1, 2 * MOST_MET) + 2),
    )
