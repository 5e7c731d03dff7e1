"""Mazes, positions, logs and pictures as text, both ways, and what is said about bad ones."""

from __future__ import annotations

import json

import pytest

from hoplon.core.errors import BadOption, BadPosition, BadText
from hoplon.core.match import Match, State
from hoplon.core.text import Action
from hoplon.games.codekeeper import GAME
from hoplon.games.codekeeper.maze import position_of, read_rows, rows_of, survey
from hoplon.games.codekeeper.notation import read, read_notation
from hoplon.games.codekeeper.options import CodeKeeperOptions
from hoplon.games.codekeeper.picture import describe, diagram, read_diagram
from hoplon.games.codekeeper.position import position, put
from hoplon.games.codekeeper.record import simulate
from hoplon.games.codekeeper.state import Do
from hoplon.games.codekeeper.svg import draw_svg
from hoplon.games.codekeeper.words import PHRASES, read_cell
from tests.games.codekeeper.boards import golden, match_of

ROWS = golden("mazes")["mazes"][0]["rows"]
TEXT = "\n".join(ROWS)


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
def test_a_bad_maze_is_refused_with_line_and_column(text: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        read_rows(text)


def test_a_maze_may_have_comments_and_survives_both_ways() -> None:
    assert read_rows(f"# drawn by hand\n\n{TEXT}\n") == ROWS
    assert rows_of(position_of(ROWS)) == ROWS


def test_a_drawn_maze_is_the_maze_of_the_seed_but_for_the_generator() -> None:
    drawn = Match(GAME, 0, CodeKeeperOptions(maze="/".join(ROWS)))
    made = Match(GAME, 0)
    assert drawn.view().lines() == made.view().lines()
    assert drawn.state.record.rng == 25214903917
    assert State(GAME, drawn._states).notation.split()[1] == made.state.notation.split()[1]


def test_a_survey_tells_what_a_maze_holds() -> None:
    found = survey(ROWS)
    assert found.steps_to_exit is not None
    assert found.steps_to_exit >= 16
    assert found.counts["treasure"] == 6
    assert found.cut_off == ()
    lonely = ["HX" + "." * 14, "XX" + "." * 14, *["." * 16] * 9, "." * 15 + "E"]
    assert "the exit cannot be reached" in str(survey(lonely))


def test_options_exclude_each_other_and_name_the_bad_line() -> None:
    with pytest.raises(BadOption, match="exclude each other"):
        CodeKeeperOptions(maze="x", position="y").check()
    with pytest.raises(BadOption, match="option maze: line 1, column 1: 'q' is none of"):
        CodeKeeperOptions(maze="q").check()


@pytest.mark.parametrize("seed", [0, 21, -5, 2**63 - 1, -(2**63)])
def test_a_position_survives_its_notation(seed: int) -> None:
    match = Match(GAME, seed)
    for command in ("MOVE 8 5", "ATTACK 3 5 5", "MOVE 8 5", "ATTACK 1 3 3", "MOVE 8 5"):
        if not match.is_over:
            match.play(command)
    line = match.state.notation
    states = GAME.new_states(1)
    read_notation(states, 0, line)
    assert State(GAME, states).notation == line
    assert GAME.view(states, 0, 0) == match.view()
    for command in ("MOVE 15 11", "MOVE 0 0"):
        if not match.is_over:
            ours = Match(GAME, 0, CodeKeeperOptions(position=match.state.notation))
            match.play(command)
            ours.play(command)
            assert ours.state.notation == match.state.notation


def test_a_position_survives_its_diagram() -> None:
    states = GAME.new_states(1)
    put(position_of(ROWS), states, 0)
    text = diagram(position(states, 0))
    again = GAME.new_states(1)
    put(read_diagram(text), again, 0)
    assert again.tobytes() == states.tobytes()
    assert "turn 0/150  health 20/20" in describe(position(states, 0))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("hoplite", "begins with 'codekeeper'"),
        ("codekeeper", "has no map"),
        ("codekeeper map=X", "has 1 rows; expected 12"),
        ("codekeeper map=" + "/".join(["HX"] * 12), "row 0 of the map is 'HX'"),
        ("codekeeper colour=red", "'colour' is unknown"),
        ("codekeeper map=x map=y", "'map' is said twice"),
        ("codekeeper map={} health=lots", "health is 'lots'"),
        ("codekeeper map={} charges=1/2", "expected three"),
        ("codekeeper map={} wounded=1,1:2", "wounded names 1,1, where no monster stands"),
        ("codekeeper map={} under=z1,1", "'z1,1' is no item"),
        ("codekeeper map={} order=1,1", "order does not name"),
        ("codekeeper map={} facing=north", "there is no facing 'north'"),
        ("codekeeper map={} turn=151", "turn is 151; expected 0 to 150"),
        ("codekeeper map={} turn=150", "say how it ended"),
        ("codekeeper map={} sight=7", "sight is 7; expected one of"),
        ("codekeeper map={} wounded=4,10:99", "the health of the orc at 4,10 is 99; expected 1 to 8"),
        ("codekeeper map={} rng=-1", "rng is -1"),
    ],
)
def test_a_bad_position_is_refused_with_its_reason(line: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        read_notation(GAME.new_states(1), 0, line.format("/".join(ROWS)))


def test_a_bad_diagram_is_refused() -> None:
    with pytest.raises(BadPosition, match="'q' at 1,0 is none of"):
        read_diagram("Hq")
    with pytest.raises(BadPosition, match="one hero H, found 0"):
        read_diagram("..")
    with pytest.raises(BadPosition, match="does not fit"):
        read_diagram("H" + "." * 16)


def test_every_action_reads_as_it_is_written() -> None:
    examples = [Action(kind, who=2, what=2, src=17, dst=18, n=1) for kind in Do]
    for action in examples:
        line = PHRASES.write(action)
        assert PHRASES.write(PHRASES.read(line)) == line


def test_bad_words_are_refused() -> None:
    for text in ("16,0", "0,12", "a,b", "3"):
        with pytest.raises(BadText):
            read_cell(text)
    with pytest.raises(BadText, match="is no monster"):
        PHRASES.read("hit X1 1,1 3")


def test_the_picture_has_a_veil_over_what_is_not_seen() -> None:
    states = GAME.new_states(1)
    put(position_of(ROWS), states, 0)
    svg = GAME.picture(states, 0)
    assert svg.startswith("<svg")
    assert svg.count('class="v"') == 192 - 25
    assert 'class="v"' not in draw_svg(position(states, 0), fog=False)


def test_the_view_draws_only_what_is_seen() -> None:
    text = str(match_of("H.4\n.....1", x=0, y=0).view())
    assert text.splitlines()[1] == "H.4.????????????"
    assert "1" not in text.splitlines()[2]


def test_simulate_writes_a_start_and_a_line_for_each_command() -> None:
    lines = simulate(CodeKeeperOptions(), 0, ["MOVE 2 10\n", "oops\r\n", "MOVE 1 1"])
    start, first, second = map(json.loads, lines)
    assert start["rows"] == ROWS
    assert (first["c"], first["a"]) == ("MOVE 2 10", ["MOVE", 2, 10, 0, 3])
    assert (second["c"], second["end"], second["h"][3]) == ("oops", "error", -10000)
    assert "turns" not in start


def test_simulate_takes_a_drawn_maze() -> None:
    (start,) = simulate(CodeKeeperOptions(maze="/".join(ROWS)), 7, [])
    assert json.loads(start)["rows"] == ROWS
    assert read(match_of("H").state.notation).hero == "0,0"
