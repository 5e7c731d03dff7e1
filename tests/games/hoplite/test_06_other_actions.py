"""Chapter 6.3 to 6.6 of the rulebook: throw, streak, pray, idle."""

from __future__ import annotations

import pytest

from tests.games.hoplite.boards import board, happened, played, scene
from tests.games.rulebook import section

pytestmark = pytest.mark.representative

FAR = "F0,9"


@section("6.3")
def test_a_throw_aims_at_any_near_tile_but_magma_buildings_bombs_and_the_own_one():
    match = scene("4,8", FAR, magma=("4,9",), altar="5,8", bombs=("4,7",), depth=3)
    throws = {c.split()[1] for c in match.legal() if c.startswith("throw")}
    assert "4,10" in throws, "the stairs are a target"
    assert not {"4,9", "5,8", "4,7", "4,8"} & throws
    assert {"4,6", "6,8", "3,8"} <= throws


@section("6.3")
def test_a_spear_thrown_at_empty_ground_lies_there():
    match = scene("4,4", FAR)
    assert played(match, "throw 4,6").spear == "4,6"
    assert happened(match).startswith("throw 4,4 4,6\n  land spear 4,6\n")


@section("6.3")
def test_without_the_spear_there_is_no_throw():
    assert not [c for c in scene("4,4", FAR, spear="4,6").legal() if c.startswith("throw")]


@section("6.4")
def test_the_streak_counts_turns_with_a_credited_kill_and_any_other_turn_ends_it():
    match = scene("4,4", "F4,6", "F8,8", stunned=9, prayers=("surge", "patience"), stun_turns=9)
    assert played(match, "throw 4,6").streak == 1
    assert played(match, "idle").streak == 0


@section("6.4")
def test_without_surge_or_regeneration_no_streak_is_kept():
    match = scene("4,4", "F4,6", "F8,8", stunned=9)
    assert played(match, "throw 4,6").streak == 0
    assert "streak" not in happened(match)


@section("6.4", "9.1")
def test_surge_gives_energy_bash_and_spear_back():
    match = scene("4,4", "F4,6", FAR, streak=2, energy=20, cooldown=3, prayers=("surge",))
    p = played(match, "throw 4,6")
    assert (p.energy, p.cooldown, p.spear, p.streak) == (100, 0, "hand", 0)
    told = [line for line in happened(match).splitlines() if not line.startswith("step")]
    assert told[-5:] == [
        "streak 3",
        "  surge",
        "    gain 80 energy",
        "    ready bash",
        "    return spear 4,6",
    ]


@section("6.4")
def test_surge_names_only_what_it_changed():
    match = scene("4,4", "F4,6", FAR, streak=2, prayers=("surge",))
    match.play("walk n")
    assert "  surge\n" in happened(match)
    assert not {"gain", "ready", "return"} & {line.split()[0] for line in happened(match).splitlines()}


@section("6.4")
def test_surge_gives_at_most_to_the_maximum():
    prayers = ("greater-energy", "surge")
    match = scene("4,4", "F4,6", FAR, streak=2, energy=15, max_energy=120, prayers=prayers)
    assert played(match, "throw 4,6").energy == 115


@pytest.mark.parametrize(
    ("health", "used", "healed", "used_after"),
    [(2, False, 3, True), (3, False, 3, False), (2, True, 2, True)],
)
@section("6.4", "9.1")
def test_regeneration_heals_once_a_depth_and_keeps_its_use_at_full_health(health, used, healed, used_after):
    match = scene("4,4", "F4,6", FAR, streak=2, health=health, regenerated=used, prayers=("regeneration",))
    p = played(match, "throw 4,6")
    assert (p.health, p.regenerated, p.streak) == (healed, used_after, 0)
    assert ("regenerate" in happened(match)) == (healed > health)


@section("6.4")
def test_regeneration_comes_after_the_bombs_and_before_the_attacks():
    match = scene("4,4", "F4,6", "F4,3", bombs=("3,4",), streak=2, health=2, prayers=("regeneration",))
    match.play("throw 4,6")
    order = [line.split()[0] for line in match.turns[-1].lines()]
    assert order == ["throw", "kill", "land", "explode", "hit", "streak", "regenerate", "strike", "hit"]
    assert match.view().health == 1


@section("6.4")
def test_the_dead_do_not_regenerate():
    match = scene("4,4", "F4,6", FAR, bombs=("3,4",), streak=2, health=1, prayers=("regeneration",))
    match.play("throw 4,6")
    assert match.turns[-1].lines()[-1] == "die bomb 4,4"


@pytest.mark.parametrize(
    ("what", "choice", "values"),
    [
        ("stab", "walk n", {"demons_at": ("F5,4",)}),
        ("lunge", "walk n", {"demons_at": ("F4,6",)}),
        ("throw", "throw 4,6", {"demons_at": ("F4,6",)}),
        ("burn", "bash n", {"demons_at": ("F4,5",), "magma": ("4,6",)}),
        ("bashed bomb", "bash n", {"demons_at": ("F4,7",), "bombs": ("4,5",)}),
    ],
)
@section("6.4")
def test_these_kills_are_credited(what, choice, values):
    demons_at = values.pop("demons_at")
    match = scene("4,4", *demons_at, stunned=1, prayers=("surge",), **values)
    assert played(match, choice).streak == 1, what


@section("6.4")
def test_the_explosion_of_a_bomb_left_alone_is_not_credited():
    match = scene("4,4", "F4,7", stunned=1, bombs=("4,6",), prayers=("surge",))
    p = played(match, "walk s")
    assert (p.streak, p.score, p.demons) == (0, 0, ())


@section("6.5")
def test_praying_takes_effect_at_once_uses_up_the_altar_and_is_a_turn_like_any_other():
    match = board(
        """
              3  4  5
         5o   .     .
         5e      P
         4o   .     .
         4e      @
         3o   .     F
        """,
        offers=("deep-lunge",),
        bombs=("3,3",),
    )
    assert {"pray fortitude", "pray deep-lunge"} <= set(match.legal())
    match.play("pray deep-lunge")
    assert happened(match) == (
        "pray deep-lunge 4,4 4,5\n"
        "explode o1 3,3 uncredited\n"
        "  hit 4,4 by bomb\n"
        "strike F1 5,3 4,4\n"
        "  hit 4,4 by F1"
    )  # fmt: skip
    p = match.view()
    assert (p.prayers, p.altar_used, p.selectable) == (("deep-lunge",), True, ())
    assert not [c for c in match.legal() if c.startswith("pray")]


@section("6.5")
def test_only_next_to_the_altar():
    assert not [c for c in scene("4,4", FAR, altar="4,6").legal() if c.startswith("pray")]


@section("6.6", "9.1")
def test_idling_needs_patience():
    match = scene("4,4", FAR)
    assert "idle" in match.legal()
    match.play("idle")
    assert happened(match).startswith("idle 4,4\n")
    assert "idle" not in scene("4,4", FAR, prayers=()).legal()
