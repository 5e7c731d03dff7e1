"""Chapter 3 of the rulebook: phases, the order of reactions, descending."""

from __future__ import annotations

import pytest

from tests.games.hoplite.boards import board, happened, match_of, played, position, scene, shows
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


@section("3.1")
def test_a_reaction_that_events_overtook_leaves_no_trace():
    """Both bombs reach the footman; it dies once."""
    match = scene("4,2", "F4,6", bombs=("4,5", "4,7"))
    match.play("idle")
    assert happened(match) == (
        "idle 4,2\n"
        "explode o1 4,5 uncredited\n"
        "  kill F1 4,6 uncredited\n"
        "explode o2 4,7 uncredited"
    )  # fmt: skip


@section("3.2")
def test_descending_comes_before_bombs_and_demons():
    match = scene("4,9", "F5,9", "A4,6", bombs=("3,9",), health=1)
    match.play("walk n")
    lines = match.turns[-1].lines()
    assert lines[0] == "walk 4,9 4,10"
    assert lines[-1] == "descend 4,10 2"
    assert not [line for line in lines if line.startswith(("explode", "strike", "shoot"))]
    assert (match.view().depth, match.view().health) == (2, 1)


@section("3.2")
def test_without_the_spear_the_stairs_have_no_effect():
    match = scene("4,9", "F0,3", spear="4,4")
    assert played(match, "walk n").depth == 1
    assert match.view().hero == "4,10"


@pytest.mark.parametrize("choice", ["idle", "bash n", "throw 4,9"])
@section("3.2")
def test_only_a_walk_or_leap_onto_the_stairs_descends(choice):
    assert played(scene("4,10", "F0,3"), choice).depth == 1


@section("3.2")
def test_a_leap_onto_the_stairs_descends():
    assert played(scene("4,8", "F0,3"), "leap 4,10").depth == 2


@section("3.2", "6.4")
def test_on_the_stairs_the_streak_is_counted_first_so_that_surge_returns_the_spear_in_time():
    """The footman touches both tiles; its death is the third killing turn."""
    match = scene("4,9", "F5,9", spear="0,5", streak=2, prayers=("surge",))
    match.play("walk n")
    assert happened(match) == (
        "walk 4,9 4,10\n"
        "  stab F1 5,9\n"
        "    kill F1 5,9 credited\n"
        "streak 3\n"
        "  surge\n"
        "    return spear 0,5\n"
        "descend 4,10 2"
    )  # fmt: skip


@section("3.2", "6.4")
def test_a_streak_counted_on_the_stairs_is_not_counted_again_after_the_bombs():
    match = scene("4,9", "F5,9", "F0,3", spear="0,5", streak=0, prayers=("surge",))
    assert played(match, "walk n").streak == 1
    assert happened(match).count("streak") == 1


@section("3.2", "8.1")
def test_bombs_explode_before_the_demons_attack():
    match = scene("4,4", "F4,5", bombs=("4,6",))
    match.play("idle")
    assert match.view().demons == ()
    assert match.view().health == 3


@section("3.2", "11")
def test_who_dies_by_a_bomb_is_lost_before_any_demon_attacks():
    match = scene("4,4", "F4,3", bombs=("4,5",), health=1)
    match.play("idle")
    assert happened(match) == (
        "idle 4,4\n"
        "explode o1 4,5 uncredited\n"
        "  hit 4,4 by bomb\n"
        "die bomb 4,4"
    )  # fmt: skip


@section("3.2", "11")
def test_all_attacks_are_carried_out_and_the_last_one_to_hit_is_named():
    match = scene("4,4", "F4,5", "A4,8", "W8,6", health=1, depth=5)
    match.play("idle")
    assert happened(match).splitlines()[-1] == "die wizard 4,4"
    assert happened(match).count("hit") == 2, "the archer's line is blocked"
    assert str(match.outcome) == "killed by a demon wizard, score 0"


@section("3.2")
def test_demons_attack_and_walk_in_list_order_and_see_where_earlier_ones_went():
    """The second footman follows into the tile that the first one leaves."""
    match = scene("4,4", "F4,6", "F4,7", magma=("3,6", "5,6"))
    match.play("idle")
    steps = [line for line in match.turns[-1].lines() if line.startswith("step")]
    assert steps == ["step F1 4,6 4,5", "step F2 4,7 4,6"]


