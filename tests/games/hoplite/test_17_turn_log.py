"""Chapter 17 of the rulebook: the turn log."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoplon.core.errors import BadText
from hoplon.core.text import Action
from hoplon.games.hoplite.cells import ALL_CELLS, NO_WAY, Way
from hoplon.games.hoplite.state import Do, Kind
from hoplon.games.hoplite.words import PHRASES, read_cell, read_way, write_cell
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


@section("17")
def test_tiles_and_ways_read_back():
    assert [read_cell(write_cell(c)) for c in ALL_CELLS] == list(ALL_CELLS)
    assert [read_way(w.name) for w in Way] == list(range(6))
    assert len({write_cell(c) for c in ALL_CELLS}) == 79


@pytest.mark.parametrize("kind", list(Do))
@section("17")
def test_every_kind_of_action_reads_back(kind):
    form = PHRASES.forms[kind]
    fields = {}
    if "{entity}" in form:
        fields |= {"who": 2, "what": Kind.BOMB.value if kind in (Do.ROLL, Do.EXPLODE) else Kind.WIZARD.value}
    if "{prayer}" in form or "{killer}" in form:
        fields["what"] = 5
    for word in ("src", "dst"):
        if "{" + word + "}" in form:
            fields[word] = read_cell("4,5")
    if "{n}" in form or "{way}" in form or "{credit}" in form:
        fields["n"] = 1
    action = Action(int(kind), **fields)
    assert PHRASES.read(PHRASES.write(action)) == action


@section("17")
def test_a_spinning_bash_and_a_bombs_hit_read_back():
    for action in (
        Action(Do.BASH.value, src=read_cell("4,4"), n=NO_WAY),
        Action(Do.HIT.value, what=Kind.BOMB.value, dst=read_cell("4,5")),
    ):
        assert PHRASES.read(PHRASES.write(action)) == action


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("dance F1", "no action reads 'dance F1'; one begins with bash, beam"),
        ("stab X1 4,5", "'X1' is no demon or bomb"),
        ("stab F0 4,5", "'F0' is no demon or bomb"),
        ("stab F" + "9" * 5000 + " 4,5", "is no demon or bomb"),
        ("walk 4,5 99,1", "is outside the map"),
        ("gain ten energy", "'ten' is no number"),
        ("kill F1 4,5 maybe", "'maybe' is unknown; expected one of uncredited, credited"),
    ],
)
@section("17")
def test_a_line_that_says_nothing_is_refused(line, why):
    with pytest.raises(BadText) as error:
        PHRASES.read(line)
    assert why in str(error.value)


@section("17")
def test_a_wrongly_indented_turn_is_refused():
    with pytest.raises(BadText, match="line 2 of the turn is indented by 4 blanks"):
        PHRASES.read_turn("idle 4,4\n    surge")
    with pytest.raises(BadText, match="line 2 of the turn is indented by 1 blanks"):
        PHRASES.read_turn("idle 4,4\n surge")


@section("17")
def test_the_golden_traces_show_every_kind_of_action():
    """Resigning apart, which is never listed as legal."""
    seen = set()
    for path in (Path(__file__).parents[2] / "traces" / "hoplite").glob("*.trace"):
        turns = path.read_text("utf-8").split("\n> ")[1:]
        for turn in turns:
            lines = [line for line in turn.splitlines()[1:] if line and not line.startswith(("= ", "end "))]
            seen |= {action.kind for action in PHRASES.read_turn("\n".join(lines)).actions}
    assert {kind.name for kind in Do if kind not in seen} == {"RESIGN"}
