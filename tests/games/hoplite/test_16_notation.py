"""Chapter 16 of the rulebook: positions in one line, both ways and with mistakes."""

from __future__ import annotations

import pytest

import hoplon
from hoplon.core.errors import BadPosition
from hoplon.games.hoplite import GAME
from hoplon.games.hoplite.picture import draw
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


@section("16")
def test_a_position_reads_back_as_the_same_position():
    match = scene("4,4", "F4,6", "D0,5", bombs=("4,3",), spear="5,5", energy=30, score=7, turn=9, streak=0)
    p = match.view()
    again = hoplon.new("hoplite", seed=3, position=match.state.notation)
    assert again.view() == p


@section("16")
def test_the_drawing_tells_the_values_above_the_board():
    match = scene("4,4", "F4,6", altar="4,5", offers=("surge",), spear="0,5", cooldown=2)
    text = draw(match._states, 0)
    assert text.startswith("depth 1  turn 0  health 3/3  energy 100/100  bash 2  spear at 0,5  score 0\n")
    assert "the altar offers divine-restoration, fortitude, surge" in text
    assert "order F1(4,6)" in text
    assert "<svg" in match._repr_svg_()
