"""Many matches at once are the same matches as one by one."""

from __future__ import annotations

import numpy as np
import pytest

import hoplon
from hoplon.core.batch import Batch
from hoplon.core.entrypoints import copy_many
from hoplon.core.errors import HoplonError
from hoplon.core.text import turn_of
from hoplon.games import game
from tests.core.duel import GAME


@pytest.mark.representative
@pytest.mark.parametrize(("threads", "log"), [(1, True), (3, True), (2, False)])
def test_a_batch_is_the_single_matches_turn_by_turn(threads, log):
    batch = hoplon.batch("hoplite", 5, seed=40, depth=4, hearts=6, threads=threads, log=log, reset=False)
    matches = [hoplon.new("hoplite", seed=40 + i, depth=4, hearts=6) for i in range(5)]
    for n in range(12):
        choices = []
        for i, match in enumerate(matches):
            legal = match.legal()
            assert batch.legal(i).tolist() == [c.code for c in legal]
            choices.append(legal[(n * 3 + i) % len(legal)].code if legal else 0)
        results = batch.play(choices)
        for i, match in enumerate(matches):
            if match.is_over:
                assert results["refused"][i] == 1
                continue
            turn = match.play(match.game.write_choice(match._states, 0, choices[i]))
            assert batch.states[i : i + 1].tobytes() == match._states.tobytes()
            assert (results["over"][i] == 1) == match.is_over
            assert results["age"][i] == len(match.choices)
            if log:
                assert str(turn_of(batch.turns[i], match.game.phrases)) == str(turn)


@pytest.mark.representative
def test_illegal_choices_are_refused_and_change_nothing():
    batch = hoplon.batch("hoplite", 4, seed=1, threads=1)
    before = batch.states.copy()
    results = batch.play([-1, 64, 10**12, 5 << 7])
    assert results["refused"].tolist() == [1, 1, 1, 1]
    assert batch.states.tobytes() == before.tobytes()
    results = batch.play([int(batch.legal(i)[0]) for i in range(4)])
    assert results["refused"].tolist() == [0, 0, 0, 0]


@pytest.mark.representative
def test_a_match_that_ends_begins_anew_with_the_next_seed_and_its_end_is_kept():
    batch = Batch(GAME, 3, seed=10, threads=1)
    volley = 3
    results = batch.play([volley, 0, volley])
    assert results["over"].tolist() == [1, 0, 1]
    assert results["matches"].tolist() == [1, 0, 1]
    assert results["seed"].tolist() == [13, 11, 15]
    assert batch.scores.tolist() == [[3, 0], [0, 0], [3, 0]]
    assert batch.finals["hearts"][0].tolist() == [3, 0]
    assert batch.states["hearts"][0].tolist() == [3, 3]
    assert batch.states["seed"].tolist() == [[13, 0], [11, 0], [15, 0]]


def test_without_reset_an_ended_match_stays_ended():
    batch = Batch(GAME, 2, threads=1, reset=False)
    batch.play([3, 0])
    assert batch.legal(0).tolist() == []
    assert batch.play([0, 0])["refused"].tolist() == [1, 0]


@pytest.mark.representative
def test_random_play_does_not_depend_on_the_number_of_threads():
    checks = []
    for threads in (1, 2, 4):
        batch = hoplon.batch("hoplite", 4, seed=3, threads=threads)
        results = batch.play_randomly(20, checked=True)
        assert not results["fault"].any()
        checks.append((results["check"].tolist(), batch.states.tobytes(), results["matches"].tolist()))
    assert checks[0] == checks[1] == checks[2]


def test_random_play_is_the_same_as_playing_those_choices():
    batch = hoplon.batch("hoplite", 2, seed=3, threads=1)
    batch.play_randomly(1)
    for i in range(2):
        match = hoplon.new("hoplite", seed=3 + i)
        after = set()
        for choice in match.legal():
            match.play(choice)
            after.add(match._states.tobytes())
            match.undo()
        assert batch.states[i : i + 1].tobytes() in after


@pytest.mark.parametrize("choices", [[0], [0, 0, 0], [[0, 0]]])
def test_choices_of_another_shape_are_refused(choices):
    batch = Batch(GAME, 2, threads=1)
    with pytest.raises(HoplonError, match=r"got choices of shape .*; expected \(2,\)"):
        batch.play(np.array(choices))


def test_an_empty_batch_is_refused():
    with pytest.raises(HoplonError, match="a batch of 0 matches is too small; expected at least 1"):
        Batch(GAME, 0)


@pytest.mark.representative
def test_states_are_copied_whole() -> None:
    found = game("hoplite")
    states, rooms = Batch(found, 3, seed=4).states, found.new_states(3)
    copy_many(states, rooms, 2)
    assert rooms.tobytes() == states.tobytes()
