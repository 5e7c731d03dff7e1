"""Maps (rulebook 2.1 and 2.2): the file format with its checks, and a short text form in one line.

The text form lists the cells column by column, then the start groups, then the special start cells:

    0:0..3;1:-1,1..2@0,0+0,1/1,1+1,2@0,3

Columns are `q:r` with `..` for runs, groups are separated by `/`, the cells of a group by `+`.
"""

from __future__ import annotations

import json
import os.path
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

from hoplon.core.actions import NOWHERE
from hoplon.core.errors import HoplonError
from hoplon.core.options import shown
from hoplon.core.printable import printable
from hoplon.games.hexabomb.tables import WAY_STEPS

Cell = tuple[int, int]

BOARDS = "boards"
TILED = (".tmx", ".tmj")
LEAST_INT, MOST_INT = -(2**31), 2**31 - 1
MOST_GROUP = 2**32 - 1
DIGITS = re.compile(r"[0-9]+", re.ASCII)
NUMBER = re.compile(r"-?[0-9]{1,10}", re.ASCII)
RUN = re.compile(r"(-?[0-9]{1,10})(?:\.\.(-?[0-9]{1,10}))?", re.ASCII)
LINE = re.compile(r"-?[0-9]+:[-0-9]", re.ASCII)
MOST_RUN = 100_000
LONGEST_SHOWN = 300  # characters of a file's name


class BadMap(HoplonError):
    """A map that cannot be played; the text names what is wrong and where."""


@dataclass(frozen=True)
class HexMap:
    """A board with its start cells. Cells are in canonical order: ascending q, then ascending r."""

    cells: tuple[Cell, ...]
    starts: tuple[tuple[Cell, ...], ...]
    special: tuple[Cell, ...] = ()

    @cached_property
    def number(self) -> dict[Cell, int]:
        """The number of each cell."""
        return {cell: n for n, cell in enumerate(self.cells)}

    @cached_property
    def near(self) -> tuple[tuple[int, ...], ...]:
        """For each cell the number of its neighbour in each way, or NOWHERE."""
        number = self.number
        return tuple(
            tuple(number.get((q + dq, r + dr), NOWHERE) for dq, dr in WAY_STEPS) for q, r in self.cells
        )

    @property
    def characters(self) -> int:
        """How many characters each ordinary player has."""
        return len(self.starts[0]) if self.starts else 0

    def as_json(self) -> dict[str, Any]:
        """The map as its file holds it."""
        found: dict[str, Any] = {
            "cells": _objects(self.cells),
            "initial_positions": {str(g): _objects(group) for g, group in enumerate(self.starts)},
        }
        if self.special:
            found["special_initial_positions"] = _objects(self.special)
        return found

    def to_json(self) -> str:
        """The text of its file, one column of cells or one group a line."""
        columns: dict[int, list[Cell]] = {}
        for cell in self.cells:
            columns.setdefault(cell[0], []).append(cell)
        cells = ",\n".join("    " + _listed(column) for column in columns.values())
        groups = ",\n".join(f'    "{g}": [{_listed(group)}]' for g, group in enumerate(self.starts))
        special = f',\n  "special_initial_positions": [{_listed(self.special)}]' if self.special else ""
        return f'{{\n  "cells": [\n{cells}\n  ],\n  "initial_positions": {{\n{groups}\n  }}{special}\n}}\n'

    def columns(self) -> str:
        """The cells alone in one line."""
        columns: dict[int, list[int]] = {}
        for q, r in self.cells:
            columns.setdefault(q, []).append(r)
        return ";".join(f"{q}:{','.join(_runs(rows))}" for q, rows in columns.items())

    def to_text(self) -> str:
        """The map in one line."""
        groups = "/".join(_write_cells(group) for group in self.starts)
        return f"{self.columns()}@{groups}" + (f"@{_write_cells(self.special)}" if self.special else "")

    def check_players(self, players: int, special: int) -> None:
        """Refuse player counts that the map has no start cells for (2.2)."""
        if special not in (0, 1):
            raise BadMap(f"there are {special} special players; expected 0 or 1")
        if special == 1 and not self.special:
            raise BadMap("the map has no special start position; sudden death cannot be played on it")
        if players < 0:
            raise BadMap(f"there are {players} players; expected 0 or more")
        if players > len(self.starts):
            raise BadMap(f"the map has {len(self.starts)} start groups; {players} players are too many")


def _objects(cells: Iterable[Cell]) -> list[dict[str, int]]:
    return [{"q": q, "r": r} for q, r in cells]


