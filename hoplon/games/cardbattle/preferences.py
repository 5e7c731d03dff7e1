"""Preferences (18): what each is called, its default, its range and the modules that know it."""

from __future__ import annotations

from typing import Any

from hoplon.games.cardbattle.content import fixed, read_table, require, same_order
from hoplon.games.cardbattle.names import Answer, Module, Pref
from hoplon.games.cardbattle.tables import KINDS, MODULE_IDS

MOST_SETUP_TURNS = 6  # 18.1
MOST_DECK_CARDS = 5  # 18.3
LEFT, CENTRE, RIGHT = 0, 1, 2  # zones (3.1); numbers of bits
WINGS = 1 << LEFT | 1 << RIGHT
EVERYWHERE = WINGS | 1 << CENTRE

_file = read_table("preferences")
_rows: list[dict[str, Any]] = _file["preference"]
PREF_IDS = tuple(str(row["id"]) for row in _rows)
PREF_LABELS = tuple(str(row["label"]) for row in _rows)
PREF_HELP = tuple(str(row["help"]) for row in _rows)


def _name(full: str) -> str:
    """`deck.cohesion` is DECK_COHESION, since there are cards of that name; the others drop their topic."""
    topic, name = full.split(".")
    return (f"{topic}_{name}" if topic == "deck" else name).upper()


def _most(row: dict[str, Any]) -> int:
    """The greatest value of a preference."""
    if isinstance(row["default"], bool):
        return 1
    return MOST_SETUP_TURNS if row["id"] == "setup.setup_turns" else MOST_DECK_CARDS


def _modules(row: dict[str, Any]) -> int:
    """One bit a module. What antiquity knows holds in the 300 module too, but for the field (26.2.12)."""
    if row["modules"] == "all":
        return (1 << len(Module)) - 1
    mask = sum(1 << MODULE_IDS.index(name) for name in row["modules"].split(","))
    if mask >> Module.ANTIQUITY & 1 and row["topic"] != "Field":
        mask |= 1 << Module.THE_300
    return mask


same_order(Pref, [_name(row["id"]) for row in _rows], "preferences.toml")
PREF_DEFAULT = fixed([row["default"] for row in _rows])  # all by preference
PREF_LOW = fixed([0 for _ in _rows])
PREF_HIGH = fixed([_most(row) for row in _rows])
PREF_MODULES = fixed([_modules(row) for row in _rows])
PREF_IS_FLAG = tuple(isinstance(row["default"], bool) for row in _rows)
require(
    all(Pref[answer.name].value == answer.value for answer in Answer),
    "preferences.toml",
    "topic Play must come first",
)


def _zones() -> Any:
    """Zones in which a kind may be played under field restrictions (18.2), one bit each, by kind."""
    zones = [EVERYWHERE for _ in KINDS]
    for row in _file["field_restriction"]:
        allowed = row["wing"] * WINGS | row["centre"] << CENTRE
        for k, (name, _) in enumerate(KINDS):
            if name in row["types"]:
                zones[k] = allowed
    return fixed(zones)


ZONES = _zones()
