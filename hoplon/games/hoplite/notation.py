"""The position in one line, both ways, as FEN is for chess (see the README of the game).

    hoplite depth=6 magma=0,3;6,3 altar=1,7 offers=surge demons=F8,6;A7,5;D1,5:1;W8,8!1 energy=40/100

Words stand in a fixed order, and what is as at the start of a run is left out. A demon is its letter and
tile, then `:charge` if not full and `!turns` if stunned; demons stand in the order of play. A run that has
ended says how: `ended=won`, `ended=resigned` or `ended=lost killer=archer`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from hoplon.core.errors import BadPosition, BadText
from hoplon.games.hoplite.checks import ALWAYS_OFFERED, SPEAR_HELD
from hoplon.games.hoplite.options import read_variant
from hoplon.games.hoplite.tables import DEMON_NAMES, FULL_CHARGE, LETTERS, PRAYER_NAMES
from hoplon.games.hoplite.view import DemonView, Position, put, view
from hoplon.games.hoplite.words import read_cell, read_prayer, write_cell

START = "hoplite"
LONGEST_SHOWN = 60
NUMBERS = ("depth", "turn", "score", "cooldown", "streak", "stun_turns")
PAIRS = ("health", "energy")
FLAGS = ("regenerated", "carries_fleece", "altar_used", "endless")
TILES = ("hero", "spear", "altar", "fleece", "portal")
NAMES = ("ended", "killer")
ORDER = (
    "depth", "hero", "magma", "altar", "altar_used", "offers", "fleece", "portal", "carries_fleece",
    "demons", "bombs", "health", "energy", "cooldown", "spear", "prayers", "streak", "regenerated",
    "turn", "score", "variants", "stun_turns", "endless", "ended", "killer",
)  # fmt: skip


def notation(states: Any, i: int) -> str:
    """The position in one line."""
    return write(view(states, i))


def write(position: Position) -> str:
    """A position in one line."""
    plain = Position()
    position = replace(position, offers=tuple(p for p in position.offers if p not in ALWAYS_OFFERED))
    words = [START]
    for name in ORDER:
        if name in PAIRS:
            pair = getattr(position, name), getattr(position, "max_" + name)
            if pair != (getattr(plain, name), getattr(plain, "max_" + name)):
                words.append(f"{name}={pair[0]}/{pair[1]}")
        elif getattr(position, name) != getattr(plain, name):
            words.append(_word(name, getattr(position, name)))
    return " ".join(words)


def _word(name: str, value: Any) -> str:
    name = name.replace("_", "-")
    if isinstance(value, bool):
        return name
    if isinstance(value, tuple):
        return f"{name}={';'.join(_demon(v) if isinstance(v, DemonView) else v for v in value)}"
    return f"{name}={value}"


def _demon(demon: DemonView) -> str:
    kind = DEMON_NAMES.index(demon.kind)
    charge = "" if demon.charge == FULL_CHARGE[kind] else f":{demon.charge}"
    stunned = f"!{demon.stunned}" if demon.stunned else ""
    return f"{LETTERS[kind]}{demon.cell}{charge}{stunned}"


def read(text: str) -> Position:
    """The position that a line says; BadPosition names the word that is wrong."""
    words = text.split()
    if not words or words[0] != START:
        raise BadPosition(f"a position begins with {START!r}, found {' '.join(words[:1])[:30]!r}")
    fields: dict[str, Any] = {}
    for word in words[1:]:
        name, equals, value = word.partition("=")
        name = name.replace("-", "_")
        try:
            found = _field(name, value, bool(equals))
        except BadText as error:
            raise BadPosition(f"in {word[:LONGEST_SHOWN]!r}: {error}") from None
        if found.keys() & fields.keys():
            raise BadPosition(f"{word.partition('=')[0]!r} is said twice")
        fields.update(found)
    return replace(Position(), **fields)


def _field(name: str, value: str, has_value: bool) -> dict[str, Any]:
    if name in FLAGS:
        if has_value:
            raise BadText(f"{name!r} takes no value")
        return {name: True}
    if name in NUMBERS:
        return {name: _whole(value)}
    if name in PAIRS:
        now, slash, most = value.partition("/")
        if not slash:
            raise BadText("expected now/most such as 2/3")
        return {name: _whole(now), "max_" + name: _whole(most)}
    if name in TILES:
        return {name: value if name == "spear" and value == SPEAR_HELD else _cell(value)}
    if name in NAMES:
        return {name: value}
    if name == "demons":
        return {name: tuple(_read_demon(n, part) for n, part in enumerate(value.split(";")))}
    if name in LISTS:
        found = [LISTS[name](part) for part in value.split(";")]
        twice = next((part for n, part in enumerate(found) if part in found[:n]), None)
        if twice is not None and name != "bombs":  # what is said of two bombs, the checks know
            raise BadText(f"{twice} is listed twice")
        return {name: tuple(found)}
    raise BadText(f"unknown word; expected one of {', '.join(ORDER).replace('_', '-')}")


def _cell(text: str) -> str:
    return write_cell(read_cell(text))


def _prayer(text: str) -> str:
    return PRAYER_NAMES[read_prayer(text)]


LISTS: dict[str, Callable[[str], str]] = {
    "magma": _cell,
    "bombs": _cell,
    "prayers": _prayer,
    "offers": _prayer,
    "variants": read_variant,
}


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdecimal()) or len(text) > 9:
        raise BadText(f"{text[:LONGEST_SHOWN]!r} is no whole number")
    return int(text)


def _read_demon(n: int, text: str) -> DemonView:
    body, stun_said, stunned = text.partition("!")
    body, charge_said, charge = body.partition(":")
    if not body or body[0] not in LETTERS:
        raise BadText(
            f"{text[:LONGEST_SHOWN]!r} is no demon; expected one of {', '.join(LETTERS)} and a tile"
        )
    kind = LETTERS.index(body[0])
    return DemonView(
        id=n,
        kind=DEMON_NAMES[kind],
        cell=_cell(body[1:]),
        charge=_whole(charge) if charge_said else int(FULL_CHARGE[kind]),
        stunned=_whole(stunned) if stun_said else 0,
    )


def read_notation(states: Any, i: int, text: str, seed: int = 0) -> None:
    """Set up the position that a line says."""
    put(read(text), states, i, seed)