def _listed(cells: Iterable[Cell]) -> str:
    return ", ".join(f'{{"q": {q}, "r": {r}}}' for q, r in cells)


def _runs(rows: list[int]) -> Iterator[str]:
    first = last = rows[0]
    for r in [*rows[1:], None]:
        if r is not None and r == last + 1:
            last = r
            continue
        yield str(first) if first == last else f"{first}..{last}"
        if r is not None:
            first = last = r


def _write_cells(cells: Iterable[Cell]) -> str:
    return "+".join(f"{q},{r}" for q, r in cells)


def read_json(text: str | bytes, name: str = "the map") -> HexMap:
    """The map of a file's text, which is UTF-8 without a byte order mark."""
    try:
        document = json.loads(text if isinstance(text, str) else text.decode())
    except (ValueError, RecursionError) as error:
        raise BadMap(f"{name} is not JSON: {error}") from None
    return from_json(document)


def from_json(document: Any) -> HexMap:
    """The map that a JSON value holds, checked in the order of the rulebook (2.2)."""
    if not isinstance(document, dict):
        raise BadMap(f"the map is {_kind(document)}; expected an object")
    cells = _cell_list(document, "cells")
    _check_once(cells)
    groups = _start_groups(document)
    special: list[Cell] = []
    if "special_initial_positions" in document:
        special = _cell_list(document, "special_initial_positions")
    return checked(cells, groups, special)


def checked(cells: Iterable[Cell], groups: dict[int, list[Cell]], special: Iterable[Cell]) -> HexMap:
    """The map, if its starts fit its cells (2.2, checks 6 to 10)."""
    board = set(cells)
    if not groups:
        raise BadMap("'initial_positions' is empty; expected at least one start group")
    for g in range(len(groups)):
        if g not in groups:
            raise BadMap(
                f"start group {g} is missing: there are {len(groups)} groups, expected 0 to {len(groups) - 1}"
            )
        if len(groups[g]) != len(groups[0]):
            raise BadMap(f"start group {g} has {len(groups[g])} positions; group 0 has {len(groups[0])}")
    special = list(special)
    taken: dict[Cell, str] = {}
    every = [(f"start group {g}", cell) for g in range(len(groups)) for cell in groups[g]]
    every += [("the special positions", cell) for cell in special]
    for owner, cell in every:
        if cell not in board:
            raise BadMap(f"the position {cell[0]},{cell[1]} of {owner} is no cell of the board")
    for owner, cell in every:
        if cell in taken:
            raise BadMap(f"the position {cell[0]},{cell[1]} of {owner} is taken already by {taken[cell]}")
        taken[cell] = owner
    starts = tuple(tuple(groups[g]) for g in range(len(groups)))
    return HexMap(tuple(sorted(board)), starts, tuple(special))


def _kind(value: Any) -> str:
    names = {dict: "an object", list: "an array", str: "a text", bool: "a boolean", type(None): "null"}
    return names.get(type(value), "a number")


def _check_once(cells: list[Cell]) -> None:
    seen: set[Cell] = set()
    for q, r in cells:
        if (q, r) in seen:
            raise BadMap(f"the cell {q},{r} is listed twice")
        seen.add((q, r))


def _cell_list(holder: dict[str, Any], key: str, of: str = "") -> list[Cell]:
    name = f"{of}{key!r}"
    if key not in holder:
        raise BadMap(f"the map has no {name}")
    if not isinstance(holder[key], list):
        raise BadMap(f"{name} is {_kind(holder[key])}; expected an array")
    return [_cell(value, f"element {n} of {name}") for n, value in enumerate(holder[key])]


def _cell(value: Any, where: str) -> Cell:
    if not isinstance(value, dict):
        raise BadMap(f"{where} is {_kind(value)}; expected an object with q and r")
    return _coordinate(value, "q", where), _coordinate(value, "r", where)


def _coordinate(value: dict[str, Any], key: str, where: str) -> int:
    if key not in value:
        raise BadMap(f"{where} has no {key!r}")
    found = value[key]
    if type(found) is not int or not LEAST_INT <= found <= MOST_INT:
        raise BadMap(f"{key!r} of {where} is {json.dumps(found)[:40]}; expected an integer of 32 bits")
    return found


