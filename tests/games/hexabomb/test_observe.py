"""What a learner is told of hexabomb: what each byte says, and that it says no more than a seat may know."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from hoplon.core.encoding import NO_ACTION, Encoding
from hoplon.core.kernel import is_compiled
from hoplon.games.hexabomb import GAME
from hoplon.games.hexabomb.around import SECTOR, place_of
from hoplon.games.hexabomb.legal import STAY, bomb_choice
from hoplon.games.hexabomb.observe import ENCODINGS, TO_REVIVE, TO_STAY
from hoplon.games.hexabomb.options import HexabombOptions
from hoplon.games.hexabomb.symmetry import ROTATIONS, image
from hoplon.games.hexabomb.tables import WAY_STEPS, WAYS
from hoplon.games.hexabomb.view import Character, Position, put, whole
from hoplon.testing.encodings import (
    compiled_tells_as_interpreted,
    keeps_its_word,
    looks_of,
    tells_no_secrets,
    told,
)
from hoplon.testing.walks import Walk
from tests.games.hexabomb.boards import Table

pytestmark = pytest.mark.representative

AROUND, WHOLE = ENCODINGS
RIGHT, LEFT = 0, 3
OWN, FOREIGN, BARE = range(3)
FELLOWS, FOES = range(2)
OWN_BOMBS, OTHER_BOMBS, REACH = range(3)
NOTHING = np.zeros(0, np.uint8)
PLACES = (
    {"map": "duel", "turns": 12},
    {"map": "delta", "special": True},
    {"map": "five-isles"},
    {"map": "0:0;1:0;2:0@0,0/2,0"},
)


class Told:
    """What a character is told of a picture."""

    def __init__(self, picture: str, agent: int = 0, encoding: Encoding = AROUND, **values: Any) -> None:
        self.states = Table(picture, **values).states
        self.encoding = encoding
        self.row, self.mask, _ = told(GAME, encoding, self.states, agent, NOTHING)

    def part(self, name: str) -> Any:
        """A part of the observation."""
        return self.encoding.part(self.row, name)

    def line(self, name: str, plane: int, way: int = RIGHT) -> list[int]:
        """The five cells straight ahead in a plane."""
        straight = [int(place_of(a * WAY_STEPS[way][0], a * WAY_STEPS[way][1])) for a in range(1, 6)]
        return [int(self.part(name)[plane].reshape(-1)[place]) for place in straight]


def test_a_character_sees_five_cells_ahead_and_whose_they_are() -> None:
    seen = Told("1A  1   .   2   2B  .   .")
    assert seen.line("colours", OWN) == [1, 0, 0, 0, 0]
    assert seen.line("colours", BARE) == [0, 1, 0, 0, 1]
    assert seen.line("colours", FOREIGN) == [0, 0, 1, 1, 0]
    assert seen.line("characters", FOES) == [0, 0, 0, 1, 0]
    assert seen.part("characters").sum() == 1
    assert seen.part("colours").sum() == 5


def test_a_gap_ends_a_look_and_one_may_look_round_a_corner() -> None:
    assert Told("1A  .       .   .").line("colours", BARE) == [1, 0, 0, 0, 0]
    seen = Told(
        """
        1A      .   .
          .   .   .
        """
    )
    below = WAYS - 1  # the sector down right: a step down, then to its left
    assert seen.part("colours")[BARE, below, :3].tolist() == [1, 1, 1]
    assert int(seen.part("colours").sum()) == 3


def test_fellows_and_foes_are_told_apart() -> None:
    seen = Told("1A  1B  2C  .   2D", agent=1)
    assert seen.line("characters", FELLOWS, LEFT) == [1, 0, 0, 0, 0]
    assert seen.line("characters", FOES, RIGHT) == [1, 0, 1, 0, 0]


def test_bombs_say_how_soon_and_how_far() -> None:
    seen = Told("1A  .   1o4 .   2o1     2B", ranges={(2, 0): 2, (4, 0): 3})
    assert seen.line("bombs", OTHER_BOMBS) == [0, 0, 0, 4, 0]
    assert seen.line("bombs", OWN_BOMBS) == [0, 4, 0, 0, 0]  # the other one sets it off in this turn
    assert seen.line("bombs", REACH) == [0, 2, 0, 3, 0]


def test_fire_is_told_for_the_own_cell_and_the_neighbours() -> None:
    near = Told(".   1A  .   .   2o3     2B", ranges={(4, 0): 3})
    assert near.part("fire").tolist() == [2, 2, 0, 0, 0, 0, 0]  # it does not reach the one on the left
    chain = Told(".   1A  .   2o4 .   2o1     2B", ranges={(3, 0): 2, (5, 0): 2})
    assert chain.part("fire").tolist() == [4, 4, 0, 0, 0, 0, 0]
    gap = Told(".   1A      2o1     2B", ranges={(3, 0): 4})
    assert gap.part("fire").tolist() == [0] * 7


def test_a_bomb_aside_burns_the_neighbours_in_its_line() -> None:
    seen = Told(
        """
          2o1 .   .   .
        .   1A  .       2B
        """,
        ranges={(0, 0): 2},
        origin=(0, 0),
    )
    assert seen.part("fire")[0] == 4
    assert seen.part("fire")[1 + RIGHT] == 0


def test_where_all_in_sight_is_painted_the_way_to_the_nearest_other_cell_is_told() -> None:
    assert Told("1A  1   1   1   1   1   1   .").part("paint").tolist() == [7, 0, 0, 0, 0, 0]
    assert Told("1A  .   1   1   1   1   1   .").part("paint").tolist() == [0] * 6


def test_the_dead_who_wait_see_nothing_and_stay() -> None:
    dead = [Character(0, 0, (0, 0), 1, wait) for wait in (2, 0)]
    waits = Told(".   .   2B", dead=(dead[0],))
    assert waits.part("colours").sum() == 0
    assert waits.part("self").tolist()[:5] == [0, 0, 0, 1, 0]
    assert np.flatnonzero(waits.mask).tolist() == [TO_STAY]
    ready = Told(".   .   2B", dead=(dead[1],))
    assert ready.part("colours").sum() == 2
    assert np.flatnonzero(ready.mask).tolist() == [TO_REVIVE, TO_STAY]


def test_a_character_knows_itself_and_the_course_of_the_match() -> None:
    seen = Told("1A  1   .   2B", turn=17, turns=40, scores=(30, 10))
    assert np.flatnonzero(seen.part("self")).tolist() == [0, 6, 11]  # alive, one bomb, the first of its team
    assert seen.part("course").tolist() == [23, 30, 50, 25, 75, 4, 4]
    assert np.flatnonzero(seen.mask).tolist() == [RIGHT, *range(WAYS, WAYS + 9), TO_STAY]


def test_the_whole_board_is_told_cell_by_cell() -> None:
    seen = Told("1A  .   .   2o3 2B", encoding=WHOLE)
    assert seen.part("colours")[:, :5].tolist() == [[1, 0, 0, 0, 0], [0, 0, 0, 1, 1], [0, 1, 1, 0, 0]]
    assert seen.part("characters")[:, :5].tolist() == [[1, 0, 0, 0, 0], [0] * 5, [0, 0, 0, 0, 1]]
    assert seen.part("fire")[:, :5].tolist() == [[0] * 5, [0, 0, 0, 2, 0], [0, 2, 2, 2, 2]]
    assert seen.part("reach")[:5].tolist() == [0, 0, 0, 2, 0]


def test_only_the_whole_has_an_action_for_the_special_players_bombs() -> None:
    states = Table("1A  .   2B", special=True).states
    far = bomb_choice(100, 2)
    for encoding, is_there in ((AROUND, False), (WHOLE, True)):
        looks = looks_of(encoding, GAME.rules)
        action = looks.action(states, 0, far)
        assert (action != NO_ACTION) == is_there
        if is_there:
            assert looks.choice(states, 0, action) == far
            assert told(GAME, encoding, states, 0, NOTHING)[1][action] == 1
            assert told(GAME, encoding, states, 1, NOTHING)[1][action] == 0
        assert looks.choice(states, 0, encoding.actions - 1) == STAY


def test_the_whole_fits_boards_of_the_smallest_record() -> None:
    assert WHOLE.fits(GAME.fit(HexabombOptions(map="crossroads")))
    large = ";".join(f"{q}:0..30" for q in range(20)) + "@0,0/19,30"
    assert not WHOLE.fits(GAME.fit(HexabombOptions(map=large)))
    assert AROUND.fits(GAME.fit(HexabombOptions(map=large)))


def with_bombs() -> Position:
    """A position of a duel at random, with bombs."""
    walk = Walk(GAME, 3, tuple(7 * n * n + 5 * n for n in range(400)), {"map": "duel"})
    match = walk.begin()
    for _ in walk.steps(match):
        p = whole(match.state.array, 0)
        if len(p.bombs) > 1 and p.asked == 0:
            return replace(p, blasts=())
    raise AssertionError("nobody has dropped two bombs")


def moved(p: Position, move: Any) -> Position:
    """The position with every cell taken elsewhere."""
    cells = [move(cell) for cell in p.cells]
    sorted_cells = sorted(zip(cells, p.colours, strict=True))
    return replace(
        p,
        cells=tuple(cell for cell, _ in sorted_cells),
        colours=tuple(colour for _, colour in sorted_cells),
        characters=tuple(replace(c, cell=move(c.cell)) for c in p.characters),
        bombs=tuple(replace(b, cell=move(b.cell)) for b in p.bombs),
    )


def rows_of(p: Position) -> list[Any]:
    """What every character is told."""
    game = GAME.fit(HexabombOptions(map="duel"))
    states = game.new_states(1)
    put(p, states, 0)
    return [told(game, AROUND, states, c.id, NOTHING)[0] for c in p.characters]


def test_a_board_that_lies_elsewhere_looks_the_same() -> None:
    p = with_bombs()
    for here, there in zip(rows_of(p), rows_of(moved(p, lambda c: (c[0] + 40, c[1] - 7))), strict=True):
        assert here.tobytes() == there.tobytes()


@pytest.mark.parametrize("sixths", range(1, 6))
def test_on_a_turned_board_the_sectors_are_moved_on(sixths: int) -> None:
    p = with_bombs()
    turn = ROTATIONS[sixths]
    shift = WAY_STEPS.index(image(turn, WAY_STEPS[0]))
    for here, there in zip(rows_of(p), rows_of(moved(p, lambda c: image(turn, c))), strict=True):
        for name in ("colours", "characters", "bombs"):
            mine, turned = (AROUND.part(row, name) for row in (here, there))
            assert mine.shape[1:] == (WAYS, SECTOR)
            assert np.array_equal(np.roll(mine, shift, axis=1), turned), name
        fires = [AROUND.part(row, "fire") for row in (here, there)]
        assert fires[0][0] == fires[1][0]
        assert np.array_equal(np.roll(fires[0][1:], shift), fires[1][1:])


@pytest.mark.parametrize("options", PLACES, ids=lambda options: str(options["map"])[:12])
@pytest.mark.parametrize("encoding", ENCODINGS, ids=lambda encoding: encoding.name)
def test_nobody_is_told_the_orders_of_others(options: dict[str, Any], encoding: Encoding) -> None:
    walk = Walk(GAME, 1, tuple(31 * n + n * n for n in range(45 if is_compiled() else 14)), options)
    tells_no_secrets(walk, encoding)
    keeps_its_word(walk, encoding)


def test_interpreted_and_compiled_tell_the_same() -> None:
    compiled_tells_as_interpreted(GAME, PLACES[:2])
