"""Everything of Hoplite as text, both ways: tiles, ways, choices and actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from hoplon.core.actions import NOBODY, NOWHERE
from hoplon.core.errors import BadText
from hoplon.core.text import Action, Phrases, Word
from hoplon.games.hoplite.cells import ALL_CELLS, NO_WAY, Way, cell_at, column_row
from hoplon.games.hoplite.legal import AIM_BITS, aim_of, kind_of
from hoplon.games.hoplite.state import Do, Kind
from hoplon.games.hoplite.tables import KIND_NAMES, LETTERS, PRAYER_NAMES
from hoplon.grids.words import name_word

WAY_NAMES = tuple(way.name.lower() for way in Way)
NO_TILE = "-"
BOMB_LETTER = "o"


def write_cell(cell: int) -> str:
    """A tile as `column,row`."""
    if cell == NOWHERE:
        return NO_TILE
    column, row = column_row(cell)
    return f"{column},{row}"


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 9


CELL_OF = {write_cell(cell): cell for cell in ALL_CELLS}


def read_cell(text: str) -> int:
    """The tile that `column,row` names."""
    if text in CELL_OF:
        return CELL_OF[text]
    column, comma, row = text.partition(",")
    if comma and _is_number(column.strip()) and _is_number(row.strip()):
        cell = cell_at(int(column), int(row))
        if cell != NOWHERE:
            return cell
        raise BadText(f"{text[:30]!r} is outside the map of 79 tiles (columns 0–8, rows 1–11)")
    raise BadText(f"{text[:30]!r} is no tile; expected column,row such as 4,5")


def read_way(text: str) -> int:
    """The way that a text names."""
    if text.lower() not in WAY_NAMES:
        raise BadText(f"{text!r} is no direction; expected one of {', '.join(WAY_NAMES)}")
    return WAY_NAMES.index(text.lower())


def read_prayer(text: str) -> int:
    """The prayer that a text names; blanks and underscores do as well as hyphens."""
    name = "-".join(text.lower().replace("_", " ").replace("-", " ").split())
    if name not in PRAYER_NAMES:
        raise BadText(f"{text[:30]!r} is no prayer; expected one of {', '.join(PRAYER_NAMES)}")
    return PRAYER_NAMES.index(name)


def write_choice(_states: Any, _i: int, choice: int) -> str:
    """A choice as it is typed; it does not depend on the position."""
    return _choice_text(choice)


@cache
def _choice_text(choice: int) -> str:
    kind, aim = Do(kind_of(choice)), aim_of(choice)
    name = kind.name.lower()
    if kind == Do.WALK or (kind == Do.BASH and aim != NO_WAY):
        return f"{name} {WAY_NAMES[aim]}"
    if kind in (Do.LEAP, Do.THROW):
        return f"{name} {write_cell(aim)}"
    if kind == Do.PRAY:
        return f"{name} {PRAYER_NAMES[aim]}"
    return name


AIMS: Mapping[str, tuple[Do, Callable[[str], int], str]] = {
    "walk": (Do.WALK, read_way, "walk n"),
    "leap": (Do.LEAP, read_cell, "leap 5,6"),
    "bash": (Do.BASH, read_way, "bash se"),
    "throw": (Do.THROW, read_cell, "throw 3,4"),
    "pray": (Do.PRAY, read_prayer, "pray fortitude"),
}


def read_choice(_states: Any, _i: int, text: str) -> int:
    """The choice that a text says, legal or not."""
    word, _, rest = " ".join(text.split()).partition(" ")
    word = word.lower()
    if word in AIMS:
        kind, read, example = AIMS[word]
        if rest:
            return (kind.value << AIM_BITS) | read(rest)
        if kind == Do.BASH:
            return (kind.value << AIM_BITS) | NO_WAY
        raise BadText(f"{text!r} does not say where; expected for example {example!r}")
    if word in ("idle", "resign"):
        if rest:
            raise BadText(f"{word!r} takes nothing after it, found {rest!r}")
        return Do[word.upper()].value << AIM_BITS
    raise BadText(f"{text!r} is no choice; expected walk, leap, bash, throw, pray, idle or resign")


def _write_entity(action: Action) -> str:
    if action.what == Kind.BOMB:
        return "bomb" if action.who == NOBODY else f"{BOMB_LETTER}{action.who + 1}"
    return f"{LETTERS[action.what]}{action.who + 1}"


def _read_entity(text: str) -> dict[str, int]:
    if text == "bomb":
        return {"who": NOBODY, "what": Kind.BOMB.value}
    letter, number = text[:1], text[1:]
    if letter not in LETTERS + BOMB_LETTER or not _is_number(number) or int(number) == 0:
        raise BadText(f"{text!r} is no demon or bomb; expected for example F1 or o1")
    what = Kind.BOMB.value if letter == BOMB_LETTER else LETTERS.index(letter)
    return {"who": int(number) - 1, "what": what}


def _tile(field: str) -> Word:
    def read(text: str) -> dict[str, int]:
        return {field: NOWHERE if text == NO_TILE else read_cell(text)}

    return Word(lambda action: write_cell(getattr(action, field)), read)


def _read_number(text: str) -> dict[str, int]:
    if not _is_number(text):
        raise BadText(f"{text!r} is no number")
    return {"n": int(text)}


DEEDS_OF_THE_HERO = {Do.WALK, Do.LEAP, Do.BASH, Do.THROW, Do.PRAY, Do.IDLE, Do.RESIGN, Do.DESCEND, Do.WIN}
DEEDS_OF_OTHERS = {Do.STRIKE, Do.SHOOT, Do.BEAM, Do.LOB, Do.STEP, Do.RECHARGE, Do.EXPLODE}


def _name_actor(action: Action) -> str | None:
    """The hero, a demon or a bomb; everything else only happens."""
    if action.kind in DEEDS_OF_OTHERS:
        return _write_entity(action)
    return "hero" if action.kind in DEEDS_OF_THE_HERO else None


PHRASES = Phrases(
    kinds=Do,
    name_actor=_name_actor,
    words={
        "src": _tile("src"),
        "dst": _tile("dst"),
        "way": name_word("n", (*WAY_NAMES, "all")),
        "n": Word(lambda action: str(action.n), _read_number),
        "credit": name_word("n", ("uncredited", "credited")),
        "prayer": name_word("what", PRAYER_NAMES),
        "killer": name_word("what", KIND_NAMES),
        "entity": Word(_write_entity, _read_entity),
    },
    forms={
        Do.WALK: "walk {src} {dst}",
        Do.LEAP: "leap {src} {dst}",
        Do.BASH: "bash {src} {dst} {way}",
        Do.THROW: "throw {src} {dst}",
        Do.PRAY: "pray {prayer} {src} {dst}",
        Do.IDLE: "idle {src}",
        Do.RESIGN: "resign {src}",
        Do.TAKE_SPEAR: "take spear {dst}",
        Do.GAIN: "gain {n} energy",
        Do.STAB: "stab {entity} {dst}",
        Do.LUNGE: "lunge {entity} {src} {dst}",
        Do.DEEP_LUNGE: "deep-lunge {entity} {src} {dst}",
        Do.STUN: "stun {entity} {dst}",
        Do.TAKE_FLEECE: "take fleece {dst}",
        Do.LAND_SPEAR: "land spear {dst}",
        Do.SMASH: "smash {src} {dst} {way}",
        Do.PUSH: "push {entity} {src} {way}",
        Do.PUSH_AWAY: "push-away {entity} {src} {way}",
        Do.SLIDE: "slide {entity} {src} {dst}",
        Do.ROLL: "roll {entity} {src} {dst}",
        Do.BURN: "burn {entity} {src} {dst}",
        Do.CRUSH: "crush {entity} {src}",
        Do.EXPLODE: "explode {entity} {src} {credit}",
        Do.KILL: "kill {entity} {dst} {credit}",
        Do.HIT: "hit {dst} by {entity}",
        Do.STREAK: "streak {n}",
        Do.SURGE: "surge",
        Do.READY_BASH: "ready bash",
        Do.RETURN_SPEAR: "return spear {src}",
        Do.REGENERATE: "regenerate",
        Do.STRIKE: "strike {entity} {src} {dst}",
        Do.SHOOT: "shoot {entity} {src} {dst}",
        Do.BEAM: "beam {entity} {src} {dst}",
        Do.LOB: "lob {entity} {src} {dst}",
        Do.STEP: "step {entity} {src} {dst}",
        Do.RECHARGE: "recharge {entity} {n}",
        Do.DESCEND: "descend {src} {n}",
        Do.WIN: "win {src}",
        Do.DIE: "die {killer} {src}",
    },
)
