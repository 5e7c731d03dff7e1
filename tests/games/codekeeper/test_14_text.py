"""Chapter 14 of the rulebook: positions, logs and recordings as text."""

from __future__ import annotations

import json

import pytest

from hoplon.core.errors import BadPosition, BadText
from hoplon.core.match import Match
from hoplon.core.states import State
from hoplon.core.text import Action
from hoplon.games.codekeeper import GAME
from hoplon.games.codekeeper.maze import position_of
from hoplon.games.codekeeper.notation import read, read_notation
from hoplon.games.codekeeper.options import CodeKeeperOptions
from hoplon.games.codekeeper.picture import describe, diagram, read_diagram
from hoplon.games.codekeeper.position import position, put
from hoplon.games.codekeeper.record import simulate
from hoplon.games.codekeeper.state import Do
from hoplon.games.codekeeper.svg import draw_svg
from hoplon.games.codekeeper.words import PHRASES, read_cell
from tests.games.codekeeper.boards import match_of
from tests.games.codekeeper.recordings import golden
from tests.games.rulebook import section

ROWS = golden("mazes")["mazes"][0]["rows"]
HERO = next(f"{row.index('H')},{y}" for y, row in enumerate(ROWS) if "H" in row)


@pytest.mark.parametrize("seed", [0, 21, -5, 2**63 - 1, -(2**63)])
@section("14")
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


@section("14")
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
        ("codekeeper map={} turn=151", "turn is 151; expected 0 to 149 in a game that is not over"),
        ("codekeeper map={} turn=150", "turn is 150; expected 0 to 149 in a game that is not over"),
        ("codekeeper map={} turn=3 ended=limit", "turn is 3; expected 150 in a game that is over"),
        ("codekeeper map={} ended=exit", "turn is 0; expected 1 to 150 in a game that is over"),
        ("codekeeper map={} ended=lunch", "there is no end 'lunch'; expected one of exit, dead"),
        ("codekeeper map={} ended=running", "there is no end 'running'"),
        ("codekeeper map={} turn=9 health=0", "health is 0; expected 1 to 1000 in a game that is not over"),
        ("codekeeper map={} turn=9 ended=dead", "health is 20; expected -284 to 0 in a game that is over"),
        ("codekeeper map={} turn=9 ended=error", "score is 0; expected -10000 in a game that is over"),
        ("codekeeper map={} score=1", "score is 1; expected 0 in turn 0"),
        ("codekeeper map={} turn=2 score=10000", "expected -570 to .* in turn 2"),
        ("codekeeper map={} charges=5/6/5", "a charge is 6; expected 0 to 5 in turn 0"),
        ("codekeeper map={} under=t" + HERO, f"the treasure and the hero share the cell {HERO}"),
        ("codekeeper map={} turn=" + "1" * 5000, "turn is '1111.*'; expected a whole number"),
        ("codekeeper map={} turn=٣", "expected a whole number"),
        ("codekeeper map={} wounded=4,10\0:3", "is no cell"),
        ("codekeeper map={} facing=\ud800", "there is no facing"),
        ("codekeeper map={} sight=7", "sight is 7; expected one of"),
        ("codekeeper map={} wounded=4,10:99", "the health of the orc at 4,10 is 99; expected 1 to 8"),
        ("codekeeper map={} rng=-1", "rng is -1"),
    ],
)
@section("14")
def test_a_bad_position_is_refused_with_its_reason(line: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        read_notation(GAME.new_states(1), 0, line.format("/".join(ROWS)))


@section("14")
def test_a_bad_diagram_is_refused() -> None:
    with pytest.raises(BadPosition, match="'q' at 1,0 is none of"):
        read_diagram("Hq")
    with pytest.raises(BadPosition, match="one hero H, found 0"):
        read_diagram("..")
    with pytest.raises(BadPosition, match="does not fit"):
        read_diagram("H" + "." * 16)


@section("14")
def test_every_action_reads_as_it_is_written() -> None:
    examples = [Action(kind, who=2, what=2, src=17, dst=18, n=1) for kind in Do]
    for action in examples:
        line = PHRASES.write(action)
        assert PHRASES.write(PHRASES.read(line)) == line


@section("14")
def test_bad_words_are_refused() -> None:
    for text in ("16,0", "0,12", "a,b", "3"):
        with pytest.raises(BadText):
            read_cell(text)
    with pytest.raises(BadText, match="is no monster"):
        PHRASES.read("hit X1 1,1 3")


@section("3", "14")
def test_what_is_not_seen_is_dim_in_the_picture() -> None:
    states = GAME.new_states(1)
    put(position_of(ROWS), states, 0)
    svg = GAME.picture(states, 0)
    assert svg.startswith("<svg")
    assert svg.count('class="d"') == 192 - 25
    assert 'class="d"' not in draw_svg(position(states, 0), fog=False)


@section("14")
def test_simulate_writes_a_start_and_a_line_for_each_command() -> None:
    lines = simulate(CodeKeeperOptions(), 0, ["MOVE 2 10\n", "oops\r\n", "MOVE 1 1"])
    start, first, second = map(json.loads, lines)
    assert start["rows"] == ROWS
    assert (first["c"], first["a"]) == ("MOVE 2 10", ["MOVE", 2, 10, 0, 3])
    assert (second["c"], second["end"], second["h"][3]) == ("oops", "error", -10000)
    assert "turns" not in start


@section("14", "12.1")
def test_simulate_takes_a_drawn_maze() -> None:
    (start,) = simulate(CodeKeeperOptions(maze="/".join(ROWS)), 7, [])
    assert json.loads(start)["rows"] == ROWS
    assert read(match_of("H").state.notation).hero == "0,0"
