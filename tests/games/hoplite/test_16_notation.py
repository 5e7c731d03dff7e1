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
        ("hoplite demons=F4,5:1", "the charge of the footman at 4,5 is 1; expected 0"),
        ("hoplite demons=W4,5!10", "the stun of the wizard at 4,5 is 10; expected 0 to 9"),
        ("hoplite bombs=4,2", "the bomb at 4,2 lies on the hero or a building"),
        ("hoplite bombs=1,5;1,6;1,7;2,5;2,6;2,7;3,5", "the number of bombs is 7; expected 0 to 6"),
        ("hoplite depth=16 portal=4,5 fleece=4,5", "the portal and the fleece share the tile 4,5"),
        ("hoplite altar=4,2", "the hero and the altar share the tile 4,2"),
        ("hoplite spear=4,5 altar=4,5", "the spear lies on a building at 4,5"),
        ("hoplite spear=4,2", "the spear lies under the hero at 4,2"),
        ("hoplite depth=16 carries-fleece fleece=4,5", "the fleece is carried and lies at 4,5 as well"),
        ("hoplite prayers=luck", "'luck' is no prayer"),
        ("hoplite prayers=spinning-bash", "the prayer spinning-bash needs sweeping-bash"),
        ("hoplite prayers=surge;regeneration", "the prayers surge and regeneration exclude each other"),
        ("hoplite prayers=fortitude", "the prayer fortitude acts at once and is never held"),
        (
            "hoplite altar=1,7 offers=greater-throw-ii",
            "no altar offers greater-throw-ii to a hero with these prayers",
        ),
        ("hoplite variants=chess", "there is no variant 'chess'"),
        ("hoplite prayers=surge;Surge", "in 'prayers=surge;Surge': surge is listed twice"),
        ("hoplite magma=3,3;3,3", "in 'magma=3,3;3,3': 3,3 is listed twice"),
        ("hoplite turn=" + "9" * 5000, "is no whole number"),
        ("hoplite hero=" + "9" * 5000 + ",1", "is no tile"),
        ("hoplite depth=٣", "'٣' is no whole number"),
        ("hoplite hero=4,4\0", "is no tile"),
        ("hoplite ended=\ud800", "ended is '\\ud800'; expected one of won, lost, resigned"),
        ("hoplite endless depth=30001", "depth is 30001; expected 1 to 30000"),
        ("hoplite bombs=4,5;4,5", "two bombs lie at 4,5"),
        ("hoplite bombs=4,5 magma=4,5", "the bomb at 4,5 lies on magma"),
        ("hoplite bombs=4,5 demons=F4,5", "the bomb at 4,5 lies on a demon"),
        ("hoplite altar=4,10", "the altar and the stairs share the tile 4,10"),
        ("hoplite magma=4,10", "there is magma on the stairs at 4,10"),
        ("hoplite offers=surge", "surge is offered without an altar"),
        ("hoplite altar-used", "an altar is used, but there is none"),
        ("hoplite altar=1,7 offers=surge;deep-lunge", "the offers are of Apollo and Zeus; expected one god"),
        (
            "hoplite altar=1,7 offers=mighty-bash;sweeping-bash;quick-bash;spinning-bash",
            "the number of offers is 4; expected 1 to 3",
        ),
        (
            "hoplite altar=1,7 altar-used offers=mighty-bash;quick-bash prayers=mighty-bash;quick-bash",
            "mighty-bash and quick-bash are offered and held; an altar grants one prayer",
        ),
        ("hoplite streak=1", "streak is 1; expected 0 without the prayer surge or regeneration"),
        ("hoplite prayers=surge streak=3", "streak is 3; expected 0 to 2"),
        ("hoplite prayers=surge regenerated", "regenerated without the prayer regeneration"),
        (
            "hoplite depth=17 endless altar=1,7",
            "there is an altar on depth 17; expected one on depths 1 to 15",
        ),
        ("hoplite depth=16 altar=1,7", "there is an altar on depth 16"),
        ("hoplite depth=17 endless fleece=1,7", "there is a fleece on depth 17; expected one on depth 16"),
        ("hoplite depth=5 altar=1,7 portal=8,7", "there is a portal on depth 5"),
        ("hoplite depth=5 altar=1,7 fleece=8,7", "there is a fleece on depth 5"),
        ("hoplite depth=5 carries-fleece", "the fleece is carried on depth 5; it lies on depth 16"),
        ("hoplite depth=16 portal=4,2 carries-fleece", "the hero and the portal share the tile 4,2"),
        ("hoplite health=4/3", "health is 4; expected 1 to 3"),
        ("hoplite energy=100/120", "maximum energy is 120; expected 100 with these prayers"),
        ("hoplite cooldown=4", "cooldown is 4; expected 0 to 3"),
        ("hoplite cooldown=3 prayers=quick-bash", "cooldown is 3; expected 0 to 2 with quick-bash"),
        ("hoplite ended=drawn", "ended is 'drawn'; expected one of won, lost, resigned"),
        ("hoplite ended=lost turn=3 health=0/3", "a lost run does not say its killer"),
        ("hoplite ended=lost killer=hunger turn=3", "killer is 'hunger'; expected one of footman, archer"),
        ("hoplite killer=archer", "killer is archer, but the run is not lost"),
        ("hoplite killer=\0", r"killer is '\x00'; expected one of footman, archer"),
        ("hoplite killer=" + "9" * 5000, "killer is '99999"),
        ("hoplite ended=" + "9" * 5000, "ended is '99999"),
        ("hoplite variants=\0;\0", r"there is no variant '\x00'; expected some of "),
        ("hoplite variants=" + "9" * 5000, "there is no variant '99999"),
        ("hoplite ended=lost killer=archer turn=3", "health is 3; expected 0 in a run lost to archer"),
        ("hoplite ended=lost killer=trapped", "killer is trapped, but there is a legal action"),
        ("hoplite ended=resigned", "turn is 0; expected 1 to 999999999 in a run that has ended"),
        ("hoplite ended=won turn=9 score=2000", "a run is won on depth 16 only, by the hero who stands"),
        (
            "hoplite depth=16 hero=8,7 portal=8,7 carries-fleece ended=won turn=9 score=1159",
            "score is 1159; expected 1160 to 999999999 in a run won with health 3",
        ),
    ],
)
@section("16")
def test_a_bad_position_is_refused_in_one_sentence_that_names_the_bad_thing(line, why):
    with pytest.raises(BadPosition) as error:
        GAME.read_notation(GAME.new_states(1), 0, line)
    assert why in str(error.value)
    assert str(error.value).isprintable()
    assert len(str(error.value)) < 1000


