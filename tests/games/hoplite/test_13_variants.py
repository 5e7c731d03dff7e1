"""Chapter 13 of the rulebook: each decision that can be switched, off and on."""

from __future__ import annotations

import pytest

import hoplon
from hoplon.games.hoplite.options import VARIANT_NAMES
from tests.games.hoplite.boards import FIFTH, HALF, SURE, chances, happened, played, scene, steps_of
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


def both(name):
    """The same position without and with a variant."""
    return [(False, ()), (True, (name,))]


@section("13")
def test_every_variant_has_a_test_in_this_file():
    with open(__file__, encoding="utf-8") as source:
        text = source.read()
    assert [name for name in VARIANT_NAMES if f'both("{name}")' not in text] == []
    assert len(VARIANT_NAMES) == 10


@pytest.mark.parametrize(("on", "variants"), both("bomb-near-thrower"))
@section("13", "7.4")
def test_bomb_near_thrower(on, variants):
    found = chances(scene("4,5", "D4,7", variants=variants), "idle", lambda p: p.bombs[0])
    assert ("4,6" in found) == on
    assert set(found.values()) == ({FIFTH * 5 / 6} if on else {FIFTH})


@pytest.mark.parametrize(("on", "variants"), both("bomb-near-thrower"))
@section("13", "7.4")
def test_bomb_near_thrower_never_means_next_to_another_demon(on, variants):
    match = scene("4,5", "D4,8", "F4,7", variants=variants)
    assert "4,6" not in chances(match, "idle", lambda p: p.bombs[0])


@pytest.mark.parametrize(("on", "variants"), both("demolitionist-seeks-range"))
@section("13", "7.5")
def test_demolitionist_seeks_range(on, variants):
    """At distance 3 with a target in reach it stays for the throw, instead of circling."""
    found = steps_of(scene("4,4", "d4,7", variants=variants))
    assert found == (
        {"3,6": SURE / 3, "5,6": SURE / 3, "4,7": SURE / 3} if on else {"3,6": HALF, "5,6": HALF}
    )


@pytest.mark.parametrize(("on", "variants"), both("wizard-always-moves"))
@section("13", "7.5")
def test_wizard_always_moves_with_a_charged_wand_on_a_held_line(on, variants):
    found = steps_of(scene("4,4", "W4,7", "F4,5", spear="0,5", variants=variants, magma=("4,6", "4,8")))
    assert ("4,7" in found) != on


@pytest.mark.parametrize(("on", "variants"), both("wizard-always-moves"))
@section("13", "7.5")
def test_wizard_always_moves_lets_an_empty_wand_wait_at_distance_three_only(on, variants):
    assert steps_of(scene("4,4", "w4,7", variants=variants)) == {"4,7": SURE}
    walls = ("4,7", "3,7", "5,7")
    found = steps_of(scene("4,4", "w4,8", variants=variants, magma=walls))
    assert found == ({"4,9": SURE} if on else {"4,8": SURE})


@pytest.mark.parametrize(("on", "variants"), both("vacated-tiles-blocked"))
@section("13", "3.2")
def test_vacated_tiles_blocked(on, variants):
    match = scene("4,4", "F4,6", "F4,7", magma=("3,6", "5,6", "3,7", "5,7"), variants=variants)
    match.play("idle")
    followed = "step F2 4,7 4,6" in match.turns[-1].lines()
    assert followed != on


@pytest.mark.parametrize(("on", "variants"), both("stun-stops-charge"))
@section("13", "7.3")
def test_stun_stops_charge(on, variants):
    charges = [
        d.charge for d in played(scene("4,4", "w4,7", "d0,5", stunned=1, variants=variants), "idle").demons
    ]
    assert charges == ([0, 0] if on else [1, 1])


@pytest.mark.parametrize(("on", "variants"), both("cooldown-carries-over"))
@section("13", "3.4")
def test_cooldown_carries_over_and_ticks_on_the_way_down(on, variants):
    assert played(scene("4,9", "F0,3", cooldown=3, variants=variants), "walk n").cooldown == (2 if on else 0)
    assert played(scene("4,9", "F0,3", cooldown=0, variants=variants), "walk n").cooldown == 0


@pytest.mark.parametrize(("on", "variants"), both("streak-carries-over"))
@section("13", "3.4")
def test_streak_carries_over_with_this_turn_counted(on, variants):
    killing = scene("4,9", "F5,9", streak=1, prayers=("surge",), variants=variants)
    assert played(killing, "walk n").streak == (2 if on else 0)
    peaceful = scene("4,9", "F0,3", streak=2, prayers=("surge",), variants=variants)
    assert played(peaceful, "walk n").streak == 0


