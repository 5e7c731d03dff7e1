"""The parts of a game that can be made from its other parts."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from hoplon.core.actions import NOBODY
from hoplon.core.errors import BadText, HoplonError
from hoplon.core.kernel import Dtype, record, rule
from hoplon.core.outcome import Outcome
from hoplon.core.view import SeatView

if TYPE_CHECKING:
    from hoplon.core.game import Game
    from hoplon.core.options import Options

SOME_NAMED = 8


@rule
def no_dice(s, seed):
    """For a game without dice."""


def options_record(options: type[Options]) -> Dtype:
    """A record with a number for each option that is a number or a switch."""
    numbers = [(field.name, "i8") for field in fields(options) if isinstance(field.default, int)]
    try:
        return record(numbers or [("none", "i8")])
    except ValueError as error:
        raise HoplonError(
            f"an option of {options.__name__} has a name that rules cannot read: {error}"
        ) from None


def write_options(game: Game, array: Any, i: int, options: Any) -> None:
    """Write each option into the field of its name."""
    for name in game.options_record.names or ():
        if hasattr(options, name):
            array[name][i] = getattr(options, name)


def outcome(game: Game, states: Any, i: int) -> Outcome | None:
    """The seats with the highest score win, or a draw; who plays alone wins with more than nothing."""
    if game.entries.mover(states, i) != NOBODY:
        return None
    scores = game.scores(states, i, game.seats[0])
    if len(scores) == 1:
        return Outcome(scores, (0,) if scores[0] > 0 else (), "over")
    best = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
    return Outcome(scores, *(((), "draw") if len(best) == len(scores) else (best, "won")))


def view(game: Game, states: Any, i: int, seat: int) -> SeatView:
    """The position in one line and as a record, with everything blanked that the seat cannot know."""
    known = game.concealed(states, i, seat)
    return SeatView(seat, int(game.entries.mover(states, i)), game.notation(known, 0), known)


def read_choice(game: Game, states: Any, i: int, text: str) -> int:
    """The choice that is written like this text."""
    for choice in game.space:
        if game.write_choice(states, i, choice) == text:
            return choice
    some = ", ".join(game.write_choice(states, i, choice) for choice in game.space[:SOME_NAMED])
    raise BadText(f"{text[:30]!r} is no choice; expected one such as {some}")
