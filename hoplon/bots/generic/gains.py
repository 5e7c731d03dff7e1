"""What a network hopes to gain: the measure whose growth it was rewarded with.

The value of a network is what it expects from now on; a search adds what was gained on the way. Bots know the
measures of tasks by GAINS in the folder of their game: `{"GAME-WHAT-v1": "gains:function"}`. Of other
networks, `gains` in the file says `score`, what the rules count, or `outcome`, 1 for a win and -1 for a loss.
The file also says what a point of the measure is worth (`unit`), and what is left of a reward that comes a
choice later (`gamma`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from hoplon.bots import gains_for
from hoplon.bots.generic.network_file import About, BadNetwork
from hoplon.core.game import Game, Rules
from hoplon.core.kernel import rule


def measure_of(game: Game, about: About) -> Callable[..., int]:
    """`measure(s, seat, memory)` of the task that a network was trained on; BadNetwork if nobody knows it."""
    task, gains = about.get("task"), about.get("gains")
    known = gains_for(game.name)
    if isinstance(task, str) and task in known:
        return known[task]()
    if gains == "score":
        return _score(game.rules)
    if gains == "outcome":
        return _outcome(game.rules, game.seats[0])
    raise BadNetwork(
        f"a network that was trained on {task!r:.60} cannot search (nodes=…): "
        "it is not known what is gained there"
    )


@cache
def _score(rules: Rules) -> Callable[..., int]:
    score = rules.score

    @rule
    def measure(s, seat, _memory):
        return score(s, seat)

    return measure


@cache
def _outcome(rules: Rules, seats: int) -> Callable[..., int]:
    score, to_move = rules.score, rules.to_move

    @rule
    def measure(s, seat, _memory):
        if to_move(s) >= 0:
            return 0
        own = score(s, seat)
        if seats == 1:
            return 1 if own > 0 else -1
        others = score(s, 1 if seat == 0 else 0)
        for other in range(seats):
            if other != seat:
                others = max(others, score(s, other))
        return 1 if own > others else 0 if own == others else -1

    return measure