@pytest.mark.parametrize(("on", "variants"), both("descend-after-demons"))
@section("13", "3.2")
def test_descend_after_demons(on, variants):
    match = scene("4,9", "F0,3", "A4,6", bombs=("5,9",), variants=variants, depth=2)
    match.play("walk n")
    words = [line.split()[0] for line in match.turns[-1].lines()]
    assert words[-1] == "descend"
    assert ("explode" in words, "shoot" in words) == (on, on)
    assert (match.view().depth, match.view().health) == (3, 3 - 2 * on)


@pytest.mark.parametrize(("on", "variants"), both("descend-after-demons"))
@section("13", "11")
def test_descend_after_demons_holds_for_the_portal_too(on, variants):
    match = scene("4,4", "F4,6", "F5,5", depth=16, portal="4,5", carries_fleece=True, spear="0,5", health=1,
                  variants=variants)  # fmt: skip
    match.play("walk n")
    assert match.outcome.reason == ("killed by a demon footman" if on else "won")
    alive = scene("4,4", "F0,9", depth=16, portal="4,5", carries_fleece=True, variants=variants)
    alive.play("walk n")
    assert alive.outcome.reason == "won"


@pytest.mark.parametrize(("on", "variants"), both("descend-after-demons"))
@section("13", "3.2")
def test_descend_after_demons_without_the_spear_ends_the_turn_as_usual(on, variants):
    match = scene("4,9", "F0,3", cooldown=2, spear="0,5", variants=variants)
    assert (played(match, "walk n").cooldown, match.view().depth) == (1, 1)


@pytest.mark.parametrize(("on", "variants"), both("regeneration-last"))
@section("13", "6.4")
def test_regeneration_last_heals_after_the_attacks_and_can_revive(on, variants):
    match = scene("4,4", "F4,6", "F4,3", streak=2, health=1, max_health=3, prayers=("regeneration",),
                  variants=variants)  # fmt: skip
    match.play("throw 4,6")
    words = [line.split()[0] for line in match.turns[-1].lines()]
    assert words.index("regenerate") > words.index("strike") if on else "strike" in words
    assert match.view().health == 1
    assert not match.is_over


@pytest.mark.parametrize(("on", "variants"), both("regeneration-last"))
@section("13", "6.4")
def test_regeneration_last_does_not_revive_whom_a_bomb_killed(on, variants):
    match = scene("4,4", "F4,6", "F0,9", streak=2, health=1, bombs=("3,4",), prayers=("regeneration",),
                  variants=variants)  # fmt: skip
    match.play("throw 4,6")
    assert match.outcome.reason == "killed by a bomb"


@pytest.mark.parametrize(("on", "variants"), both("regeneration-last"))
@section("13", "3.2")
def test_regeneration_last_leaves_the_counting_on_the_stairs_where_it_is(on, variants):
    match = scene("4,9", "F5,9", "A4,6", spear="0,5", streak=2, health=1, max_health=3, variants=variants,
                  prayers=("regeneration",))  # fmt: skip
    match.play("walk n")
    words = [line.split()[0] for line in match.turns[-1].lines()]
    assert words[:6] == ["walk", "stab", "kill", "streak", "regenerate", "shoot"]


@pytest.mark.parametrize(("on", "variants"), both("bombs-block-pushes"))
@section("13", "6.1")
def test_bombs_block_pushes(on, variants):
    for values in ({"bombs": ("4,6",), "at": ("F4,5",)}, {"bombs": ("4,5", "4,6"), "at": ()}):
        at = values.pop("at")
        match = scene("4,4", *at, "F0,9", stunned=1, variants=variants, **values)
        match.play("bash n")
        moved = any(line.split()[0] in ("slide", "roll") for line in match.turns[-1].lines())
        assert moved != on


@pytest.mark.parametrize(("on", "variants"), both("bombs-block-pushes"))
@section("13", "6.2")
def test_bombs_block_pushes_of_demons_pushed_away_too(on, variants):
    match = scene("4,4", "F4,5", "A4,6", "F3,6", stunned=1, bombs=("4,7",), variants=variants)
    match.play("bash n")
    assert ("slide A2 4,6 5,6" if on else "slide A2 4,6 4,7") in match.turns[-1].lines()


@pytest.mark.parametrize("turns", [0, 1, 2, 3])
@section("13", "7.6")
def test_stun_turns(turns):
    match = scene("4,3", "F4,6", spear="0,5", stun_turns=turns, prayers=("staggering-leap", "patience"),
                  health=8, max_health=8)  # fmt: skip
    struck = ["strike" in str(match.play(choice)) for choice in ("leap 4,5", "idle", "idle", "idle")]
    assert struck == [n >= turns for n in range(4)]


@section("13", "15")
def test_all_variants_together_make_a_playable_game():
    match = hoplon.new("hoplite", seed=4, variants=VARIANT_NAMES, endless=True, depth=9, hearts=8)
    for n in range(60):
        if match.is_over:
            break
        legal = match.legal()
        match.play(legal[n * 7 % len(legal)])
    assert happened(match)
    assert match.view().variants == VARIANT_NAMES
