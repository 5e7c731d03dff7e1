"""Worked examples 9 to 14 of the rulebook: bash, push-away, bombs."""

from __future__ import annotations

import pytest

from hoplon.games.hoplite.picture import diagram, read_diagram
from tests.games.hoplite.boards import HALF, board, chances, panels, shows
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


@section("14", "6.1")
def test_example_9_onto_free_ground_a_demon_is_knocked_back_one_tile():
    after = shows(
        """
              3  4  5            3  4  5
         7e      .          7e      .
         6o   .     .       6o   .     .
         6e      .          6e      F
         5o   .     .  ->   5o   .     .
         5e      F          5e      .
         4o   .     .       4o   .     .
         4e      @          4e      @
         3o   .     .       3o   .     .
        """,
        "bash n",
        """
        bash 4,4 4,5 n
          smash 4,4 4,5 n
            push F1 4,5 n
              slide F1 4,5 4,6
        """,
    )
    assert after.cooldown == 3, "set to 4, less this turn"
    assert after.score == 0


@section("14", "6.1")
def test_example_9_into_magma_a_demon_burns():
    after = shows(
        """
              3  4  5            3  4  5
         7e      .          7e      .
         6o   .     .       6o   .     .
         6e      ~          6e      ~
         5o   .     .  ->   5o   .     .
         5e      F          5e      .
         4o   .     .       4o   .     .
         4e      @          4e      @
         3o   .     .       3o   .     .
        """,
        "bash n",
        """
        bash 4,4 4,5 n
          smash 4,4 4,5 n
            push F1 4,5 n
              burn F1 4,5 4,6
                kill F1 4,5 credited
        """,
    )
    assert (after.cooldown, after.score) == (3, 5)


@section("14", "6.1")
def test_example_9_against_the_altar_nothing_moves():
    after = shows(
        """
              3  4  5            3  4  5
         7e      .          7e      .
         6o   .     .       6o   .     .
         6e      P          6e      P
         5o   .     .  ->   5o   .     .
         5e      F          5e      F
         4o   .     .       4o   .     .
         4e      @          4e      @
         3o   .     .       3o   .     .
        """,
        "bash n",
        """
        bash 4,4 4,5 n
          smash 4,4 4,5 n
            push F1 4,5 n
        """,
    )
    assert (after.cooldown, after.score) == (3, 0)


@section("14", "6.1")
def test_example_9_over_the_edge_a_demon_is_crushed():
    after = shows(
        """
              3  4  5            3  4  5
        11e      F         11e      .
        10o   .     .      10o   .     .
        10e      @     ->  10e      @
         9o   .     .       9o   .     .
         9e      .          9e      .
        """,
        "bash n",
        """
        bash 4,10 4,11 n
          smash 4,10 4,11 n
            push F1 4,11 n
              crush F1 4,11
                kill F1 4,11 credited
        """,
    )
    assert (after.cooldown, after.score) == (3, 5)


@section("14", "6.1", "9.1")
def test_example_10_sweeping_and_mighty_bash_treat_named_clockwise_counterclockwise():
    shows(
        """
              1  2  3  4  5  6  7            1  2  3  4  5  6  7
         8e      .     .     .          8e      .     .     .
         7o   .     .     .     .       7o   .     .     .     .
         7e      .     ~     .          7e      .     ~     .
         6o   .     .     .     .       6o   .     .     .     .
         6e      .     .     .          6e      .     .     .
         5o   .     .     .     .  ->   5o   F     .     .     .
         5e      .     A     .          5e      .     .     .
         4o   .     F     o     .       4o   .     .     .     .
         4e      .     @     .          4e      .     @     .
         3o   .     .     .     .       3o   .     .     .     .
         3e      .     .     .          3e      .     .     .
        """,
        "bash n",
        """
        bash 4,4 4,5 n
          smash 4,4 4,5 n
            push A1 4,5 n
              slide A1 4,5 4,6
            push A1 4,6 n
              burn A1 4,6 4,7
                kill A1 4,6 credited
          smash 4,4 5,4 ne
            push o1 5,4 ne
              roll o1 5,4 6,5
            push o1 6,5 ne
              roll o1 6,5 7,5
          smash 4,4 3,4 nw
            push F2 3,4 nw
              slide F2 3,4 2,5
            push F2 2,5 nw
              slide F2 2,5 1,5
        explode o1 7,5 credited
        """,
        prayers=("mighty-bash", "sweeping-bash"),
    )


