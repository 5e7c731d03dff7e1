"""Armies for the page: those that are there, and what a person's own draft is worth and lacks."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from hoplon.core.board import Json
from hoplon.games.cardbattle.armies import (
    Army,
    BadArmy,
    Fault,
    as_option,
    as_table,
    load,
    shadowed,
    supplied,
    supplied_army,
    supplied_files,
    syntax_fault,
    user_files,
)
from hoplon.games.cardbattle.army_check import draft
from hoplon.games.cardbattle.army_text import toml, without_totals
from hoplon.games.cardbattle.tables import KIND_CODES, KIND_NAMES, MODULE_IDS
from hoplon.games.cardbattle.toml_lines import TomlLines
from hoplon.server.refusals import Refused

MOST_FILES = 200  # of the folder that are listed
MOST_FAULTS = 100  # that are told
MOST_PARTS = 200  # of a list or a table
DEEPEST = 6
MOST_DOTS = 200  # of a line: the parser takes time for the square of the parts of a key
MOST_BITS = 4096  # of a whole number: longer ones are not written out
WIDEST = 2**53  # whole numbers that a browser reads exactly


def listed(folder: Path | None) -> list[Json]:
    """The supplied armies, and those in the server's own folder."""
    found = [_about(army) | {"supplied": True} for army in supplied()]
    hidden = shadowed(folder)
    for path in [path for path in user_files(folder).values() if path not in hidden][:MOST_FILES]:
        try:
            army = load(path)
        except (BadArmy, OSError):
            continue  # `hoplon army check` tells its owner what is wrong
        found.append(_about(army) | {"supplied": False, "option": as_option(army)})
    return found


def one(name: str, folder: Path | None) -> Json:
    """An army of that list by its id."""
    files = {path.stem for path in shadowed(folder)}
    own = user_files(folder)
    if name in supplied_files():
        army = supplied_army(name)
    elif name in own and name not in files:
        try:
            army = load(own[name])
        except (BadArmy, OSError):
            raise Refused("unknown", f"the file of the army {name!r} has faults") from None
    else:
        raise Refused("unknown", f"there is no army {name[:60]!r} here")
    return look(as_table(army)) | {"supplied": name in supplied_files()}


def _about(army: Army) -> Json:
    total = army.totals()
    return {
        "id": army.id,
        "name": army.name,
        "module": MODULE_IDS[army.module],
        "period": army.period,
        "leader": army.leader.name,
        "units": total["units"],
        "rout_level": total["rout_level"],
        "points": total["points"],
    }


def look_at_text(text: str) -> Json:
    """What the text of an army file holds: with its faults, and as it would be written."""
    if any(line.count(".") > MOST_DOTS for line in text.split("\n")):
        raise Refused("malformed", f"a line has more than {MOST_DOTS} dots; expected an army")
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        told = syntax_fault(str(error), text)
        return {"table": None, "text": text, "faults": [_fault(told)], "more": 0, "totals": None, "notes": []}
    _refuse_bulk(table)
    return _looked(table, text)


def look(given: Mapping[str, Any]) -> Json:
    """What the table of an army file holds; what follows from the rest is left out and computed."""
    table = without_totals(_cleaned(given))
    _refuse_bulk(table)
    return _looked(table, toml(table))


def _looked(table: dict[str, Any], text: str) -> Json:
    army, faults = draft(table, TomlLines(text))
    told = sorted(faults)
    return {
        "table": _plain(table),
        "text": text,
        "faults": [_fault(fault) for fault in told[:MOST_FAULTS]],
        "more": max(0, len(told) - MOST_FAULTS),
        "totals": totals(army, faults),
        "notes": [] if faults else notes(army),
        "option": None if faults else as_option(army),
    }


def notes(army: Army) -> list[str]:
    """What is worth knowing about a good army."""
    found = [f"{text[:1].upper()}{text[1:]}." for text in army.warnings()]
    if army.id in supplied_files() and supplied_army(army.id) != army:
        found.append(f"A supplied army is called {army.id} too; as a file in a folder it needs another id.")
    return found


def totals(army: Army, faults: list[Fault]) -> Json:
    """What an army is worth; what has faults counts for nothing until it is mended."""
    bad = {fault.path[:2] for fault in faults}
    good = [unit for k, unit in enumerate(army.units) if ("unit", k) not in bad]
    defences = [one for k, one in enumerate(army.defences) if ("defensive_terrain", k) not in bad]
    leader = not any(path[:1] == ("leader",) for path in bad)
    sound = replace(army, units=tuple(good), defences=tuple(defences))
    prices = sound.prices() | ({} if leader else {"leader": 0})
    kinds: dict[int, Json] = {}
    for unit in good:
        row = kinds.setdefault(
            unit.kind,
            {
                "code": KIND_CODES[unit.kind],
                "name": KIND_NAMES[unit.kind],
                "cards": 0,
                "value": 0,
                "points": 0,
            },
        )
        row["cards"] += unit.count
        row["value"] += unit.count * unit.value()
        row["points"] += unit.count * unit.points
    return {
        **{key: value for key, value in sound.totals().items() if key != "points"},
        "points": sum(prices.values()),
        "prices": prices,
        "limited_cards": army.limited_cards,
        "allowance": army.leader.card_allowance if leader else None,
        "kinds": list(kinds.values()),
        "rows": [
            None if ("unit", k) in bad else {"value": unit.value(), "points": unit.points}
            for k, unit in enumerate(army.units)
        ],
    }


def _fault(fault: Fault) -> Json:
    return {"line": fault.line, "path": fault.path, "text": str(fault)}


def _refuse_bulk(table: Any, left: int = DEEPEST) -> None:
    """Checking takes time for each part; no army has that many."""
    if isinstance(table, int) and table.bit_length() > MOST_BITS:
        raise Refused("malformed", f"a whole number has {table.bit_length()} bits; expected an army")
    inner = list(table.values()) if isinstance(table, dict) else table if isinstance(table, list) else []
    if left == 0 and inner:
        raise Refused("malformed", "there are tables within tables within tables; expected an army")
    if len(inner) > MOST_PARTS:
        raise Refused(
            "malformed", f"there are {len(inner)} things in one list; expected at most {MOST_PARTS}"
        )
    for value in inner:
        _refuse_bulk(value, left - 1)


def _cleaned(value: Any, left: int = 2 * DEEPEST) -> Any:
    """JSON as TOML can hold it: nothing is left out, texts are texts that can be written."""
    if left == 0:
        raise Refused("malformed", "there are tables within tables within tables; expected an army")
    if isinstance(value, dict):
        return {_cleaned(key): _cleaned(inner, left - 1) for key, inner in value.items() if inner is not None}
    if isinstance(value, list):
        return [_cleaned(inner, left - 1) for inner in value if inner is not None]
    if isinstance(value, str):
        try:
            value.encode("utf-8")
        except UnicodeEncodeError:
            raise Refused("malformed", f"{value[:20]!r} is no text that can be written") from None
    return value


def _plain(value: Any) -> Any:
    """A parsed file as JSON: what only TOML knows, and numbers that a browser would change, as texts."""
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_plain(inner) for inner in value]
    if isinstance(value, bool | str):
        return value
    is_number = (isinstance(value, int) and abs(value) < WIDEST) or (
        isinstance(value, float) and math.isfinite(value)
    )
    return value if is_number else str(value)