def _start_groups(document: dict[str, Any]) -> dict[int, list[Cell]]:
    name = "initial_positions"
    if name not in document:
        raise BadMap(f"the map has no {name!r}")
    given = document[name]
    if not isinstance(given, dict):
        raise BadMap(f"{name!r} is {_kind(given)}; expected an object")
    groups: dict[int, list[Cell]] = {}
    for key in given:
        digits = key.lstrip("0") or "0"
        if not DIGITS.fullmatch(key) or len(digits) > 10 or int(digits) > MOST_GROUP:
            raise BadMap(f"{key[:40]!r} in {name!r} is no start group; expected a number of decimal digits")
        group = int(digits)
        if group in groups:
            raise BadMap(f"start group {group} is given twice in {name!r}")
        cells = _cell_list(given, key, "start group ")
        if not cells:
            raise BadMap(f"start group {key!r} is empty; expected at least one position")
        groups[group] = cells
    return groups


@lru_cache(maxsize=256)
def read_text(text: str) -> HexMap:
    """The map of its one-line form."""
    parts = text.split("@")
    if len(parts) not in (2, 3):
        raise BadMap(f"{text[:60]!r} is no map; expected cells@starts such as 0:0..3@0,0/0,3")
    cells = read_columns(parts[0])
    groups = {g: _read_cells(group) for g, group in enumerate(parts[1].split("/"))}
    return checked(cells, groups, _read_cells(parts[2]) if len(parts) == 3 else [])


def read_columns(text: str) -> list[Cell]:
    """The cells of their one-line form."""
    cells: list[Cell] = []
    for column in text.split(";"):
        cells += _read_column(column)
        if len(cells) > MOST_RUN:
            raise BadMap(f"there are more than {MOST_RUN} cells")
    _check_once(cells)
    return cells


def _read_column(text: str) -> Iterator[Cell]:
    column, colon, rows = text.partition(":")
    for run in rows.split(","):
        found = RUN.fullmatch(run)
        if not colon or not found or not NUMBER.fullmatch(column):
            raise BadMap(f"{text[:40]!r} is no column of cells; expected q:r such as -2:0..3,5")
        first, last = int(found[1]), int(found[2] or found[1])
        if last < first or last - first > MOST_RUN or max(abs(first), abs(last), abs(int(column))) > MOST_INT:
            raise BadMap(f"the run {run[:40]!r} of column {column} is empty or out of bounds")
        yield from ((int(column), r) for r in range(first, last + 1))


def _read_cells(text: str) -> list[Cell]:
    found = []
    for part in text.split("+"):
        q, comma, r = part.partition(",")
        if not comma or not all(NUMBER.fullmatch(word) for word in (q, r)):
            raise BadMap(f"{part[:40]!r} is no cell; expected q,r such as 2,-1")
        found.append((int(q), int(r)))
    return found


@cache
def names() -> tuple[str, ...]:
    """The maps that come with the game."""
    folder = resources.files(__package__) / BOARDS
    return tuple(sorted(f.name.removesuffix(".json") for f in folder.iterdir() if f.name.endswith(".json")))


@lru_cache(maxsize=64)
def named(name: str) -> HexMap:
    """A map that comes with the game."""
    if name not in names():
        raise BadMap(f"there is no map {shown(name)}; expected one of {', '.join(names())} or a file")
    return read_json((resources.files(__package__) / BOARDS / f"{name}.json").read_bytes(), f"map {name}")


def load(path: str | Path) -> HexMap:
    """The map of a file: JSON, or a hexagonal map drawn with Tiled if its name ends in .tmx or .tmj."""
    path = Path(path)
    name = printable(str(path)[:LONGEST_SHOWN], lines=False)
    if not os.path.exists(path):  # which, unlike Path.exists, a name that is too long does not upset
        raise BadMap(f"there is no file {name}")
    if not path.is_file():
        raise BadMap(f"{name} is not a regular file")
    try:
        text = path.read_bytes()
    except OSError as error:
        raise BadMap(f"{name} cannot be read: {error.strerror}") from None
    if path.suffix in TILED:
        from hoplon.games.hexabomb import tiled

        return tiled.read_tmx(text) if path.suffix == ".tmx" else tiled.read_tmj(text)
    return read_json(text, name)


def find(said: str) -> HexMap:
    """The map that a text says: its one-line form, the name of one that comes with the game, or a file."""
    if LINE.match(said):
        return read_text(said)
    if said in names() or not (said.endswith((".json", *TILED)) or "/" in said):
        return named(said)
    return load(said)


def given(said: str) -> HexMap:
    """The map that a command line says: a file if there is one of that name, else as `find`."""
    return load(said) if os.path.exists(said) else find(said)
