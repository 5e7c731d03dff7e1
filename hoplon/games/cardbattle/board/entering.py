"""What the ground does to a unit that would come to it, asked of the rules themselves."""

from __future__ import annotations

from hoplon.core.choices import Choice
from hoplon.core.match import Match
from hoplon.core.text import turn_of
from hoplon.games.cardbattle.board.story import Story
from hoplon.games.cardbattle.choices import kind_of
from hoplon.games.cardbattle.naming import Names
from hoplon.games.cardbattle.state import SIDE, Do
from hoplon.games.cardbattle.tally import as_seen

COMES = (Do.PLAY, Do.RELIEVE, Do.MOVE)
HARM = (Do.LOSE, Do.FLEE, Do.ELIMINATE)


def entering(names: Names, match: Match, choice: Choice, viewer: int) -> list[str]:
    """Sentences about the own units, up to the first die; worked out on what the viewer knows."""
    if kind_of(choice.code) not in COMES:
        return []
    game, now = match.game, match.states_at(len(match.choices))[0]
    states, before, turns = as_seen(now, viewer), as_seen(now, viewer)[0], game.new_turns(1)
    game.entries.forget_dice(states, 0, 0)
    if not game.entries.allows(states, 0, choice.code):
        return []
    game.entries.play(states, 0, turns, 0, choice.code)
    first = int(turns["first_draw"][0])
    turn = turn_of(turns[0], game.phrases, first if first >= 0 else None)
    said = zip(turn.actions, Story(names, turn, before, viewer).sentences(), strict=True)
    return [text for action, text in said if action.kind in HARM and action.what // SIDE == viewer and text]