@section("16")
def test_a_position_reads_back_as_the_same_position():
    match = scene("4,4", "F4,6", "D0,5", bombs=("4,3",), spear="5,5", energy=30, score=7, turn=9, streak=0)
    p = match.view()
    again = hoplon.new("hoplite", seed=3, position=match.state.notation)
    assert again.view() == p


@section("11", "16")
@pytest.mark.parametrize(
    ("line", "choice", "end"),
    [
        ("depth=16 hero=4,4 portal=4,5 carries-fleece demons=F0,9", "walk n", "ended=won"),
        ("hero=4,4 demons=A4,8 health=1/3", "bash s", "ended=lost killer=archer"),
        ("hero=4,4 bombs=4,5 health=1/3", "bash s", "ended=lost killer=bomb"),
        ("hero=4,1 cooldown=3 energy=0/100 magma=3,1;5,1 demons=F3,10", "throw 4,2", "turn=1"),
        ("hero=4,4 demons=F0,9", "resign", "ended=resigned"),
    ],
)
def test_a_run_that_has_ended_reads_back_as_ended(line, choice, end):
    match = hoplon.new("hoplite", seed=3, position=f"hoplite {line}")
    match.play(choice)
    text = match.state.notation
    again = hoplon.new("hoplite", seed=4, position=text)
    assert text.endswith(end)
    assert again.state.notation == text
    assert (again.outcome, list(again.legal())) == (match.outcome, list(match.legal()))
    assert again.view() == match.view()


@section("16")
def test_endless_depths_read_back():
    match = hoplon.new("hoplite", seed=3, position="hoplite endless depth=99 hero=4,9")
    match.play("walk n")
    assert match.state.notation.startswith("hoplite depth=100 ")
    assert hoplon.new("hoplite", seed=3, position=match.state.notation).view() == match.view()


@section("16")
def test_the_drawing_tells_the_values_above_the_board():
    match = scene("4,4", "F4,6", altar="4,5", offers=("surge",), spear="0,5", cooldown=2)
    text = draw(match._states, 0)
    assert text.startswith("depth 1  turn 0  health 3/3  energy 100/100  bash 2  spear at 0,5  score 0\n")
    assert "the altar offers\n  divine-restoration: heals completely\n  fortitude: " in text
    assert (
        "\n  surge: killing in three turns running: energy, bash and spear come back; costs 1 heart\n" in text
    )
    assert "order F1(4,6)" in text
    assert "<svg" in match._repr_svg_()
