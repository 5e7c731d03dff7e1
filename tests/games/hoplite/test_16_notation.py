"""Chapters 15 to 17 of the rulebook: options, positions and turns as text, and what is refused."""

from __future__ import annotations

import pytest

import hoplon
from hoplon.core.errors import BadOption, BadPosition, BadText
from hoplon.core.text import Action
from hoplon.games.hoplite import GAME
from hoplon.games.hoplite.board import ALL_CELLS, NO_WAY, Way
from hoplon.games.hoplite.picture import draw, read_diagram
from hoplon.games.hoplite.state import Do, Kind
from hoplon.games.hoplite.threats import threats
from hoplon.games.hoplite.words import PHRASES, read_cell, read_way, write_cell
from tests.games.hoplite.boards import scene
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("", "a position begins with 'hoplite', found ''"),
        ("chess", "a position begins with 'hoplite', found 'chess'"),
        ("hoplite speed=3", "in 'speed=3': unknown word; expected one of depth, hero, magma"),
        ("hoplite depth=x", "in 'depth=x': 'x' is no whole number"),
        ("hoplite depth=17", "depth is 17; expected 1 to 16"),
        ("hoplite depth=2 depth=3", "'depth' is said twice"),
        ("hoplite endless=yes", "in 'endless=yes': 'endless' takes no value"),
        ("hoplite health=2", "in 'health=2': expected now/most such as 2/3"),
        ("hoplite health=0/3", "health is 0; expected 1 to 3"),
        ("hoplite health=3/9", "maximum health is 9; expected 1 to 8"),
        ("hoplite energy=101/100", "energy is 101; expected 0 to 100"),
        ("hoplite hero=9,9", "in 'hero=9,9': '9,9' is outside the map of 79 tiles"),
        ("hoplite magma=4,2", "the hero is on magma at 4,2"),
        (
            "hoplite demons=X4,5",
            "in 'demons=X4,5': 'X4,5' is no demon; expected one of F, A, D, W and a tile",
        ),
        ("hoplite demons=F4,5:", "in 'demons=F4,5:': '' is no whole number"),
        ("hoplite demons=F4,5;F4,5", "the footman number 2 and the footman number 1 share the tile 4,5"),
        ("hoplite demons=F4,2", "the footman number 1 and the hero share the tile 4,2"),
        ("hoplite demons=F4,5 magma=4,5", "the footman at 4,5 stands on magma or a building"),
        ("hoplite demons=F4,5:1", "the charge of the footman at 4,5 is 1; expected 0 to 0"),
        ("hoplite demons=W4,5!10", "the stun of the wizard at 4,5 is 10; expected 0 to 9"),
        ("hoplite bombs=4,2", "the bomb at 4,2 lies on the hero or a building"),
        ("hoplite bombs=1,5;1,6;1,7;2,5;2,6;2,7;3,5", "there are 7 bombs; expected at most 6"),
        ("hoplite altar=4,5 fleece=4,5", "the fleece and the altar share the tile 4,5"),
        ("hoplite altar=4,2", "the hero and the altar share the tile 4,2"),
        ("hoplite spear=4,5 altar=4,5", "the spear lies on a building at 4,5"),
        ("hoplite spear=4,2", "the spear lies under the hero at 4,2"),
        ("hoplite carries-fleece fleece=4,5", "the fleece is carried and lies at 4,5 as well"),
        ("hoplite prayers=luck", "'luck' is no prayer"),
        ("hoplite prayers=spinning-bash", "the prayer spinning-bash needs sweeping-bash"),
        ("hoplite prayers=surge;regeneration", "the prayers surge and regeneration exclude each other"),
        ("hoplite prayers=fortitude", "the prayer fortitude acts at once and is never held"),
        (
            "hoplite altar=1,7 offers=greater-throw-ii",
            "no altar offers greater-throw-ii to a hero with these prayers",
        ),
        ("hoplite variants=chess", "there is no variant 'chess'"),
    ],
)
@section("16")
def test_a_bad_position_is_refused_in_one_sentence_that_names_the_bad_thing(line, why):
    with pytest.raises(BadPosition) as error:
        GAME.read_notation(GAME.new_states(1), 0, line)
    assert why in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"depth": 0}, "option depth is 0; expected a whole number from 1 to 16"),
        ({"depth": 17}, "expected a whole number from 1 to 16"),
        ({"depth": 100, "endless": True}, "expected a whole number from 1 to 99"),
        ({"depth": "3"}, "option depth is '3'; expected a whole number"),
        ({"hearts": 9}, "option hearts is 9; expected a whole number from 1 to 8"),
        ({"stun_turns": 10}, "option stun_turns is 10; expected a whole number from 0 to 9"),
        ({"variants": ("luck",)}, "there is no variant 'luck'; expected some of bomb-near-thrower"),
        ({"prayers": "patience"}, "option prayers is 'patience'; expected several texts"),
        ({"prayers": ("spinning-bash",)}, "the prayer spinning-bash needs sweeping-bash"),
        ({"endless": 1}, "option endless is 1; expected yes or no"),
        ({"speed": 1}, "hoplite has no option speed; it has depth, hearts"),
        (
            {"position": "hoplite", "hearts": 5},
            "a position brings all its values along; leave out the option hearts",
        ),
        ({"position": "hoplite\nhoplite"}, "expected one line of text"),
    ],
)
@section("15")
def test_a_bad_option_is_refused_in_one_sentence(given, why):
    with pytest.raises(BadOption) as error:
        hoplon.new("hoplite", seed=1, **given)
    assert why in str(error.value)


