"""The player's end of the wire (rulebook 9): a position from a JSON state, orders from choices.

A bot that chooses at one table can so play over a network: it is asked for each of its characters in turn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from hoplon.core.choices import Choice, Choices
from hoplon.core.errors import HoplonError
from hoplon.games.hexabomb.legal import MOST_CHOICES, delay_of, kind_of, range_of, way_of
from hoplon.games.hexabomb.maps import LEAST_INT, MOST_INT, Cell
from hoplon.games.hexabomb.state import Do, state_type
from hoplon.games.hexabomb.tables import WAY_NAMES
from hoplon.games.hexabomb.view import Bomb, Character, Order, Position, put
from hoplon.games.hexabomb.words import write_choice

Choose = Callable[[Position, Choices], Choice]


class BadState(HoplonError):
    """A state that no game of hexabomb sends."""


def position_of(state: Mapping[str, Any], special: int, turn: int, turns: int) -> Position:
    """The position that a JSON state tells; `turn` is how many turns have been played."""
    try:
        cells = sorted((*_cell(cell), _whole(cell["color"])) for cell in state["cells"])
        scores = {int(player): _whole(score) for player, score in state["score"].items()}
        seats = len(scores)
        most = max((scores[p] for p in range(special, seats)), default=0)
        best = [p for p in range(special, seats) if scores[p] == most]
        characters = sorted(state["characters"], key=lambda c: _whole(c["id"]))
        if [c["id"] for c in characters] != list(range(len(characters))):
            raise ValueError("the characters are not numbered from 0 on")
        return Position(
            cells=tuple((q, r) for q, r, _ in cells),
            colours=tuple(colour for _, _, colour in cells),
            seats=seats,
            special=bool(special),
            turn=turn,
            turns=turns,
            characters=tuple(
                Character(
                    c["id"],
                    _whole(c["color"]) - 1,
                    _cell(c),
                    _whole(c["bomb_count"]),
                    _whole(c["revive_delay"]),
                )
                for c in characters
            ),
            bombs=tuple(
                Bomb(_whole(b["color"]) - 1, _cell(b), _whole(b["range"]), _whole(b["delay"]))
                for b in state["bombs"]
            ),
            blasts=tuple(
                sorted(
                    (_cell(hit), int(colour)) for colour, hits in state["explosions"].items() for hit in hits
                )
            ),
            scores=tuple(scores[p] for p in range(seats)),
            leader=best[0] if len(best) == 1 and turn > 0 else None,
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadState(f"the state cannot be read: {type(error).__name__} {error}") from None


def _cell(told: Mapping[str, Any]) -> Cell:
    return _whole(told["q"]), _whole(told["r"])


def _whole(value: Any) -> int:
    """A number as the wire has it; whatever else a server says is no state."""
    if type(value) is not int or not LEAST_INT <= value <= MOST_INT:
        raise ValueError(f"{value!r:.40} is no integer of 32 bits")
    return value


def order_of(who: int, choice: int) -> dict[str, Any] | None:
    """A choice for a character as a JSON order; to stay is to send none."""
    kind = kind_of(choice)
    if kind == Do.MOVE:
        return {"id": who, "movement": "move", "direction": WAY_NAMES[way_of(choice)]}
    if kind == Do.BOMB:
        return {"id": who, "movement": "bomb", "bomb_range": range_of(choice), "bomb_delay": delay_of(choice)}
    return {"id": who, "movement": "revive"} if kind == Do.REVIVE else None


def orders_of(position: Position, seat: int, choose: Choose) -> list[dict[str, Any]]:
    """The actions of one turn: `choose(view, legal)` is asked for each character of the seat."""
    if position.turn >= position.turns:
        return []
    from hoplon.games.hexabomb import GAME

    legal = GAME.entries.legal
    states = np.zeros(1, state_type(position.size()))
    codes = np.zeros(MOST_CHOICES, np.int64)
    begins = next(c.id for c in position.characters if c.seat == position.turn % position.seats)
    given: list[Order] = []
    sent: list[dict[str, Any]] = []
    for character in position.characters:
        if character.seat != seat:
            continue
        asked = (character.id - begins) % len(position.characters)
        view = replace(position, asked=asked, orders=tuple(given))
        put(view, states, 0)
        n = legal(states, 0, codes)
        choices = Choices([Choice(write_choice(states, 0, code), code) for code in codes[:n].tolist()])
        code = choose(view, choices).code
        order = order_of(character.id, code)
        if order is not None:
            sent.append(order)
            given.append(_noted(character.id, code))
    return sent


def _noted(who: int, code: int) -> Order:
    kind = Do(kind_of(code))
    if kind == Do.MOVE:
        return Order(who, kind, way=way_of(code))
    if kind == Do.BOMB:
        return Order(who, kind, range=range_of(code), delay=delay_of(code))
    return Order(who, kind)
