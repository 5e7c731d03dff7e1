"""What a learner is told of the maze, and its actions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from hoplon.core.encoding import NO_ACTION
from hoplon.core.kernel import copied, is_compiled
from hoplon.core.match import Match
from hoplon.games.codekeeper import GAME
from hoplon.games.codekeeper.observe import GOALS, MAP_ENCODING, PLANES, WINDOW_ENCODING
from hoplon.games.codekeeper.relative import ACTIONS, BLOWS, CLOSE_BLOWS, FIRST_BLOW, HIT, WAIT
from hoplon.games.codekeeper.state import Thing, Weapon
from hoplon.testing.encodings import looks_of, told
from tests.games.codekeeper.boards import match_of

LEFT, RIGHT, UP, DOWN = range(4)
LOOKS = looks_of(MAP_ENCODING, GAME.rules)


class Learner:
    """Looks at a match before every choice."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.memory = np.zeros(MAP_ENCODING.memory, np.uint8)
        self.look()

    def look(self) -> None:
        """Take in the position."""
        states = self.match.state.array
        self.row, self.mask, self.memory = told(GAME, MAP_ENCODING, states, 0, self.memory)

    def act(self, *actions: int) -> None:
        """Take actions."""
        for action in actions:
            code = LOOKS.choice(self.match.state.array, 0, action)
            self.match.play(next(choice for choice in self.match.legal() if choice.code == code))
            self.look()

    def part(self, name: str) -> Any:
        """A part of what was told last."""
        return MAP_ENCODING.part(self.row, name)

    def way(self, goal: str) -> tuple[list[int], int]:
        """The first steps to a goal, and how many steps it takes."""
        number = GOALS.index(goal)
        return np.flatnonzero(self.part("ways")[number]).tolist(), 64 - int(self.part("near")[number])

    def allowed(self) -> set[int]:
        """The actions that the mask allows."""
        return set(np.flatnonzero(self.mask).tolist())


def blows(weapon: Weapon, *aims: tuple[int, int]) -> set[int]:
    """The actions of a weapon at some cells."""
    return {FIRST_BLOW + BLOWS.index((weapon, aim)) for aim in aims}


def test_there_are_69_actions_and_no_two_hit_the_same() -> None:
    assert ACTIONS == 4 + 1 + 8 + 8 + 48
    for first in (0, CLOSE_BLOWS // 2):
        assert len(set(HIT[first : first + CLOSE_BLOWS // 2].tolist())) == CLOSE_BLOWS // 2


@pytest.mark.representative
def test_an_action_does_exactly_what_every_choice_does_that_stands_for_it() -> None:
    match = match_of("X1.2\n.HX.\nt0.4", x=4, y=4, charges=(1, 1, 0))
    turns = GAME.new_turns(1)
    found = set()
    for choice in list(GAME.space)[:: 1 if is_compiled() else 7]:
        states = match.state.array
        action = LOOKS.action(states, 0, choice)
        if action != NO_ACTION:
            found.add(action)
            other = copied(states)
            GAME.entries.play(other, 0, turns, 0, LOOKS.choice(states, 0, action))
            GAME.entries.play(states, 0, turns, 0, choice)
            assert states.tobytes() == other.tobytes()
    if is_compiled():  # all but the step into the wall and the bow without charges
        assert found == set(range(ACTIONS - 48)) - {RIGHT}


@pytest.mark.representative
def test_the_mask_has_open_steps_and_blows_that_hit() -> None:
    hero = Learner(match_of("X1.\n.HX\n...", x=4, y=4))
    near = blows(Weapon.HAMMER, (0, -1), (-1, -1), (1, -1)) | blows(Weapon.SCYTHE, (0, -1))
    assert hero.allowed() == {LEFT, UP, DOWN, WAIT} | near | blows(Weapon.BOW, (0, -1))
    weary = Learner(match_of("X1.\n.HX\n...", x=4, y=4, charges=(0, 0, 0)))
    assert weary.allowed() == {LEFT, UP, DOWN, WAIT}


@pytest.mark.representative
def test_only_cells_of_the_board_are_aimed_at() -> None:
    hero = Learner(match_of("H0\n.."))
    assert hero.allowed() == {RIGHT, DOWN, WAIT} | blows(Weapon.HAMMER, (1, 0), (1, 1)) | blows(
        Weapon.SCYTHE, (1, 0)
    ) | blows(Weapon.BOW, (1, 0))


@pytest.mark.representative
def test_the_window_has_a_plane_for_each_thing() -> None:
    hero = Learner(match_of("t.4\nXH.\n2.E"))
    window, places = hero.part("window"), {}
    for thing, plane in zip(PLANES, window, strict=True):
        for dx, dy in np.argwhere(plane).tolist():
            places.setdefault(thing, []).append((dx - 3, dy - 3))
    assert places.pop(Thing.TREASURE) == [(-1, -1)]
    assert places.pop(Thing.VAMPIRE) == [(1, -1)]
    assert places.pop(Thing.GARGOYLE) == [(-1, 1)]
    assert places.pop(Thing.EXIT) == [(1, 1)]
    beyond = {(dx, dy) for dx in range(-3, 4) for dy in range(-3, 4) if dx < -1 or dy < -1}
    assert set(places.pop(Thing.OBSTACLE)) == beyond | {(-1, 0)}
    assert not places
    falls = hero.part("falls")
    assert falls[:, 4, 2].tolist() == [1, 0, 0, 0]  # a vampire has 10 health
    assert falls[:, 2, 4].tolist() == [0, 0, 0, 0]  # a gargoyle 14
    assert hero.part("threat").tolist() == [5, 2, 3, 3, 2]


@pytest.mark.representative
def test_ways_lead_around_walls_and_an_item_taken_is_forgotten() -> None:
    hero = Learner(match_of("......\n.HX.t.\n..X...\n......", x=4, y=4))
    assert hero.way("treasure") == ([UP], 5)
    hero.act(UP)
    assert hero.way("treasure") == ([RIGHT], 4)
    hero.act(RIGHT, RIGHT, RIGHT, DOWN)
    assert hero.match.view().score == 100
    assert hero.way("treasure") == ([], 64)
    assert hero.part("visits").tolist() == [1, 0, 0, 1, 0]


@pytest.mark.representative
def test_the_exit_is_remembered_out_of_sight() -> None:
    hero = Learner(match_of("H..E" + "." * 12))
    assert hero.way("exit") == ([RIGHT], 3)
    hero.act(DOWN, DOWN, DOWN, DOWN)
    assert not WINDOW_ENCODING.part(hero.row[: WINDOW_ENCODING.width], "window")[
        PLANES.index(Thing.EXIT)
    ].any()
    assert hero.way("exit") == ([RIGHT, UP], 7)
    assert hero.part("start").tolist() == [16, 20]


@pytest.mark.representative
def test_the_map_has_what_was_seen_around_the_hero_and_the_rest_is_counted() -> None:
    hero = Learner(match_of("H.X" + "." * 13))
    floor, rock = hero.part("map")
    assert floor.sum() == 15
    assert np.argwhere(rock).tolist() == [[9 + 2, 11]]
    assert hero.part("unseen").tolist() == [0, 12 * 15 - 12, 0, 11 * 16 - 12]
    assert hero.part("shown").tolist() == [0, 4, 0, 4]
    assert hero.way("edge of what was seen") == ([DOWN], 3)
    hero.act(DOWN)
    floor, rock = hero.part("map")
    assert floor.sum() == 19
    assert np.argwhere(rock).tolist() == [[9 + 2, 10]]
