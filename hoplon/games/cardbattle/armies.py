"""Armies found, read and written: the supplied ones, the user's own, and a whole army in one line."""

from __future__ import annotations

import json
import re
import tomllib
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from hoplon.core.errors import BadOption
from hoplon.core.folders import data_folder
from hoplon.games.cardbattle.army import Army as Army
from hoplon.games.cardbattle.army import Defence as Defence
from hoplon.games.cardbattle.army import Leader as Leader
from hoplon.games.cardbattle.army import Unit as Unit
from hoplon.games.cardbattle.army_check import check
from hoplon.games.cardbattle.checking import BadArmy as BadArmy
from hoplon.games.cardbattle.checking import Fault as Fault
from hoplon.games.cardbattle.checking import Lines, near
from hoplon.games.cardbattle.content import FOLDER, SCHEMA, read_table, require
from hoplon.games.cardbattle.names import Card, Roman
from hoplon.games.cardbattle.tables import KINDS, MISSILE_LETTERS, MODULE_IDS, SPECIAL_IDS, TERRAIN_IDS
from hoplon.games.cardbattle.toml_lines import TomlLines

SUFFIX = ".toml"
LARGEST_FILE = 256 * 1024
INLINE = "{"  # how a whole army in one line begins


def load(path: Path | str) -> Army:
    """The army in a file; BadArmy lists every fault with its line."""
    path = Path(path)
    return read(read_text(path), str(path), path.stem)


def read_text(path: Path) -> str:
    """A file as text; BadArmy if it cannot be that of an army."""
    with path.open("rb") as file:
        raw = file.read(LARGEST_FILE + 1)
    if len(raw) > LARGEST_FILE:
        raise BadArmy(str(path), [Fault(1, "the file is too large", f"at most {LARGEST_FILE // 1024} KiB")])
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise BadArmy(str(path), [Fault(line, "the text is not UTF-8", "UTF-8")]) from None


def read(text: str, place: str = "army", stem: str = "") -> Army:
    """The army in the text of a file; its id must be the stem of the file's name, where that is given."""
    try:
        table = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, ValueError, RecursionError) as error:
        raise BadArmy(place, [syntax_fault(str(error), text)]) from None
    return checked(table, TomlLines(text), place, stem)


def checked(table: dict[str, Any], lines: Lines, place: str, stem: str = "") -> Army:
    """The army in a parsed file; BadArmy if it has faults."""
    army, faults = check(table, lines, stem)
    if army is None:
        raise BadArmy(place, faults)
    return army


def syntax_fault(said: str, text: str) -> Fault:
    """What the parser says, at its line."""
    found = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)", said)
    line = int(found[1]) if found and found[1] else text.rstrip("\n").count("\n") + 1 if found else 1
    what = said[: found.start()] if found else said
    return Fault(line, f"no TOML: {what[:1].lower()}{what[1:]}", "an army file in TOML")


def supplied_files() -> dict[str, Path]:
    """The files of the supplied armies by id."""
    return {path.stem: path for path in sorted((FOLDER / "armies").glob(f"*/*{SUFFIX}"))}


@cache
def supplied_army(name: str) -> Army:
    """A supplied army by its id."""
    return load(supplied_files()[name])


@cache
def supplied() -> tuple[Army, ...]:
    """All supplied armies, by module and id."""
    armies = (supplied_army(name) for name in supplied_files())
    return tuple(sorted(armies, key=lambda army: (army.module, army.id)))


@cache
def offered_leaders() -> tuple[tuple[str, Leader], ...]:
    """Leaders that an editor may offer, each with the id of the army it belongs to (19.5)."""
    rows: list[dict[str, Any]] = read_table("leaders")["leader"]
    leaders = [
        (row["army"], Leader(row["name"], row["initiative"], row["command"], source=row["source"]))
        for row in rows
    ]
    for army, leader in leaders:
        require(army in supplied_files(), "leaders.toml", f"{leader.name} is of an unknown army {army!r}")
    return tuple(leaders)


def default_folder() -> Path:
    """Where the user's armies lie."""
    return data_folder() / "armies"


def user_files(folder: Path | None = None) -> dict[str, Path]:
    """The files in the user's folder by id; none if there is no such folder."""
    return {path.stem: path for path in sorted((folder or default_folder()).glob(f"*{SUFFIX}"))}


