"""Everything of CodeKeeper as text, both ways: cells, choices and actions."""

from __future__ import annotations

from functools import cache
from typing import Any

from hoplon.core.actions import NOBODY, NOWHERE
from hoplon.core.errors import BadText
from hoplon.core.text import Action, Phrases, Word
from hoplon.games.codekeeper.cells import HEIGHT, WIDTH, cell_at, is_cell
from hoplon.games.codekeeper.commands import read_command
from hoplon.games.codekeeper.legal import CELL_BITS, CELL_MASK, FAIL, SPACE, TIME_OUT
from hoplon.games.codekeeper.state import Do, Note
from hoplon.games.codekeeper.tables import LETTERS, THING_NAMES, WEAPON_NAMES
from hoplon.grids.words import name_word

NO_CELL = "-"
NO_WEAPON = "-"
FAILURES = {"error": FAIL, "timeout": TIME_OUT}
NOTE_NAMES = ("fine", *(note.name.lower() for note in Note if note != Note.NONE))


@cache
def write_cell(cell: int) -> str:
    """A cell as `x,y`."""
    if cell == NOWHERE:
        return NO_CELL
    return f"{cell >> 4},{cell & 15}"


def read_cell(text: str) -> int:
    """The cell that `x,y` names."""
    x, comma, y = text.partition(",")
    if comma and _is_number(x) and _is_number(y):
        if int(x) < WIDTH and int(y) < HEIGHT:
            return cell_at(int(x), int(y))
        raise BadText(f"{text[:30]!r} is off the board (x 0–{WIDTH - 1}, y 0–{HEIGHT - 1})")
    raise BadText(f"{text[:30]!r} is no cell; expected x,y such as 4,5")


def _command(choice: int) -> str:
    kind, cell = choice >> CELL_BITS, choice & CELL_MASK
    verb = "MOVE" if kind == 0 else f"ATTACK {kind - 1}"
    return f"{verb} {cell >> 4} {cell & 15}"


TEXT_OF = {choice: _command(choice) for choice in SPACE} | {code: word for word, code in FAILURES.items()}


def write_choice(_states: Any, _i: int, choice: int) -> str:
    """A choice as it is typed: the line of a bot, `error` or `timeout`."""
    return TEXT_OF[choice]


def read_choice(_states: Any, _i: int, text: str) -> int:
    """The choice that a text says; a message after it is dropped."""
    if text in FAILURES:
        return FAILURES[text]
    return read_command(text).choice


def why_illegal(_states: Any, _i: int, choice: int) -> str:
    """Why a number is no choice; every one that can be typed is legal until the end."""
    if choice >= 0 and is_cell(choice & CELL_MASK):
        return f"there is no choice number {choice}"
    return f"choice number {choice} names no cell of the board"


def _write_monster(action: Action) -> str:
    return f"{LETTERS[action.what]}{action.who + 1}"


def _read_monster(text: str) -> dict[str, int]:
    letter, number = text[:1], text[1:]
    if not letter or letter not in LETTERS or not _is_number(number) or int(number) < 1:
        raise BadText(f"{text[:30]!r} is no monster; expected one of {', '.join(LETTERS)} and a number")
    return {"who": int(number) - 1, "what": LETTERS.index(letter)}


def _cell(field: str) -> Word:
    def read(text: str) -> dict[str, int]:
        return {field: NOWHERE if text == NO_CELL else read_cell(text)}

    return Word(lambda action: write_cell(getattr(action, field)), read)


def _write_arm(action: Action) -> str:
    return NO_WEAPON if action.what == NOBODY else WEAPON_NAMES[action.what]


def _read_arm(text: str) -> dict[str, int]:
    return {"what": NOBODY} if text == NO_WEAPON else dict(name_word("what", WEAPON_NAMES).read(text))


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 9


def _read_number(text: str) -> dict[str, int]:
    if not _is_number(text):
        raise BadText(f"{text[:30]!r} is no number")
    return {"n": int(text)}


DEEDS_OF_THE_HERO = {Do.MOVE, Do.ATTACK, Do.IDLE, Do.FAIL, Do.TIME_OUT}
DEEDS_OF_MONSTERS = {Do.STRIKE, Do.STEP}


def _name_actor(action: Action) -> str | None:
    """The hero or a monster; everything else only happens."""
    if action.kind in DEEDS_OF_MONSTERS:
        return _write_monster(action)
    return "hero" if action.kind in DEEDS_OF_THE_HERO else None


PHRASES = Phrases(
    kinds=Do,
    name_actor=_name_actor,
    words={
        "src": _cell("src"),
        "dst": _cell("dst"),
        "n": Word(lambda action: str(action.n), _read_number),
        "note": name_word("n", NOTE_NAMES),
        "weapon": name_word("what", WEAPON_NAMES),
        "arm": Word(_write_arm, _read_arm),
        "item": name_word("what", THING_NAMES),
        "monster": Word(_write_monster, _read_monster),
    },
    forms={
        Do.MOVE: "move {src} {dst} {note}",
        Do.ATTACK: "attack {weapon} {src} {dst} {note}",
        Do.IDLE: "idle {arm} {src} {dst} {note}",
        Do.FAIL: "fail {dst}",
        Do.TIME_OUT: "time-out {dst}",
        Do.HIT: "hit {monster} {dst} {n}",
        Do.DESTROY: "destroy {monster} {dst} {n}",
        Do.TAKE: "take {item} {dst}",
        Do.LEAVE: "leave {dst}",
        Do.STRIKE: "strike {monster} {src} {dst} {n}",
        Do.STEP: "step {monster} {src} {dst}",
        Do.HURT: "hurt {dst} {n}",
        Do.DIE: "die {dst}",
        Do.RUN_OUT: "run-out {dst}",
    },
)
