"""What a learner is told about Hoplite."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hoplon
from hoplon.core.encoding import NO_ACTION
from hoplon.core.kernel import rule
from hoplon.games import game
from hoplon.games.hoplite.attacked import attacks
from hoplon.games.hoplite.cells import ALL_CELLS, CELLS, has
from hoplon.games.hoplite.facts import landing
from hoplon.games.hoplite.legal import RESIGN
from hoplon.games.hoplite.observe import ENCODINGS
from hoplon.games.hoplite.threats import all_threats
from hoplon.games.hoplite.words import write_cell

HOPLITE = game("hoplite")
BOARD, AROUND = ENCODINGS
POSITION = (
    "hoplite depth=8 hero=4,3 magma=3,3 altar=6,7 demons=F4,4;A4,7;D2,6;W7,2 "
    "health=2/3 energy=60/100 spear=2,3"
)

pytestmark = pytest.mark.representative


@rule
def look(states, i, observe, row):
    """Observe a position of an array."""
    memory = np.zeros(1, np.uint8)
    observe(states[i], 0, memory, row)


@rule
def attacked(states, i, found):
    """The three sets of `attacks`, a column for each."""
    once, twice, thrown = attacks(states[i])
    tiles = landing(states[i])
    for c in range(len(found)):
        if has(tiles, c):
            found[c, 0] = has(once, c)
            found[c, 1] = has(twice, c)
            found[c, 2] = has(thrown, c)


def row_of(encoding: Any, states: Any, i: int = 0) -> Any:
    row = np.zeros(encoding.width, np.uint8)
    look(states, i, encoding.observe, row)
    return row


def states_of(text: str) -> Any:
    states = HOPLITE.new_states(1)
    HOPLITE.read_notation(states, 0, text, 1)
    return states


def on_map(plane: Any) -> list[str]:
    return [write_cell(ALL_CELLS[k]) for k in np.flatnonzero(plane)]


def test_the_board_is_told_tile_by_tile() -> None:
    board = BOARD.part(row_of(BOARD, states_of(POSITION)), "board")
    names = (
        "magma", "hero", "spear", "altar", "portal", "fleece",
        "footman", "archer", "demolitionist", "wizard",
    )  # fmt: skip
    told = {name: on_map(board[k]) for k, name in enumerate(names)}
    assert told == {
        "magma": ["3,3"], "hero": ["4,3"], "spear": ["2,3"], "altar": ["6,7"], "portal": [], "fleece": [],
        "footman": ["4,4"], "archer": ["4,7"], "demolitionist": ["2,6"], "wizard": ["7,2"],
    }  # fmt: skip


def test_around_the_hero_the_same_is_told_by_steps_from_him() -> None:
    around = AROUND.part(row_of(AROUND, states_of(POSITION)), "around")
    middle = 91 // 2
    assert np.flatnonzero(around[1]).tolist() == [middle]
    assert around[6].sum() == 1  # one footman, next to him
    assert around[0].sum() < 91  # the map ends, and there is magma


@pytest.mark.parametrize("seed", range(12))
def test_tiles_under_attack_are_those_that_threats_names(seed: int) -> None:
    match = hoplon.new("hoplite", seed=seed)
    dice = np.random.default_rng(seed)
    for _ in range(25):
        if match.is_over:
            break
        states = match.states_at(len(match.choices))
        found = np.zeros((CELLS, 3), np.int64)
        attacked(states, 0, found)
        hurt, thrown = np.zeros(CELLS, np.int64), np.zeros(CELLS, np.int64)
        all_threats(states, 0, hurt, thrown)
        assert (found[:, 0] == (hurt != 0)).all()
        assert (found[:, 2] == (thrown != 0)).all()
        assert (found[:, 1] <= found[:, 0]).all()
        legal = match.legal()
        match.play(legal[int(dice.integers(len(legal)))])


@pytest.mark.parametrize("encoding", ENCODINGS, ids=str)
def test_no_action_stands_for_resigning(encoding: Any) -> None:
    assert encoding.action_of(states_of(POSITION)[0], RESIGN) == NO_ACTION
