"""Chapter 11 of the rulebook: winning, losing, resigning, endless play, the score."""

from __future__ import annotations

import pytest

import hoplon
from hoplon.core.errors import IllegalChoice
from tests.games.hoplite.boards import happened, played, scene, shows
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


@section("11", "3.2")
def test_entering_the_portal_with_the_fleece_wins_at_once():
    match = scene(
        "4,4", "F4,3", "A4,8", depth=16, portal="4,5", carries_fleece=True, health=2, bombs=("3,4",)
    )
    match.play("walk n")
    assert happened(match).splitlines()[-1] == "win 4,5"
    assert "explode" not in happened(match)
    assert match.is_over
    outcome = match.outcome
    assert (outcome.reason, outcome.winners) == ("won", (0,))
    assert outcome.scores == (100 + 1000 + 2 * 20,)


@pytest.mark.parametrize(
    ("demon", "killer"),
    [("F4,5", "footman"), ("A4,6", "archer"), ("W4,6", "wizard")],
)
@section("11")
def test_the_kind_of_the_last_demon_to_hit_is_named(demon, killer):
    match = scene("4,4", demon, health=1)
    match.play("idle")
    assert match.outcome.reason == f"killed by a demon {killer}"
    assert happened(match).splitlines()[-1] == f"die {killer} 4,4"
    assert match.view().killer == killer


@section("11")
def test_a_demolitionist_kills_by_its_bomb():
    match = scene("4,5", "D4,9", health=1)
    match.play("idle")
    match.play("idle")
    assert match.outcome.reason == "killed by a bomb"


@section("11")
def test_a_final_turn_is_counted_but_does_not_tick_the_cooldown():
    match = scene("4,4", "F4,5", health=1, cooldown=2, turn=5)
    p = played(match, "idle")
    assert (p.turn, p.cooldown, p.ended) == (6, 2, "lost")


@section("11")
def test_resigning_is_always_allowed_and_never_listed():
    match = hoplon.new("hoplite", seed=1)
    assert "resign" not in match.legal()
    match.play("resign")
    assert (match.outcome.reason, match.outcome.winners) == ("resigned", ())
    assert happened(match) == "resign 4,2"
    assert list(match.legal()) == []
    with pytest.raises(IllegalChoice, match="comes after the end"):
        match.play("walk n")


@section("11")
def test_in_the_base_game_the_stairs_of_depth_16_do_nothing():
    for fleece in (False, True):
        assert played(scene("4,9", "F0,3", depth=16, carries_fleece=fleece), "walk n").depth == 16


@section("11", "13")
def test_endless_the_stairs_of_depth_16_lead_on_with_or_without_the_fleece():
    for fleece in (False, True):
        p = played(scene("4,9", "F0,3", depth=16, carries_fleece=fleece, endless=True), "walk n")
        assert (p.depth, p.altar, p.fleece, p.portal) == (17, None, None, None)
        assert p.carries_fleece == fleece


@section("11")
def test_endless_a_carried_fleece_heals_one_on_each_descent():
    for fleece, health in ((True, 2), (False, 1)):
        match = scene("4,9", "F0,3", depth=17, carries_fleece=fleece, endless=True, health=1)
        assert played(match, "walk n").health == health
    match = scene("4,9", "F0,3", depth=17, carries_fleece=True, endless=True)
    assert played(match, "walk n").health == 3


@section("11")
def test_endless_the_portal_still_wins():
    match = scene("4,4", "F0,9", depth=16, portal="4,5", carries_fleece=True, endless=True)
    match.play("walk n")
    assert match.outcome.reason == "won"


@pytest.mark.parametrize(("used", "points"), [(False, 150), (True, 100)])
@section("11")
def test_a_depth_completed_scores_100_and_an_altar_left_unused_50(used, points):
    match = scene("4,9", "F0,3", altar="1,7", altar_used=used)
    assert played(match, "walk n").score == points


@pytest.mark.parametrize(("kind", "points"), [("F", 5), ("A", 10), ("D", 10), ("W", 15)])
@section("11")
def test_credited_kills_score_by_kind(kind, points):
    assert played(scene("4,4", f"{kind}4,6", depth=5), "throw 4,6").score == points


@section("11")
def test_uncredited_kills_score_nothing_and_the_fleece_500():
    assert played(scene("4,2", "F4,6", stunned=1, bombs=("4,7",)), "idle").score == 0
    assert played(scene("4,4", "F0,9", depth=16, fleece="4,5"), "walk n").score == 500


@section("11")
def test_a_spear_out_of_reach_can_make_a_level_unleavable_but_not_unplayable():
    walls = ("3,4", "3,5", "4,4", "4,6", "5,4", "5,5")
    match = scene("4,9", "F0,9", spear="4,5", magma=walls, energy=0, prayers=())
    assert "walk s" in match.legal()


@section("11")
def test_taking_the_last_step_with_a_killing_blow():
    shows(
        """
              3  4  5
         6o   .     .
         6e      F
         5o   .     .
         5e      O
         4o   .     .
         4e      @
        """,
        "walk n",
        """
        walk 4,4 4,5
          lunge F1 4,5 4,6
            kill F1 4,6 credited
        win 4,5
        """,
        depth=16,
        carries_fleece=True,
    )
