"""Reading the data files of the package (22). A fault in one of them stops the import with one sentence."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Mapping, Sequence
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from hoplon.core.errors import HoplonError

FOLDER = Path(__file__).parent / "data"
BAKED_IN = "data/tables"  # what rules are compiled with; armies are read when they are chosen
TABLES = Path(__file__).parent / BAKED_IN
SCHEMA = 1

Array = np.ndarray[Any, np.dtype[Any]]


class BadTable(HoplonError):
    """A data file of the package that does not hold what the rules need."""


def require(holds: object, where: str, what: str) -> None:
    """Stop unless a table is as the rules need it."""
    if not holds:
        raise BadTable(f"data/tables/{where}: {what}")


@cache
def read_table(name: str) -> dict[str, Any]:
    """One TOML file of the folder `tables`."""
    path = TABLES / f"{name}.toml"
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadTable(f"data/tables/{name}.toml cannot be read: {error}") from None
    require(table.get("schema") == SCHEMA, path.name, f"expected schema = {SCHEMA}")
    require(table.get("table") == name, path.name, f'expected table = "{name}"')
    return table


def read_matrix(name: str) -> dict[tuple[str, str], bool]:
    """A CSV file with a Y for each (row, column) that holds."""
    with (TABLES / name).open(encoding="utf-8", newline="") as file:
        head, *rows = csv.reader(file)
    return {
        (row[0], column): cell == "Y" for row in rows for column, cell in zip(head[1:], row[1:], strict=True)
    }


def fixed(values: Any) -> Array:
    """A small table that nobody can change; its numbers must fit 16 bits."""
    exact = np.array(values, np.int64)
    array = exact.astype(np.int16)
    require(np.array_equal(exact, array), "", f"numbers too large for a table: {exact.max()}")
    array.setflags(write=False)
    return array


def same_order(members: type[IntEnum], names: Sequence[str], where: str) -> None:
    """The names in a file are those of an enum, in its order, so that numbers mean the same in both."""
    for k in range(max(len(members), len(names))):
        have = names[k] if k < len(names) else "nothing"
        expected = members(k).name if k < len(members) else "nothing"
        require(have == expected, where, f"row {k + 1} is {have}; expected {expected}")


def grid(
    rows: Mapping[str, Mapping[str, Any]], keys: Sequence[str], across: Sequence[str], where: str
) -> list[list[Any]]:
    """The cells of nested TOML tables, in the order of the keys, none missing and none besides."""
    require(list(rows) == list(keys), where, f"rows are {', '.join(rows)}; expected {', '.join(keys)}")
    for key in keys:
        have = rows[key]
        require(
            list(have) == list(across),
            where,
            f"row {key} has {', '.join(have)}; expected {', '.join(across)}",
        )
    return [[rows[key][other] for other in across] for key in keys]


def within(values: Any, least: int, most: int, where: str, what: str) -> None:
    """Every number lies in a range."""
    array = np.array(values)
    require(array.min() >= least and array.max() <= most, where, f"{what} must lie from {least} to {most}")
