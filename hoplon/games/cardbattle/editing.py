"""A battle set up card by card: units are moved between the field, the hand, the deck and the second line.

A card that is moved is as new: it has no hits and no markers. What was designated in the phase is given up,
since it may speak of units that stand elsewhere.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from hoplon.core.editing import Editor, Slot
from hoplon.core.errors import BadPosition
from hoplon.core.words import say
from hoplon.games.cardbattle.areas import in_contact
from hoplon.games.cardbattle.naming import SEATS, Names
from hoplon.games.cardbattle.notation import PILES, read, write
from hoplon.games.cardbattle.state import COLUMNS, EMPTY, SIDE, Mark, Place, state_t
from hoplon.games.cardbattle.tables import KIND_CODES
from hoplon.games.cardbattle.units import quit_field, stand

PLACES = {
    "hand": (Place.HAND, "{army}: hand"),
    "deck": (Place.DECK, "{army}: deck"),
    "routed": (Place.ROUTED, "{army}: second line, routed"),
    "rallied": (Place.RALLIED, "{army}: second line, rallied"),
    "eliminated": (Place.ELIMINATED, "{army}: off the field"),
}
ALSO_SAID = tuple(words for _, words in PLACES.values())
PILE_OF = {Place.HAND: "hand", Place.DECK: "deck", Place.ROUTED: "rear", Place.RALLIED: "rear"}
PHASE_MARKS = Mark.AIMING | Mark.SUPPLIED | Mark.ATTACKING | Mark.ATTACKED | Mark.RAIDING | Mark.FLANK


def _read(text: str) -> tuple[Names, Any]:
    states = np.zeros(1, state_t)
    return read(text, states, 0), states[0]


def slots(text: str) -> tuple[Slot, ...]:
    """The two lines, and the units in the hands, the decks, the second lines and off the field."""
    names, s = _read(text)
    near: list[Slot] = []  # what is moved most stands first
    far: list[Slot] = []
    for seat, letter in enumerate(SEATS):
        army = names.armies[seat]
        group = say("{army}: on the field", army=army)
        for c in range(COLUMNS):
            u = int(s.field[COLUMNS * seat + c])
            holds = "" if u == EMPTY else _card(names, s, u)
            near.append(Slot(f"{letter}{c + 1}", say("column {column}", column=c + 1), group, holds, True))
        for name, (place, words) in PLACES.items():
            group = say(words, army=army)
            units = [u for u in range(SIDE * seat, SIDE * seat + int(s.units[seat])) if s.place[u] == place]
            found = near if place == Place.HAND else far
            found += [Slot(names.unit(u), names.name(u), group, _card(names, s, u)) for u in units]
            found.append(Slot(f"{letter}:{name}", say("Put here"), group))
    return (*near, *far)


def _card(names: Names, s: Any, u: int) -> str:
    """Name, type, quality and size, as the card shows them."""
    return f"{names.name(u)} {KIND_CODES[s.kind[u]]} {s.tq[u]}-{s.sizes[u]}"


def standing(text: str) -> dict[str, str]:
    """By place, the unit that would be picked up."""
    return {slot.cell: slot.holds for slot in slots(text) if slot.holds}


def put(_text: str, _name: str, _cell: str) -> str:
    """No card comes from outside the armies."""
    raise BadPosition("the armies have all their cards; drag one of them instead")


def move(text: str, src: str, dst: str) -> str:
    """Move a unit to a column of its own line, or to a pile."""
    names, s = _read(text)
    u = _unit_at(names, s, src)
    seat = u // SIDE
    column, place = _target(names, s, dst)
    if dst[:1] != SEATS[seat]:
        raise BadPosition(f"{names.name(u)} is a card of {names.armies[seat]}, and {dst[:30]} is not")
    if column is not None:
        other = int(s.field[COLUMNS * seat + column])
        if other == u:
            return text
        _lift(s, u)
        if other != EMPTY:  # it makes room: a hand may be full
            _lift(s, other)
            _lay(s, other, Place.DECK)
        stand(s, u, column)
        s.marks[u] |= Mark.USED.value
    else:
        _lift(s, u)
        _lay(s, u, place)
    _tidy(s)
    return write(names, s)


def remove(text: str, cell: str) -> str:
    """Take a unit off the field: it is eliminated."""
    names, s = _read(text)
    u = _unit_at(names, s, cell)
    _lift(s, u)
    _lay(s, u, Place.ELIMINATED)
    _tidy(s)
    return write(names, s)


def clear(text: str) -> str:
    """All units of the field back to their decks."""
    names, s = _read(text)
    for u in [int(u) for u in s.field if u != EMPTY]:
        _lift(s, u)
        _lay(s, u, Place.DECK)
    _tidy(s)
    return write(names, s)


def _area(cell: str) -> tuple[int, int] | None:
    """The seat and the column that a name such as A3 means."""
    if len(cell) == 2 and cell[0] in SEATS and cell[1] in "123456789"[:COLUMNS]:
        return SEATS.index(cell[0]), int(cell[1]) - 1
    return None


def _unit_at(names: Names, s: Any, cell: str) -> int:
    area = _area(cell)
    if area is not None:
        u = int(s.field[COLUMNS * area[0] + area[1]])
    else:
        u = names.units_by_word.get(cell.lower(), EMPTY)
    if u == EMPTY:
        raise BadPosition(f"there is no unit at {cell[:40]!r}")
    return u


def _target(names: Names, s: Any, cell: str) -> tuple[int | None, Place]:
    """The column that a place means, or the pile."""
    area = _area(cell)
    if area is not None:
        return area[1], Place.FIELD
    letter, _, pile = cell.partition(":")
    if letter in SEATS and pile in PLACES:
        return None, PLACES[pile][0]
    u = _unit_at(names, s, cell)
    return (int(s.at[u]), Place.FIELD) if s.place[u] == Place.FIELD else (None, Place(int(s.place[u])))


def _lift(s: Any, u: int) -> None:
    """Take a unit from where it is, without hits and markers."""
    place, seat = Place(int(s.place[u])), u // SIDE
    if place == Place.FIELD:
        quit_field(s, u)
    elif place in PILE_OF:
        pile = PILE_OF[place]
        most, n = PILES[pile], int(s[f"{pile}_n"][seat])
        first = most * seat
        kept = [card for card in s[pile][first : first + n].tolist() if card != u]
        s[pile][first : first + most] = EMPTY
        s[pile][first : first + len(kept)] = kept
        s[f"{pile}_n"][seat] = len(kept)
    s.place[u] = Place.NOWHERE
    s.coh[u] = s.depletion[u] = s.level_m[u] = s.marks[u] = 0


def _lay(s: Any, u: int, place: Place) -> None:
    """Put a unit that was lifted to a place off the field, on top of its pile."""
    seat = u // SIDE
    s.place[u] = place
    if place not in PILE_OF:
        return
    pile = PILE_OF[place]
    most, n = PILES[pile], int(s[f"{pile}_n"][seat])
    if n == most:
        raise BadPosition(f"there are {most} cards in {pile}{SEATS[seat]}; expected room for one more")
    s[pile][most * seat + n] = u
    s[f"{pile}_n"][seat] = n + 1


def _tidy(s: Any) -> None:
    """Points, contact and what was designated are as the units stand."""
    for seat in range(2):
        units = slice(SIDE * seat, SIDE * seat + int(s.units[seat]))
        values, places = s.value[units], s.place[units]
        s.fled[seat] = values[places == Place.ROUTED].sum()
        s.lost[seat] = values[places == Place.ELIMINATED].sum()
    s.attacks = s.open = s.shots = s.supply = 0
    s.attacker[:] = s.target[:] = s.shooter[:] = s.shot_at[:] = EMPTY
    for u in [int(u) for u in s.field if u != EMPTY]:
        touches = in_contact(s, u // SIDE, int(s.at[u]))
        gone = PHASE_MARKS | (Mark.HIDDEN if touches else Mark.ENGAGED)
        s.marks[u] = int(s.marks[u]) & ~int(gone)


EDITOR = Editor(
    spares=lambda _text: (),
    standing=standing,
    put=put,
    move=move,
    remove=remove,
    clear=clear,
    slots=slots,
)