@section("14", "6.2")
def test_example_11_pushed_away_to_one_side_or_the_other_with_equal_chance():
    before, left, right = panels(
        """
              2  3  4  5  6         2  3  4  5  6         2  3  4  5  6
         7o      .     .       7o      .     .       7o      .     .
         7e   .     F     .    7e   .     F     .    7e   .     F     .
         6o      .     .       6o      A     .       6o      .     A
         6e   .     A     .    6e   .     F     .    6e   .     F     .
         5o      .     .       5o      .     .       5o      .     .
         5e   .     F     .    5e   .     .     .    5e   .     .     .
         4o      .     .       4o      .     .       4o      .     .
         4e   .     @     .    4e   .     @     .    4e   .     @     .
         3o      .     .       3o      .     .       3o      .     .
        """
    )
    found = chances(board(before, demons_act=False), "bash n", diagram)
    assert found == {diagram(read_diagram(left)): HALF, diagram(read_diagram(right)): HALF}


@section("14", "6.2", "3.1")
def test_example_12_who_cannot_give_way_pushes_the_next_one_first():
    shows(
        """
              2  3  4  5  6            2  3  4  5  6
         8o      .     .          8o      .     .
         8e   .     .     .       8e   .     F     .
         7o      .     .          7o      .     .
         7e   .     F     .       7e   .     A     .
         6o      F     F          6o      F     F
         6e   .     A     .  ->   6e   .     F     .
         5o      .     .          5o      .     .
         5e   .     F     .       5e   .     .     .
         4o      .     .          4o      .     .
         4e   .     @     .       4e   .     @     .
         3o      .     .          3o      .     .
        """,
        "bash n",
        """
        bash 4,4 4,5 n
          smash 4,4 4,5 n
            push F5 4,5 n
              push-away A4 4,6 n
                push-away F1 4,7 n
                  slide F1 4,7 4,8
                slide A4 4,6 4,7
              slide F5 4,5 4,6
        """,
    )


@section("14", "6.2")
def test_example_13_magma_ahead_is_looked_at_before_free_ground_to_the_side():
    after = shows(
        """
              3  4  5            3  4  5
         7o   .     .       7o   .     .
         7e      ~          7e      ~
         6o   .     .       6o   .     .
         6e      A          6e      F
         5o   .     .  ->   5o   .     .
         5e      F          5e      .
         4o   .     .       4o   .     .
         4e      @          4e      @
         3o   .     .       3o   .     .
        """,
        "bash n",
        """
        bash 4,4 4,5 n
          smash 4,4 4,5 n
            push F2 4,5 n
              push-away A1 4,6 n
                burn A1 4,6 4,7
                  kill A1 4,6 credited
              slide F2 4,5 4,6
        """,
    )
    assert after.score == 10


@section("14", "6.2")
def test_example_13_at_the_tip_of_the_map_the_demon_pushed_away_is_crushed():
    after = shows(
        """
              3  4  5            3  4  5
        11e      A         11e      F
        10o   .     .      10o   .     .
        10e      F         10e      >
         9o   .     .  ->   9o   .     .
         9e      @          9e      @
         8o   .     .       8o   .     .
         8e      .          8e      .
        """,
        "bash n",
        """
        bash 4,9 4,10 n
          smash 4,9 4,10 n
            push F2 4,10 n
              push-away A1 4,11 n
                crush A1 4,11
                  kill A1 4,11 credited
              slide F2 4,10 4,11
        """,
    )
    assert after.score == 10


BOMB = """
              3  4  5  6            3  4  5  6
         7o   .     .          7o   .     .
         7e      F     .       7e      .     .
         6o   .     .          6o   .     .
         6e      .     .       6e      .     .
         5o   .     A     ->   5o   .     .
         5e      o     .       5e      .     .
         4o   .     .          4o   .     .
         4e      @     .       4e      @     .
         3o   .     .          3o   .     .
        """


@section("14", "6.1", "6.4", "8.3")
def test_example_14_a_bashed_bomb_kills_for_the_hero_and_brings_surge():
    after = shows(
        BOMB,
        "bash n",
        """
        bash 4,4 4,5 n
          smash 4,4 4,5 n
            push o1 4,5 n
              roll o1 4,5 4,6
        explode o1 4,6 credited
          kill F1 4,7 credited
          kill A2 5,5 credited
        streak 3
          surge
            gain 70 energy
            ready bash
        """,
        energy=30,
        streak=2,
        prayers=("surge",),
    )
    assert (after.energy, after.cooldown, after.streak, after.health) == (100, 0, 0, 3)
    assert after.score == 15


@section("14", "6.4", "8.3")
def test_example_14_the_same_explosion_without_the_bash_earns_nothing():
    near = panels(BOMB)[0].replace("6e      .", "6e      o").replace("5e      o", "5e      .")
    after = shows(
        near,
        "bash s",
        """
        bash 4,4 4,3 s
        explode o1 4,6 uncredited
          kill F1 4,7 uncredited
          kill A2 5,5 uncredited
        """,
        energy=30,
        streak=2,
        prayers=("surge",),
    )
    assert (after.energy, after.cooldown, after.streak, after.score) == (30, 3, 0, 0)
