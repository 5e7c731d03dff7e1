"""Everything of hexabomb as text, both ways: cells, ways, choices and actions."""

from __future__ import annotations

import re
from typing import Any

from hoplon.core.actions import NOBODY
from hoplon.core.errors import BadText
from hoplon.core.text import Action, Phrases, Word
from hoplon.games.hexabomb.legal import (
    BOMB,
    MOVE,
    PART_BITS,
    REVIVE,
    STAY,
    delay_of,
    kind_of,
    range_of,
    way_of,
)
from hoplon.games.hexabomb.maps import Cell, HexMap
from hoplon.games.hexabomb.state import Do
from hoplon.games.hexabomb.tables import MOST_SPECIAL_BOMB, WAY_NAMES

CELL = re.compile(r"(-?[0-9]{1,10}),(-?[0-9]{1,10})", re.ASCII)
NO_PLAYER = "nobody"


def write_cell(cell: Cell) -> str:
    """A cell as `q,r`."""
    return f"{cell[0]},{cell[1]}"


def read_cell(text: str) -> Cell:
    """The cell that `q,r` names."""
    found = CELL.fullmatch(text)
    if not found:
        raise BadText(f"{text[:40]!r} is no cell; expected q,r such as 2,-1")
    return int(found[1]), int(found[2])


def read_way(text: str) -> int:
    """The way that a text names."""
    if text.lower() not in WAY_NAMES:
        raise BadText(f"{text[:40]!r} is no direction; expected one of {', '.join(WAY_NAMES)}")
    return WAY_NAMES.index(text.lower())


def read_whole(text: str) -> int:
    """A whole number that is written with decimal digits."""
    if not (text.isascii() and text.isdecimal()) or len(text) > 18:
        raise BadText(f"{text[:40]!r} is no whole number")
    return int(text)


def write_choice(_states: Any, _i: int, choice: int) -> str:
    """A choice as it is typed."""
    kind = kind_of(choice)
    if kind == Do.MOVE:
        return f"move {WAY_NAMES[way_of(choice)]}"
    if kind == Do.BOMB:
        return f"bomb {range_of(choice)} {delay_of(choice)}"
    return "revive" if kind == Do.REVIVE else "stay"


def read_choice(_states: Any, _i: int, text: str) -> int:
    """The choice that a text says, legal or not."""
    word, *rest = text.split() or [""]
    word = word.lower()
    expected = {"move": 1, "bomb": 2, "revive": 0, "stay": 0}
    if word not in expected:
        raise BadText(f"{text!r} is no choice; expected move, bomb, revive or stay")
    if len(rest) != expected[word]:
        example = {"move": "move x+", "bomb": "bomb 3 2 (range 3, delay 2)"}.get(word, word)
        raise BadText(f"{text!r} is incomplete or too long; expected for example {example}")
    if word == "move":
        return MOVE | read_way(rest[0])
    if word == "bomb":
        reach, delay = (min(read_whole(number), MOST_SPECIAL_BOMB + 1) for number in rest)
        return BOMB | reach << PART_BITS | delay
    return REVIVE if word == "revive" else STAY


def _number(field: str) -> Word:
    return Word(lambda action: str(getattr(action, field)), lambda text: {field: read_whole(text)})


def _player(field: str) -> Word:
    def write(action: Action) -> str:
        seat = getattr(action, field)
        return NO_PLAYER if seat == NOBODY else str(seat)

    return Word(write, lambda text: {field: NOBODY if text == NO_PLAYER else read_whole(text)})


DEEDS_OF_CHARACTERS = {Do.STAY, Do.MOVE, Do.BOMB, Do.REVIVE}


def _name_actor(action: Action) -> str | None:
    """A character or a bomb; everything else only happens."""
    if action.kind in DEEDS_OF_CHARACTERS:
        return f"character {action.who}"
    return f"bomb {action.what}" if action.kind == Do.EXPLODE else None


def phrases(board: HexMap) -> Phrases:
    """What can happen on a board; cells are written `q,r`."""

    def place(field: str) -> Word:
        def read(text: str) -> dict[str, int]:
            cell = read_cell(text)
            if cell not in board.number:
                raise BadText(f"{text!r} is no cell of the board")
            return {field: board.number[cell]}

        return Word(lambda action: write_cell(board.cells[getattr(action, field)]), read)

    return Phrases(
        kinds=Do,
        name_actor=_name_actor,
        words={
            "src": place("src"),
            "dst": place("dst"),
            "who": _number("who"),
            "what": _number("what"),
            "n": _number("n"),
            "player": _player("who"),
        },
        forms={
            Do.STAY: "stay {who}",
            Do.MOVE: "move {who} {src} {dst}",
            Do.BOMB: "bomb {who} {src} range {n} delay {what}",
            Do.REVIVE: "revive {who} {dst}",
            Do.REFILL: "refill",
            Do.EXPLODE: "explode {what} {src} of {player} range {n}",
            Do.BURN: "burn {n} cells",
            Do.KILL: "kill {who} {src}",
            Do.RESTART: "restart {who} {src}",
            Do.LEAD: "lead {player}",
            Do.FINISH: "finish {player}",
        },
    )
