"""`--at SEAT=BOT`: a bot that has one seat in all matches of a series, and is not compared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from hoplon.core.errors import BadOption

if TYPE_CHECKING:
    from hoplon.core.game import Game


def kept_seats(game: Game, options: Any, said: Sequence[str]) -> dict[int, str]:
    """The bots by their seats: those that the game keeps seats for, and those that were asked for."""
    names = game.seat_names(options)
    known = {name.lower(): seat for seat, name in enumerate(names)}
    known |= {str(seat + 1): seat for seat in range(len(names))}
    kept = game.bots_kept(options)
    for text in said:
        seat, _, bot = text.partition("=")
        if not bot or seat.lower() not in known:
            raise BadOption(
                f"--at {text!r} is no seat with its bot; expected SEAT=BOT, a seat from 1 to {len(names)} "
                f"or one of {', '.join(names)}"
            )
        kept[known[seat.lower()]] = bot
    if len(kept) == len(names):
        raise BadOption(
            f"--at gives all {len(names)} seats away; expected one at least that is left for --bot"
        )
    return kept


def seated(kept: dict[int, str], free: Sequence[str], seats: int) -> tuple[str, ...]:
    """Who sits where, when the free seats are taken in this order."""
    left = iter(free)
    return tuple(kept[seat] if seat in kept else next(left) for seat in range(seats))
