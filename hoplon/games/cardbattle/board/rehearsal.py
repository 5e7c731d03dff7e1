"""A short battle behind the scenes, so that nobody waits for odds or a debriefing to be compiled."""

from __future__ import annotations

from collections.abc import Callable

from hoplon.core.board import Json
from hoplon.core.match import Match
from hoplon.games.cardbattle.debrief import debrief
from hoplon.games.cardbattle.options import CardBattleOptions

EAGER = ("attack", "fire", "close", "play")
MOST = 80


def rehearse(
    position: Callable[[Match, int, int], Json], preview: Callable[[Match, str, int], object]
) -> None:
    """Play on until somebody was shot at, attacked and asked to withdraw, and ask for all numbers."""
    from hoplon.games.cardbattle import GAME

    match = Match(GAME, 2, CardBattleOptions(setup_turns=0, pbem=True))
    wanted = {"attacks", "shots", "question"}
    for number in range(MOST):
        seat = match.to_move
        if not wanted or seat is None:
            break
        found = position(match, number, seat)
        wanted -= {name for name in wanted if found[name]}
        legal = list(match.legal())
        eager = [choice for word in EAGER for choice in legal if choice.split()[0] == word]
        chosen = eager[len(eager) // 2] if eager and eager[0].startswith("play") else (eager or legal)[0]
        if chosen.startswith(("attack", "fire")):
            preview(match, chosen, seat)
        match.play(chosen)
    debrief(match)