@section("15")
def test_a_batch_refuses_a_position():
    with pytest.raises(BadOption, match="a position is for a single match"):
        hoplon.batch("hoplite", 2, position="hoplite")


@section("15")
def test_prayers_of_the_options_come_with_their_energy_and_without_sacrifice():
    prayers = ["greater-energy", "greater-energy-ii", "bloodlust"]
    p = hoplon.new("hoplite", seed=1, prayers=prayers).view()
    assert (p.energy, p.max_energy, p.health) == (135, 135, 3)


@pytest.mark.parametrize(
    ("picture", "why"),
    [
        ("", "the diagram is empty"),
        ("   4\n5e  .", "'.' in line 5e stands under no column"),
        ("   4\n4o @", "'@' in line 4o stands under no column of that line"),
        ("   4\nxx @", "begins with a label such as 5e"),
        ("   4\n4e ?", "'?' at 4,4 is not part of a board"),
        ("   0\n2e @", "'@' at 0,2 is not part of a board"),
        ("   4\n4e .", "a board has one hero @, found 0"),
        ("   4  6\n4e @  P\n5e P", "a board has at most one altar, found 2"),
        ("   4  6\n4e @  s\n5e s", "a board has at most one s, found 2"),
        ("   4\n4e @\n5e >", "the stairs are at 4,10, not at 4,5"),
    ],
)
@section("1.3")
def test_a_bad_picture_is_refused_in_one_sentence(picture, why):
    with pytest.raises(BadPosition) as error:
        read_diagram(picture)
    assert why in str(error.value)


@section("1.3")
def test_an_order_of_demons_must_name_their_tiles():
    with pytest.raises(BadPosition, match="order names 4,6; demons stand on 4,5"):
        read_diagram("   4\n4e @\n5e F", order=("4,6",))


@section("16")
def test_a_position_reads_back_as_the_same_position():
    match = scene("4,4", "F4,6", "D0,5", bombs=("4,3",), spear="5,5", energy=30, score=7, turn=9, streak=0)
    p = match.view()
    again = hoplon.new("hoplite", seed=3, position=match.state.notation)
    assert again.view() == p


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


@section("16")
def test_the_drawing_tells_the_values_above_the_board():
    match = scene("4,4", "F4,6", altar="4,5", offers=("surge",), spear="0,5", cooldown=2)
    text = draw(match._states, 0)
    assert text.startswith("depth 1  turn 0  health 3/3  energy 100/100  bash 2  spear at 0,5  score 0\n")
    assert "the altar offers divine-restoration, fortitude, surge" in text
    assert "order F1(4,6)" in text
    assert "<svg" in match._repr_svg_()


@section("7.2", "7.4")
def test_threats_name_who_would_hit_and_who_would_throw():
    match = scene("4,4", "F4,6", "D1,4", "W8,8", "A0,8", bombs=("3,3",), depth=5)
    found = threats(match._states, 0)
    assert found["4,5"].by == ("F1",)
    assert found["3,2"].by == ("bomb",)
    assert "D2" in found["4,4"].bombs_from
    assert "4,6" not in found, "nobody can stand there"
