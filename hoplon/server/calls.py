"""When whose turn began, in matches of several people: what their feeds and webhooks tell.

A call is the seat that was to move, the number of choices before that, and when it was. The end of the match
is a call to everybody. The last ones are kept with the match.
"""

from __future__ import annotations

import time
from collections.abc import Collection
from typing import NamedTuple

from hoplon.core.match import Match
from hoplon.server import fair_dice
from hoplon.server.rights import PEOPLE
from hoplon.server.stored_match import Call, StoredMatch

EVERYBODY = -1
MOST = 40


class Due(NamedTuple):
    """What a seat is told: that its turn has begun, or that the match is over."""

    call: Call
    is_end: bool


def note_calls(card: StoredMatch, match: Match) -> None:
    """Note whose turn it is, or that the match is over, if that is new."""
    if not fair_dice.others_play(card.seats) or fair_dice.absent(card):
        return
    number = len(match.choices)
    calls = [call for call in card.calls if call.number <= number]
    if card.ended is None:
        calls = [call for call in calls if call.seat != EVERYBODY]
    called = EVERYBODY if card.ended is not None else match.to_move
    if called is None:
        return
    if called != EVERYBODY:
        if card.seats[called].player not in PEOPLE or card.seats[called].left:
            card.calls = calls
            return
        while number and match.seats[number - 1] == called:
            number -= 1
    if (called, number) not in [(call.seat, call.number) for call in calls]:
        calls.append(Call(called, number, time.time()))
    card.calls = calls[-MOST:]


def calls_of(card: StoredMatch, seats: Collection[int]) -> list[Due]:
    """What these seats are told, the oldest first."""
    return [Due(call, call.seat == EVERYBODY) for call in card.calls if call.seat in (*seats, EVERYBODY)]