@section("3.2")
def test_who_attacked_does_not_walk():
    match = scene("4,4", "A4,6", "F4,5")
    match.play("walk s")
    assert happened(match).count("step A1") + happened(match).count("shoot A1") == 1


@section("3.2", "4")
def test_at_the_end_of_the_turn_the_bash_recovers_and_the_turn_is_counted():
    match = scene("4,4", "F0,9", cooldown=2, turn=7)
    assert (played(match, "idle").cooldown, match.view().turn) == (1, 8)


@section("3.2", "11")
def test_who_has_no_legal_action_left_is_trapped():
    match = board(
        """
              3  4  5  6
         2o   .     F
         2e      ~     .
         1o   ~     @
         1e      .
        """,
        cooldown=3,
        energy=0,
        spear="4,6",
    )
    match.play("walk sw")
    assert happened(match) == "walk 5,1 4,1\nstep F1 5,2 5,1\ndie trapped 4,1"
    assert match.view().cooldown == 2, "a bash that is ready would have been a way out"
    assert str(match.outcome) == "trapped, score 0"


@section("3.2")
def test_a_bash_that_is_ready_is_always_a_legal_action():
    match = scene("4,1", "F5,1", "F3,1", "F4,2", energy=0, spear="4,6", prayers=())
    assert list(match.legal()) == ["bash n", "bash ne", "bash nw"]


@section("3.3")
def test_a_leap_takes_the_spear_gains_stabs_stuns_and_takes_no_lunge_without_the_spear():
    after = shows(
        """
              3  4  5            3  4  5
         6o   .     .       6o   .     .
         6e      A          6e      A
         5o   .     .       5o   .     .
         5e      s          5e      @
         4o   .     .  ->   4o   .     .
         4e      F          4e      .
         3o   .     .       3o   .     .
         3e      @          3e      .
        """,
        "leap 4,5",
        """
        leap 4,3 4,5
          take spear 4,5
          gain 10 energy
          stab F2 4,4
            kill F2 4,4 credited
          stun A1 4,6
        """,
        energy=60,
        prayers=("staggering-leap",),
    )
    assert after.health == 3


@section("3.3")
def test_lunge_comes_after_the_stabs_and_before_stun_and_fleece():
    shows(
        """
              3  4  5            3  4  5
         6o   .     .       6o   .     .
         6e      A          6e      .
         5o   F     .       5o   F     .
         5e      *          5e      @
         4o   .     .  ->   4o   .     .
         4e      F          4e      .
         3o   .     .       3o   .     .
         3e      @          3e      .
        """,
        "leap 4,5",
        """
        leap 4,3 4,5
          gain 10 energy
          stab F3 4,4
            kill F3 4,4 credited
          lunge A1 4,5 4,6
            kill A1 4,6 credited
          stun F2 3,5
          take fleece 4,5
        """,
        energy=60,
        depth=16,
        prayers=("staggering-leap",),
    )


@section("3.3", "8.3")
def test_an_explosion_hits_the_hero_first_and_then_kills_in_list_order():
    start = position(
        """
              3  4  5
         7e      F
         6o   .     .
         6e      o
         5o   A     F
         5e      @
        """,
        order=("5,5", "4,7", "3,5"),
        prayers=("patience",),
    )
    match = match_of(start)
    match.play("idle")
    assert happened(match) == (
        "idle 4,5\n"
        "explode o1 4,6 uncredited\n"
        "  hit 4,5 by bomb\n"
        "  kill F1 5,5 uncredited\n"
        "  kill F2 4,7 uncredited\n"
        "  kill A3 3,5 uncredited"
    )  # fmt: skip


@section("3.4")
def test_a_new_depth_restores_energy_and_bash_but_not_health():
    match = scene(
        "4,9", *("F4,5", "D0,5"),
        energy=13, health=2, cooldown=3, streak=2, regenerated=True, bombs=("5,9",),
        prayers=("regeneration", "patience"),
    )  # fmt: skip
    p = played(match, "walk n")
    assert (p.depth, p.hero, p.energy, p.health, p.cooldown, p.streak) == (2, "4,2", 100, 2, 0, 0)
    assert (p.regenerated, p.bombs, p.spear, p.turn) == (False, (), "hand", 1)
    assert p.prayers == ("regeneration", "patience")
    assert len(p.demons) == 3
    assert all(d.charge == {"demolitionist": 2, "wizard": 1}.get(d.kind, 0) for d in p.demons)
    assert all(d.stunned == 0 for d in p.demons)
