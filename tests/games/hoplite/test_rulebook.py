"""The rulebook itself: every example in it is true, every table complete."""

from __future__ import annotations

import re

import pytest

from hoplon.games.hoplite import GAME
from hoplon.games.hoplite.options import VARIANT_NAMES, HopliteOptions
from hoplon.games.hoplite.picture import diagram, read_diagram
from hoplon.games.hoplite.tables import PRAYER_NAMES
from hoplon.games.hoplite.view import put, view
from hoplon.games.hoplite.words import PHRASES
from tests.games.hoplite.boards import happened, match_of, panels
from tests.games.rulebook import Rulebook, section

BOOK = Rulebook("hoplite")


def test_the_questions_are_numbered_without_gaps():
    assert [int(n) for n in re.findall(r"^\| Q(\d+) \|", BOOK.text, re.MULTILINE)] == list(range(1, 34))


@section("1.3", "14")
def test_the_pictures_of_the_rulebook_are_boards():
    start, example = BOOK.blocks("text")
    assert diagram(read_diagram(start)) == start.rstrip()
    before, after = panels(example)
    match = match_of(read_diagram(before, energy=40, prayers=("bloodlust",)))
    match.play("walk n")
    assert happened(match) == BOOK.blocks("log")[0].rstrip()
    assert diagram(match.view()) == diagram(read_diagram(after))
    assert match.view().energy == 62


@pytest.mark.parametrize("line", BOOK.blocks("hoplite")[0].splitlines())
@section("16")
def test_the_lines_of_the_rulebook_are_positions_and_come_back_as_they_are(line):
    states = GAME.new_states(1)
    GAME.read_notation(states, 0, line)
    again = GAME.notation(states, 0)
    put(view(states, 0), states, 0, 5)
    assert GAME.notation(states, 0) == again
    assert [sorted(re.split("[=;]", word)) for word in again.split()] == [
        sorted(re.split("[=;]", word)) for word in line.split()
    ], "the same words in the same order; lists of tiles may be sorted"


@section("15")
def test_the_table_of_options_is_complete():
    rows = BOOK.rows(15)
    names = [row[0].strip("`") for row in rows]
    assert names == [*HopliteOptions.__dataclass_fields__, *VARIANT_NAMES]


@section("9.1")
def test_the_table_of_prayers_is_complete():
    text = BOOK.text.split("### 9.1")[1].split("### 9.2")[0]
    names = re.findall(r"^\| `([a-z-]+)` \|.*\|.*\|.*\|.*\|$", text, re.MULTILINE)
    assert tuple(names) == PRAYER_NAMES


@section("17")
def test_the_table_of_the_turn_log_is_complete():
    assert [row[0].strip("`") for row in BOOK.rows(17)] == list(PHRASES.forms.values())
    assert list(PHRASES.forms) == list(GAME.actions)
