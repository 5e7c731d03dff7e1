"""Everything of a match can be pickled, copied and sent to other processes, for every game."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from dataclasses import replace
from typing import Any

import pytest

import hoplon
from hoplon.core.errors import HoplonError
from hoplon.core.match import Match
from hoplon.core.past import STRETCH
from tests.core import duel

GAMES = ("cardbattle", "codekeeper", "hexabomb", "hoplite")
TURNS = STRETCH + 4


def play_on(match: Match, turns: int = TURNS) -> Match:
    """Some turns that depend only on the match."""
    for n in range(turns):
        if match.is_over:
            break
        legal = match.legal()
        match.play(legal[(7 * n + 3) % len(legal)])
    return match


def everything(match: Match) -> list[Any]:
    """All that a match holds, as bytes and text."""
    return [
        [match.states_at(n).tobytes() for n in range(len(match.choices) + 1)],
        [(choice, choice.code) for choice in match.choices],
        [str(turn) for turn in match.turns],
        match.seats,
        match.checks,
        match.outcome,
        match.options,
        match.seed,
    ]


def again(thing: Any) -> Any:
    """The same by way of pickle."""
    return pickle.loads(pickle.dumps(thing))


@pytest.fixture(scope="module", params=[*GAMES, "duel", "a map of its own"])
def match(request) -> Match:
    if request.param == "duel":
        return play_on(Match(duel.GAME, 2, duel.DuelOptions(hearts=9)), 6)
    if request.param == "a map of its own":
        return play_on(hoplon.new("hexabomb", seed=1, map="snowflake"))
    return play_on(hoplon.new(request.param, seed=1))


@pytest.mark.representative
@pytest.mark.parametrize("way", [again, copy.deepcopy], ids=["pickle", "deepcopy"])
def test_a_match_is_the_same_and_goes_on_alone(match, way):
    before = everything(match)
    twin = way(match)
    assert everything(twin) == before
    assert twin.game is match.game
    played = len(twin.choices)
    for one in (twin, again(match)):
        while len(one.choices) > played // 2:
            one.undo()
        one.redo()
        play_on(one)
    assert everything(one) == everything(twin)
    assert everything(match) == before


def test_values_are_the_same(match):
    state, legal, turn = match.state, match.legal(), match.turns[-1]
    for way in (again, copy.deepcopy):
        assert way(state) == state
        assert way(state).game is match.game
        assert [(c, c.code) for c in way(legal)] == [(c, c.code) for c in legal]
        assert way(turn) == turn
        assert way(match.options) == match.options
        assert way(match.outcome) == match.outcome
        assert way(match.game) is match.game
        assert way(match.choices[0]).code == match.choices[0].code


def test_a_game_without_a_place_says_so():
    nowhere = replace(duel.GAME, title="Nowhere")
    with pytest.raises(HoplonError, match="no module holds the game duel under a name"):
        pickle.dumps(nowhere)
    assert copy.deepcopy(nowhere) is nowhere


@pytest.mark.parametrize("method", ["spawn", "fork"])
def test_other_processes_play_on(method):
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"this system does not {method}")
    begun = [play_on(hoplon.new(name, seed=5)) for name in GAMES]
    with multiprocessing.get_context(method).Pool(1) as pool:
        there = pool.map(play_on, begun)
    for match, other in zip(begun, there, strict=True):
        assert everything(play_on(match)) == everything(other)
