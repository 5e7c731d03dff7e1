"""What becomes of the seats of people who leave before the end: they resign, are gone, or a bot plays on."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from hoplon.server.bots import usual_bot
from hoplon.server.headings import name_all
from hoplon.server.rights import PEOPLE
from hoplon.server.stored_match import Seat, StoredMatch


def leave(card: StoredMatch, seats: Collection[int], why: str, number: int) -> None:
    """These seats are left after so many choices."""
    for n in seats:
        if not card.seats[n].left:
            card.seats[n] = replace(card.seats[n], left=why, left_after=number)


def seat_bot(card: StoredMatch, seats: Collection[int]) -> None:
    """A bot plays on at these seats; who held them may still look."""
    nobody = Seat("bot", "", usual_bot(card.game))
    for n in seats:
        old = card.seats[n]
        card.seats[n] = replace(nobody, token=old.token, title=old.title)
    name_all(card.seats)


def people(card: StoredMatch) -> list[int]:
    """The seats that people hold and have not left."""
    return [n for n, seat in enumerate(card.seats) if seat.player in PEOPLE and not seat.left]


def of_same(card: StoredMatch, seat: int) -> list[int]:
    """The seats of who holds this one."""
    return [n for n in people(card) if card.seats[n].token == card.seats[seat].token]


def of_others(card: StoredMatch, seat: int) -> list[int]:
    """The seats that other people hold."""
    return [n for n in people(card) if card.seats[n].token != card.seats[seat].token]
