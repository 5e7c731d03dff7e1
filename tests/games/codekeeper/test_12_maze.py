"""Chapter 12 of the rulebook: the maze."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hoplon.core.batch import Batch
from hoplon.core.dice import words
from hoplon.core.errors import BadOption, BadPosition
from hoplon.core.match import Match
from hoplon.core.states import State
from hoplon.games.codekeeper import GAME
from hoplon.games.codekeeper.chance import below, init
from hoplon.games.codekeeper.maze import position_of, read_rows, rows_of, survey
from hoplon.games.codekeeper.options import CodeKeeperOptions
from hoplon.games.codekeeper.placing import place_fighter
from hoplon.games.codekeeper.reals import exceeds, from_bits, plus, split, times
from hoplon.games.codekeeper.state import Thing
from tests.games.codekeeper.recordings import golden
from tests.games.rulebook import section

pytestmark = pytest.mark.representative

ROWS = golden("mazes")["mazes"][0]["rows"]
TEXT = "\n".join(ROWS)
doubles = st.floats(2.0**-30, 1.5)


def changed(line: int, column: int, symbol: str) -> str:
    """The maze of seed 0 with one character changed."""
    rows = [list(row) for row in ROWS]
    rows[line - 1][column - 1] = symbol
    return "\n".join("".join(row) for row in rows)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (changed(3, 5, "#"), "line 3, column 5: '#' is none of"),
        (TEXT.replace(ROWS[4], ROWS[4][:-2]), "line 5, column 15: a row of 14 cells; expected 16"),
        (TEXT.replace(ROWS[4], ROWS[4] + "X"), "line 5, column 17: a row of 17 cells; expected 16"),
        ("\n".join(ROWS[:11]), "line 11: the maze has 11 rows; expected 12"),
        ("", "line 1: the maze has 0 rows; expected 12"),
        (changed(11, 2, "."), "line 12: the maze has no hero 'H'"),
        (changed(1, 2, "H"), "line 11, column 2: a second hero 'H'"),
        (changed(10, 16, "."), "line 12: the maze has no exit 'E'"),
        (changed(12, 16, "E"), "line 12, column 16: a second exit 'E'"),
        ("\n".join(["H" + "1" * 15, "E" + "1" * 15] + ["1" * 16] * 10), "190 monsters; expected at most 95"),
    ],
)
@section("12.1")
def test_a_bad_maze_is_refused_with_line_and_column(text: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        read_rows(text)


@section("12.1")
def test_a_maze_may_have_comments_and_survives_both_ways() -> None:
    assert read_rows(f"# drawn by hand\n\n{TEXT}\n") == ROWS
    assert rows_of(position_of(ROWS)) == ROWS


@section("12.1")
def test_a_drawn_maze_is_the_maze_of_the_seed_but_for_the_generator() -> None:
    drawn = Match(GAME, 0, CodeKeeperOptions(maze="/".join(ROWS)))
    made = Match(GAME, 0)
    assert drawn.view().lines() == made.view().lines()
    assert drawn.state.record.rng == 25214903917
    assert State(GAME, drawn._states).notation.split()[1] == made.state.notation.split()[1]


@section("12")
def test_a_survey_tells_what_a_maze_holds() -> None:
    found = survey(ROWS)
    assert found.steps_to_exit is not None
    assert found.steps_to_exit >= 16
    assert found.counts["treasure"] == 6
    assert found.cut_off == ()
    lonely = ["HX" + "." * 14, "XX" + "." * 14, *["." * 16] * 9, "." * 15 + "E"]
    assert "the exit cannot be reached" in str(survey(lonely))


@section("12.1", "14")
def test_options_exclude_each_other_and_name_the_bad_line() -> None:
    with pytest.raises(BadOption, match="exclude each other"):
        CodeKeeperOptions(maze="x", position="y").check()
    with pytest.raises(BadOption, match="option maze: line 1, column 1: 'q' is none of"):
        CodeKeeperOptions(maze="q").check()


@settings(max_examples=300, deadline=None)
@given(doubles, doubles, st.integers(0, 2**53 - 1))
@section("12")
def test_reals_are_ieee_doubles(a: float, b: float, n: int) -> None:
    assert times(split(a), split(b)) == split(a * b)
    assert plus(split(a), split(b)) == split(a + b)
    assert bool(exceeds(split(a), split(b))) == (a > b)
    if n:
        assert from_bits(n) == split(n / 2**53)
    assert times(from_bits(0), split(b)) == from_bits(0)
    assert not exceeds(from_bits(0), split(b))


@section("12.1")
def test_a_batch_plays_drawn_mazes() -> None:
    rows = ["H" + "." * 14 + "E", *["." * 16] * 11]
    batch = Batch(GAME, 2, options=GAME.options(maze="/".join(rows)), threads=1)
    for _ in range(15):
        batch.play(np.array([15 * 16, 15 * 16]))
    assert batch.results["matches"].tolist() == [1, 1]
    assert batch.scores.tolist() == [[10000], [10000]]


@section("12")
def test_a_fighter_finds_no_place_when_all_free_cells_are_near_the_hero() -> None:
    states = GAME.new_states(1)
    s = states[0]
    s.rng = init(words(5))
    left = place_fighter(s, 3, 3, int(Thing.BOX))
    assert left == 3
    assert not s.loot.any()
    drawn = set()
    again = GAME.new_states(1)[0]
    again.rng = init(words(5))
    while len(drawn) < 3:
        drawn.add(int(below(again, 3)))
    assert s.rng == again.rng
