"""The rulebook itself: its tables are those of the rules."""

from __future__ import annotations

import re

from hoplon.games.codekeeper.tables import (
    DAMAGE,
    FULL_HEALTH,
    LETTERS,
    REACH,
    STRENGTH,
    SYMBOLS,
    THING_NAMES,
    VALUES,
    VIEW,
    WEAPON_NAMES,
)
from tests.games.rulebook import Rulebook, section

BOOK = Rulebook("codekeeper")


def rows(chapter: int) -> list[list[str]]:
    """The tables of a chapter, without heads."""
    lines = [line for line in BOOK.chapter(chapter).splitlines() if line.startswith("|")][2:]
    return [
        [cell.strip().strip("`").replace("−", "-") for cell in line.strip("|").split("|")] for line in lines
    ]


@section("3")
def test_the_table_of_things_is_that_of_the_rules() -> None:
    things = [row[:4] for row in rows(3)]
    assert things == [
        [str(n), THING_NAMES[n].replace("-", " "), str(VALUES[n]), SYMBOLS[n]] for n in range(len(VALUES))
    ]


@section("3")
def test_the_table_of_monsters_is_that_of_the_rules() -> None:
    monsters = [row[5:] for row in rows(3) if row[5].isdigit()]
    columns = zip(FULL_HEALTH, VIEW, REACH, STRENGTH, SYMBOLS[7:], LETTERS, strict=True)
    assert monsters == [[str(7 + n), THING_NAMES[7 + n], *map(str, row)] for n, row in enumerate(columns)]


@section("7")
def test_the_table_of_weapons_is_that_of_the_rules() -> None:
    weapons = [row[:3] for row in rows(7)]
    assert weapons == [[str(n), name, str(DAMAGE[n])] for n, name in enumerate(WEAPON_NAMES)]


@section("10")
def test_the_endings_are_named() -> None:
    named = re.findall(r"`(\w+)`", BOOK.chapter(10))
    assert named == ["exit", "dead", "limit", "error", "timeout"]
