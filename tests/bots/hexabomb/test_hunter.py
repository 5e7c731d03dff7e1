"""The special player hunts: who stands still dies on every map, also where bombs have shut the ways."""

from __future__ import annotations

import pytest

from hoplon.bots.hexabomb.hunter import Hunter
from hoplon.core.bot import Bot
from hoplon.games.hexabomb import GAME
from hoplon.games.hexabomb.maps import names
from hoplon.games.hexabomb.options import HexabombOptions
from hoplon.referee.run import run
from tests.bots.hexabomb.test_bots import choice_of
from tests.games.hexabomb.boards import Table


class Idle(Bot):
    """Stands still, whatever happens."""

    def choose(self, view, legal, dice, clock):  # noqa: ARG002
        return legal[-1]


def hunt(options, seed):
    players = [Hunter(), *(Idle() for _ in range(options.player_count))]
    return run(GAME, players, seed, options, dice_seed=seed).match


@pytest.mark.parametrize("name", names())
def test_who_stands_still_dies_on_every_map_within_the_usual_turns(name):
    end = hunt(HexabombOptions(map=name, special=True), 1).view(0)
    assert not any(c.alive for c in end.characters if c.seat > 0)


LOOP = "0:0..2;1:0,2;2:0..2@2,0+2,2@0,0"  # a ring around a hole, with one hunter


@pytest.mark.representative
def test_a_hunt_is_the_same_from_the_same_seed():
    first, second = (hunt(HexabombOptions(map=LOOP, special=True, turns=14), 3) for _ in range(2))
    assert first.choices == second.choices
    assert first.view(0).scores == (0, 7)
    assert not any(c.alive for c in first.view(0).characters if c.seat > 0)


HUNTING = "move x+, move x-, bomb 2 100, bomb 100 2, stay"


def test_the_hunter_attacks_along_a_line_and_not_across_a_gap():
    assert choice_of(Hunter(), Table("1A  .   .   2B", special=True, turn=2), legal=HUNTING) == "bomb 100 2"
    apart = Table(
        """
        1A      2B
          .   .
        """,
        special=True,
        turn=2,
    )
    assert choice_of(Hunter(), apart, legal="move z-, move y-, bomb 100 2, stay").startswith("move")


def test_the_hunter_leaves_those_alone_who_burn_anyway():
    table = Table("2B  1o1     .   1A  .   .   .   .   .   2C", special=True, turn=2)
    assert choice_of(Hunter(), table, legal="move x+, move x-, bomb 100 2, stay") == "move x+"


def test_the_hunter_sets_off_bombs_that_shut_its_way():
    table = Table("1A  .   1o9 .   .   .   2B", special=True, turn=2)
    assert choice_of(Hunter(), table, legal=HUNTING) == "bomb 100 2"


def test_the_hunter_shuts_small_places_only():
    cave = Table(".   1A  .   .   .   .   2B", special=True, turn=2)
    assert choice_of(Hunter(), cave, legal=HUNTING) == "bomb 2 100"
    hall = Table(".   1A  " + ".   " * 30 + "2B", special=True, turn=2)
    assert choice_of(Hunter(), hall, legal=HUNTING) == "move x+"
