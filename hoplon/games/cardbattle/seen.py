"""What a seat may read of a log. A turn log tells everything that happened, also what one side hides.

Who shows logs to somebody at the table shows `turn_for(turn, before, seat)`, never the turn itself, and never
the choices of the other seat: they name cards. Concealed are cards that the other side draws, units that it
hides (4.4) from the moment they are played, and units on pursuit with their levels (2.5). A choice about such
a unit stays as a line with `?` in place of what is not seen; what only follows from it leaves no line.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from hoplon.core.actions import NO_CAUSE, NOBODY, NOWHERE
from hoplon.core.match import Match
from hoplon.core.text import Action, Turn
from hoplon.games.cardbattle.state import CARD, CHOICES, SIDE, Do, Mark, Place
from hoplon.games.cardbattle.view import EVERYTHING
from hoplon.games.cardbattle.words import FORMS

ABOUT_A_UNIT = {kind for kind, form in FORMS.items() if "{unit}" in form or "{card}" in form}
IN_THE_OPEN = {Do.REVEAL, Do.LEAVE, Do.ROUT, Do.FLEE, Do.ELIMINATE}  # from here on everybody sees the unit
STAYS = {Do.TRY}


def concealed(before: Any, seat: int) -> set[int]:
    """The units whose place a seat may not know: hidden ones, and those on pursuit."""
    hidden = (before.place == Place.FIELD) & (before.marks & Mark.HIDDEN != 0)
    units = np.flatnonzero(hidden | (before.place == Place.PURSUIT)).tolist()
    return {u for u in units if u // SIDE != seat}


def turn_for(turn: Turn, before: Any, seat: int) -> Turn:
    """The log of a turn as a seat, or the spectator (-1), may read it; `before` is the state before it."""
    if seat == EVERYTHING:
        return turn
    secret = concealed(before, seat)
    secret |= {a.what for a in turn.actions if a.kind == Do.HIDE and a.what // SIDE != seat}
    kept: list[Action] = []
    place: dict[int, int] = {
        NO_CAUSE: NO_CAUSE
    }  # where an action, or its nearest cause that is shown, stands
    for number, action in enumerate(turn.actions):
        cause = place[action.cause]
        if action.kind in IN_THE_OPEN:
            secret.discard(action.what)
        shown = _shown(action, secret, seat)
        if action.kind == Do.AWAY and action.what // SIDE != seat:
            secret.add(action.what)
        if shown is None:
            place[number] = cause
            continue
        place[number] = len(kept)
        depth = 0 if cause == NO_CAUSE else kept[cause].depth + 1
        kept.append(shown._replace(cause=cause, depth=depth))
    return Turn(tuple(kept), turn.phrases, turn.is_complete)


def _shown(action: Action, secret: set[int], seat: int) -> Action | None:
    """An action as a seat may know it; None if it may not."""
    if action.kind == Do.DEAL and action.who != seat:
        return action._replace(what=NOBODY)
    if action.kind == Do.AWAY and action.what // SIDE != seat:
        return action._replace(n=0)
    if action.kind not in ABOUT_A_UNIT or action.what >= CARD or action.what not in secret:
        return action
    if action.kind < CHOICES or action.kind in STAYS:
        return action._replace(what=NOBODY, src=NOWHERE, dst=NOWHERE)
    return None


def turns_for(match: Match, seat: int) -> list[Turn]:
    """All turns of a battle as a seat may read them."""
    back = match.copy()
    found = []
    for turn in reversed(match.turns):
        back.undo()
        found.append(turn_for(turn, back.state.record, seat))
    return found[::-1]
