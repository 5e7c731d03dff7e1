"""Chapter 12 of the rulebook: legal actions, their order and why others are refused."""

from __future__ import annotations

import pytest

import hoplon
from hoplon.core.errors import IllegalChoice
from hoplon.games.hoplite import GAME
from tests.games.hoplite.boards import board, scene
from tests.games.hoplite.test_01_board import RECORDED_START
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


@section("12")
def test_the_recorded_start_has_30_legal_actions():
    assert len(board(RECORDED_START).legal()) == 30


@section("12")
def test_choices_come_as_walks_leaps_bashes_throws_prayers_and_idling():
    match = scene("4,4", "F0,9", altar="4,5", offers=("surge",), prayers=("patience",), health=2)
    legal = list(match.legal())
    order = ["walk", "leap", "bash", "throw", "pray", "idle"]
    assert [order.index(c.split()[0]) for c in legal] == sorted(order.index(c.split()[0]) for c in legal)
    assert legal[:5] == ["walk ne", "walk se", "walk s", "walk sw", "walk nw"]
    assert legal[-4:] == ["pray divine-restoration", "pray fortitude", "pray surge", "idle"]
    leaps = [tuple(map(int, c.split()[1].split(","))) for c in legal if c.startswith("leap")]
    assert leaps == sorted(leaps), "tiles column by column, upwards"


@section("12")
def test_stairs_spear_and_fleece_are_landing_tiles_and_the_closed_portal_is_not():
    match = scene("4,9", "F0,3", spear="3,9", fleece="5,9", portal="5,8", depth=16)
    walks = [c for c in match.legal() if c.startswith("walk")]
    assert walks == ["walk n", "walk ne", "walk s", "walk sw", "walk nw"]


@pytest.mark.parametrize(
    ("choice", "why"),
    [
        ("walk n", "4,5 is magma"),
        ("walk ne", "a footman stands on 5,4"),
        ("walk se", "a bomb lies on 5,3"),
        ("walk nw", "the altar stands on 3,4"),
        ("walk nw", "the portal on 3,4 opens only for the bearer of the fleece"),
        ("leap 4,5", "4,5 is 1 tiles away; a leap reaches 2 to 2"),
        ("leap 4,8", "4,8 is 4 tiles away; a leap reaches 2 to 2"),
        ("bash", "name a direction; only spinning bash hits all of them"),
        ("throw 4,5", "4,5 is magma, a building or holds a bomb"),
        ("throw 4,7", "4,7 is 3 tiles away; a throw reaches 1 to 2"),
        ("pray surge", "the altar does not offer surge; it offers divine-restoration, fortitude"),
        ("pray divine-restoration", "health is full"),
        ("idle", "idling needs the prayer patience"),
    ],
)
@section("12")
def test_a_refusal_says_why(choice, why):
    building = {"portal": "3,4", "depth": 16} if "portal" in why else {"altar": "3,4"}
    match = scene("4,4", "F5,4", magma=("4,5",), bombs=("5,3",), prayers=(), **building)
    with pytest.raises(IllegalChoice) as error:
        match.play(choice)
    assert str(error.value).startswith(f"{choice!r} is not legal: {why}. Legal now: walk s, walk sw, ")
    assert match.choices == []


@pytest.mark.parametrize(
    ("values", "choice", "why"),
    [
        ({"energy": 49}, "leap 4,6", "a leap needs 50 energy, the hero has 49"),
        ({"cooldown": 2}, "bash n", "the bash is ready in 2 turns"),
        ({"spear": "4,8"}, "throw 4,6", "the spear lies at 4,8"),
        ({}, "pray fortitude", "there is no altar on this depth"),
        ({"altar": "4,5", "altar_used": True}, "pray fortitude", "the altar is used up"),
        ({"altar": "4,7"}, "pray fortitude", "the hero is not next to the altar at 4,7"),
        ({"altar": "4,5", "max_health": 8}, "pray fortitude", "maximum health is at its limit"),
        (
            {"altar": "4,5", "offers": ("surge",), "health": 1},
            "pray surge",
            "surge costs 1 of the 1 hearts left",
        ),
        ({"prayers": ("sweeping-bash", "spinning-bash")}, "bash n", "spinning bash hits all directions: "),
    ],
)
@section("12")
def test_a_refusal_names_the_missing_means(values, choice, why):
    with pytest.raises(IllegalChoice, match="is not legal") as error:
        scene("4,4", "F0,9", **values).play(choice)
    assert why in str(error.value)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "is no choice; expected walk, leap, bash, throw, pray, idle or resign"),
        ("fly n", "is no choice"),
        ("walk", "does not say where; expected for example 'walk n'"),
        ("walk up", "is no direction; expected one of n, ne, se, s, sw, nw"),
        ("leap 9,9", "is outside the map of 79 tiles"),
        ("leap nowhere", "is no tile; expected column,row such as 4,5"),
        ("pray harder", "is no prayer; expected one of"),
        ("idle now", "takes nothing after it"),
        ("leap " + "9" * 5000 + ",1", "is no tile"),
    ],
)
@section("12")
def test_a_text_that_says_no_choice_is_refused_in_one_sentence(text, why):
    with pytest.raises(IllegalChoice) as error:
        hoplon.new("hoplite", seed=1).play(text)
    assert why in str(error.value)


@section("12")
def test_choices_may_be_typed_loosely():
    match = hoplon.new("hoplite", seed=1)
    assert match.read("  WALK   N ") == "walk n"
    altar = scene("4,4", "F0,9", altar="4,5", offers=("greater-energy",))
    assert altar.read("pray Greater Energy") == "pray greater-energy"


@section("12")
def test_no_number_outside_the_list_is_legal_but_resigning():
    match = hoplon.new("hoplite", seed=1)
    listed = {c.code for c in match.legal()}
    resign = match.read("resign").code
    allowed = {c for c in range(-300, 2000) if GAME.entries.allows(match._states, 0, c)}
    assert allowed == listed | {resign}


@section("12")
def test_every_listed_choice_is_in_the_fixed_action_space():
    match = scene("4,4", "F0,9", altar="4,5", offers=("surge",), prayers=("sweeping-bash", "spinning-bash"))
    assert {c.code for c in match.legal()} <= set(GAME.space)
    assert len(set(GAME.space)) == len(GAME.space) == 6 + 79 + 7 + 79 + 17 + 1
