"""Worked examples 1 to 8 of the rulebook: moving, the attacks it causes, and the throw."""

from __future__ import annotations

import pytest

from tests.games.hoplite.boards import panels, shows
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


@section("14", "5.3")
def test_example_1_a_demon_touching_both_tiles_is_stabbed():
    after = shows(
        """
              3  4  5  6            3  4  5  6
         7e      .     .       7e      .     .
         6o   .     .          6o   .     .
         6e      .     .       6e      @     .
         5o   .     F     ->   5o   .     .
         5e      @     .       5e      .     .
         4o   .     .          4o   .     .
         4e      .     .       4e      .     .
        """,
        "walk n",
        """
        walk 4,5 4,6
          stab F1 5,5
            kill F1 5,5 credited
        """,
    )
    assert after.energy == 100, "the ten for danger do not lift it over the maximum"
    assert after.score == 5


@section("14", "5.4")
def test_example_2_the_spear_strikes_the_next_tile_ahead():
    shows(
        """
              3  4  5            3  4  5
         6o   .     .       6o   .     .
         6e      A          6e      .
         5o   .     .       5o   .     .
         5e      .     ->   5e      @
         4o   .     .       4o   .     .
         4e      @          4e      .
         3o   .     .       3o   .     .
        """,
        "walk n",
        """
        walk 4,4 4,5
          lunge A1 4,5 4,6
            kill A1 4,6 credited
        """,
    )


@section("14", "3.3", "4", "5.3", "5.4", "9.1")
def test_example_3_energy_then_stab_then_lunge_each_with_its_bloodlust():
    pictures = """
              3  4  5  6            3  4  5  6
         7e      .     .       7e      .     .
         6o   .     .          6o   .     .
         6e      A     .       6e      .     .
         5o   .     .     ->   5o   .     .
         5e      .     .       5e      @     .
         4o   .     F          4o   .     .
         4e      @     .       4e      .     .
         3o   .     .          3o   .     .
        """
    log = """
        walk 4,4 4,5
          gain 10 energy
          stab F2 5,4
            kill F2 5,4 credited
              gain 6 energy
          lunge A1 4,5 4,6
            kill A1 4,6 credited
              gain 6 energy
        """
    assert shows(pictures, "walk n", log, energy=40, prayers=("bloodlust",)).energy == 62
    counted = shows(pictures, "walk n", log + "streak 1", energy=40, prayers=("bloodlust", "surge"))
    assert counted.streak == 1, "two kills in a turn are one killing turn"


DEEP = """
              3  4  5            3  4  5
         8o   .     .       8o   .     .
         8e      F          8e      F
         7o   .     .       7o   .     .
         7e      A          7e      .
         6o   .     .       6o   .     .
         6e      F     ->   6e      .
         5o   .     .       5o   .     .
         5e      .          5e      @
         4o   .     .       4o   .     .
         4e      @          4e      .
         3o   .     .       3o   .     .
        """


@section("14", "5.4", "9.1")
def test_example_4_deep_lunge_strikes_the_tile_behind_but_no_third():
    shows(
        DEEP,
        "walk n",
        """
        walk 4,4 4,5
          lunge F3 4,5 4,6
            kill F3 4,6 credited
            deep-lunge A2 4,6 4,7
              kill A2 4,7 credited
        """,
        prayers=("deep-lunge",),
    )


@section("14", "5.4")
def test_example_4_without_a_lunge_there_is_no_deep_lunge():
    gap = panels(DEEP)[0].replace("6e      F", "6e      .")
    after = shows(gap, "walk n", "walk 4,4 4,5", prayers=("deep-lunge",))
    assert {d.cell for d in after.demons} == {"4,7", "4,8"}


@section("14", "5.4")
def test_example_4_without_the_prayer_only_the_next_tile_is_struck():
    after = shows(panels(DEEP)[0], "walk n")
    assert {d.cell for d in after.demons} == {"4,7", "4,8"}


@section("14", "5.2", "5.3", "5.4", "4")
def test_example_5_a_straight_leap_stabs_and_lunges():
    after = shows(
        """
              3  4  5            3  4  5
         6o   .     .       6o   .     .
         6e      A          6e      .
         5o   .     .       5o   .     .
         5e      .          5e      @
         4o   .     .  ->   4o   .     .
         4e      F          4e      .
         3o   .     .       3o   .     .
         3e      @          3e      .
         2o   .     .       2o   .     .
        """,
        "leap 4,5",
        """
        leap 4,3 4,5
          gain 10 energy
          stab F2 4,4
            kill F2 4,4 credited
          lunge A1 4,5 4,6
            kill A1 4,6 credited
        """,
        energy=60,
    )
    assert after.energy == 20


CROOKED = """
              3  4  5  6            3  4  5  6
         7e      .     .       7e      .     .
         6o   .     .          6o   .     .
         6e      .     .       6e      .     .
         5o   .     F          5o   .     F
         5e      .     .  ->   5e      .     .
         4o   .     .          4o   .     @
         4e      .     .       4e      .     .
         3o   .     .          3o   .     .
         3e      @     .       3e      .     .
         2o   .     .          2o   .     .
        """


@section("14", "5.2", "5.4")
def test_example_6_a_crooked_leap_never_lunges():
    after = shows(
        CROOKED,
        "leap 5,4",
        """
        leap 4,3 5,4
          gain 10 energy
        """,
        energy=60,
    )
    assert after.energy == 20


@section("14", "7.2")
def test_example_6_the_footman_landed_at_strikes_in_the_attack_phase():
    after = shows(
        CROOKED,
        "leap 5,4",
        """
        leap 4,3 5,4
          gain 10 energy
        strike F1 5,5 5,4
          hit 5,4 by F1
        """,
        energy=60,
        demons_act=True,
    )
    assert after.health == 2


@section("14", "5.4", "5.5")
def test_example_7_picking_the_spear_up_does_not_lunge():
    after = shows(
        """
              3  4  5            3  4  5
         6o   .     .       6o   .     .
         6e      A          6e      A
         5o   .     .       5o   .     .
         5e      s     ->   5e      @
         4o   .     .       4o   .     .
         4e      @          4e      .
         3o   .     .       3o   .     .
        """,
        "walk n",
        """
        walk 4,4 4,5
          take spear 4,5
        """,
    )
    assert after.spear == "hand"


@section("14", "6.3")
def test_example_8_a_throw_needs_no_line_and_the_spear_stays_there():
    after = shows(
        """
              3  4  5  6            3  4  5  6
         6e      .     .       6e      .     .
         5o   .     W          5o   .     s
         5e      .     .  ->   5e      .     .
         4o   .     .          4o   .     .
         4e      @     .       4e      @     .
         3o   .     .          3o   .     .
        """,
        "throw 5,5",
        """
        throw 4,4 5,5
          kill W1 5,5 credited
          land spear 5,5
        """,
    )
    assert after.spear == "5,5"
    assert after.score == 15