def find(name: str, folder: Path | None = None) -> Army:
    """An army by its id, or by its name: a supplied one or one of the user's."""
    own = user_files(folder)
    if name in supplied_files():
        return supplied_army(name)
    if name in own:
        return load(own[name])
    for army in supplied():
        if army.name.lower() == name.lower():
            return army
    for path in own.values():
        try:
            army = load(path)
        except BadArmy:
            continue
        if army.name.lower() == name.lower():
            return army
    known = [*supplied_files(), *own]
    expected = f"one of {', '.join(known)}"
    raise BadOption(f"there is no army {name!r}{near(name, known)}; expected {expected}")


def shadowed(folder: Path | None = None) -> list[Path]:
    """Files of the user that cannot be found by id, because a supplied army has it."""
    return [path for name, path in user_files(folder).items() if name in supplied_files()]


def as_table(army: Army) -> dict[str, Any]:
    """The army as its file holds it, without what follows from the rest."""
    facts: dict[str, Any] = {
        "id": army.id,
        "name": army.name,
        "module": MODULE_IDS[army.module],
        "period": army.period,
        "description": army.description,
        "special_rules": [SPECIAL_IDS[rule] for rule in army.rules],
        "rout_percent": army.rout_percent,
        "roman": "" if army.roman == Roman.NO else army.roman.name.lower(),
        "clans": list(army.clans),
        "field_terrain": "" if army.field_terrain is None else TERRAIN_IDS[army.field_terrain],
        "turn_limit": army.turn_limit,
        "wins_at_turn_limit": army.wins_at_turn_limit,
        "endless": army.endless,
        "cannot_be_routed": army.cannot_be_routed,
    }
    cards = {Card(k).name: count for k, count in enumerate(army.cards)}
    defences = [
        {"column": defence.column, "terrain": TERRAIN_IDS[defence.terrain], "source": defence.source}
        for defence in army.defences
    ]
    table = {
        "schema": SCHEMA,
        "army": given(facts),
        "leader": given(vars(army.leader)),
        "special_cards": given({**cards, "source": army.cards_source}),
        "defensive_terrain": [given(defence) for defence in defences],
        "unit": [given(unit_table(unit)) for unit in army.units],
    }
    return given(table)


def unit_table(unit: Unit) -> dict[str, Any]:
    """One line of the list as a file holds it."""
    name, of = KINDS[unit.kind]
    return {
        "name": unit.name,
        "count": unit.count,
        "type": name,
        "class": of,
        "tq": unit.tq,
        "size": unit.size,
        "missile": MISSILE_LETTERS[unit.missile],
        "clan": unit.clan,
        "traits": [trait.name for trait in unit.traits],
        "source": unit.source,
        "basis": unit.basis,
    }


def given(table: dict[str, Any]) -> dict[str, Any]:
    """Only what is not empty: everything else is the default."""
    return {key: value for key, value in table.items() if value or key == "schema"}


class OneLine:
    """The lines of a text that has only one."""

    def line(self, path: tuple[str | int, ...]) -> int:  # noqa: ARG002
        """Everything is on line 1."""
        return 1


def inline(army: Army) -> str:
    """The whole army as one line of plain characters, for the option of a match file."""
    return json.dumps(as_table(army), separators=(",", ":"))


def from_inline(text: str, place: str = "army") -> Army:
    """The army that such a line holds."""
    if len(text) > LARGEST_FILE:
        raise BadArmy(place, [Fault(1, "the text is too long", f"at most {LARGEST_FILE} characters")])
    try:
        table = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadArmy(place, [Fault(1, f"no army in one line: {error}", "JSON")]) from None
    if not isinstance(table, dict):
        raise BadArmy(place, [Fault(1, f"no army in one line: {text[:20]!r}", "an object of JSON")])
    return checked(table, OneLine(), place)


def as_option(army: Army) -> str:
    """How a match refers to an army: a supplied one by its id, any other by all it consists of."""
    is_supplied = army.id in supplied_files() and supplied_army(army.id) == army
    return army.id if is_supplied else inline(army)


@lru_cache(maxsize=64)
def of_option(text: str, place: str = "army") -> Army:
    """The army that an option names; the user's folder plays no part, so a match means the same anywhere."""
    if text.startswith(INLINE):
        return from_inline(text, f"option {place}")
    if text not in supplied_files():
        hint = near(text, supplied_files())
        expected = f"one of {', '.join(supplied_files())}, or a whole army in one line"
        raise BadOption(f"option {place} is {text!r}{hint}; expected {expected}")
    return supplied_army(text)
