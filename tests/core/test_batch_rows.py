"""Rows of a batch begin anew on demand, are cut off, are masked; and a batch goes from process to process."""

from __future__ import annotations

import copy
import multiprocessing
import pickle

import numpy as np
import pytest

import hoplon
from hoplon.core.batch import Batch
from hoplon.core.space import Space
from tests.core.duel import GAME

VOLLEY = 3  # ends a duel


@pytest.mark.representative
@pytest.mark.parametrize("rows", [[2, 0], [True, False, True, False], np.array([0, 2], np.int16)])
def test_chosen_rows_begin_anew_with_the_next_seed(rows):
    batch = hoplon.batch("hoplite", 4, seed=10, threads=2)
    batch.play_randomly(2)
    before = batch.states.copy()
    results = batch.reset(rows)
    assert results["seed"].tolist() == [14, 11, 16, 13]
    assert results["age"].tolist() == [0, 2, 0, 2]
    for i, seed in ((0, 14), (2, 16)):
        assert batch.states[i].tobytes() == hoplon.new("hoplite", seed=seed).state.array.tobytes()
    for i in (1, 3):
        assert batch.states[i].tobytes() == before[i].tobytes()


@pytest.mark.parametrize(("seeds", "given"), [(7, [7, 8]), ([90, 80], [90, 80])])
def test_rows_that_begin_anew_take_the_seeds_given(seeds, given):
    batch = hoplon.batch("hoplite", 3, seed=10, threads=1)
    batch.reset([2, 1], seeds)
    assert batch.results["seed"].tolist() == [10, given[1], given[0]]
    assert batch.states[2].tobytes() == hoplon.new("hoplite", seed=given[0]).state.array.tobytes()


def test_a_row_that_begins_anew_is_like_a_new_batch():
    batch, new = (hoplon.batch("hoplite", 2, seed=10, threads=1) for _ in range(2))
    batch.play_randomly(5, checked=True)
    batch.reset([0, 1], 10)
    batch.play_randomly(3, checked=True)
    new.play_randomly(3, checked=True)
    assert batch.results["check"].tolist() == new.results["check"].tolist()
    assert batch.states.tobytes() == new.states.tobytes()


def test_no_rows_are_no_harm():
    batch = Batch(GAME, 2, threads=1)
    before = batch.states.tobytes()
    batch.reset([])
    batch.reset([False, False])
    assert batch.states.tobytes() == before


@pytest.mark.representative
def test_a_match_that_is_cut_off_is_truncated_and_not_over():
    batch = hoplon.batch("hoplite", 2, seed=10, threads=1, longest=2)
    twin = hoplon.batch("hoplite", 2, seed=10, threads=1, reset=False)
    for number, truncated in enumerate((0, 1, 0)):
        choices = [batch.legal(i)[0] for i in range(2)]
        results = batch.play(choices)
        assert (results["truncated"].tolist(), results["over"].tolist()) == ([truncated] * 2, [0, 0])
        if number < 2:
            twin.play(choices)
    assert results["age"].tolist() == [1, 1]
    assert results["seed"].tolist() == [12, 13]
    assert results["matches"].tolist() == [1, 1]
    assert batch.finals.tobytes() == twin.states.tobytes()
    assert batch.scores.ravel().tolist() == twin.states["score"].tolist()


def test_the_end_of_a_match_is_no_truncation():
    batch = Batch(GAME, 2, threads=1, longest=1)
    results = batch.play([VOLLEY, 0])
    assert (results["over"].tolist(), results["truncated"].tolist()) == ([1, 0], [0, 1])
    assert results["matches"].tolist() == [1, 1]


@pytest.mark.representative
def test_without_reset_a_match_that_is_cut_off_stays_so():
    batch = Batch(GAME, 2, threads=1, longest=1, reset=False)
    batch.play([VOLLEY, 0])
    before = batch.states.copy()
    for results in (batch.play([0, 0]), batch.play_randomly(2)):
        assert (results["over"].tolist(), results["truncated"].tolist()) == ([1, 0], [0, 1])
        assert results["matches"].tolist() == [1, 1]
        assert batch.states.tobytes() == before.tobytes()
    batch.reset([0, 1])
    assert not batch.results["over"].any()
    assert not batch.results["truncated"].any()
    assert batch.play([0, 0])["refused"].tolist() == [0, 0]


@pytest.mark.representative
def test_without_reset_random_matches_are_played_to_their_end():
    batch = Batch(GAME, 8, threads=2, reset=False)
    results = batch.play_randomly(500)
    assert results["over"].all()
    assert (results["matches"] == 1).all()
    assert (batch.to_move == -1).all()
    assert not batch.masks().any()
    for i in range(8):
        assert GAME.outcome(batch.states, i).scores == tuple(batch.scores[i].tolist())


@pytest.mark.representative
def test_scores_are_those_of_the_match_that_ended_last_however_it_was_played():
    chosen, random = (Batch(GAME, 4, seed=5, threads=1) for _ in range(2))
    random.play_randomly(40)
    alone = []
    for i in range(4):
        twin = Batch(GAME, 1, seed=5, threads=1)
        matches, seed = int(random.results["matches"][i]), 5 + i + 4 * (int(random.results["matches"][i]) - 1)
        assert matches > 1
        twin.reset([0], seed)
        while not twin.results["matches"][0]:
            twin.play_randomly(1)
        alone.append(twin.scores[0].tolist())
    assert random.scores.tolist() == alone
    for _ in range(2):
        chosen.play([VOLLEY] * 4)
    assert chosen.scores.tolist() == [[3, 0]] * 4


def test_masks_are_written_to_an_array_given():
    batch = Batch(GAME, 3, threads=2)
    room = np.ones((3, len(batch.space)), bool)
    assert batch.masks(room) is room
    assert room.tolist() == batch.masks().tolist()
    assert not room.all()


def test_a_space_goes_both_ways_also_if_it_is_not_in_order():
    space = Space((30, 10, 1 << 40, 20))
    assert space.index([[10, 1 << 40], [30, 20]]).tolist() == [[1, 2], [0, 3]]
    assert space.choices[space.index([20, 30])].tolist() == [20, 30]
    assert int(space.index(20)) == 3


def ends_as(batch, states):
    """Does this batch play on as expected? For another process."""
    batch.play_randomly(5)
    return batch.states.tobytes() == states


@pytest.mark.parametrize(
    "through", [lambda batch: pickle.loads(pickle.dumps(batch)), copy.deepcopy, Batch.copy]
)
def test_a_copy_is_independent_and_plays_on_the_same(through):
    batch = hoplon.batch("hexabomb", 4, seed=3, threads=2, map="duel", turns=3)
    batch.play_randomly(4)
    before = batch.states.tobytes()
    twin = through(batch)
    twin.play_randomly(5)
    assert batch.states.tobytes() == before
    assert batch.game.name == "hexabomb"
    assert twin.game.state == batch.game.state
    batch.play_randomly(5)
    assert twin.states.tobytes() == batch.states.tobytes()
    assert twin.results.tobytes() == batch.results.tobytes()


@pytest.mark.parametrize("way", ["fork", "spawn"])
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_a_batch_plays_on_in_another_process(way):
    batch = hoplon.batch("hoplite", 4, seed=3, threads=2)
    batch.play_randomly(2)
    twin = batch.copy()
    twin.play_randomly(5)
    with multiprocessing.get_context(way).Pool(1) as pool:
        assert pool.apply_async(ends_as, (batch, twin.states.tobytes())).get(300)


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_a_batch_that_a_fork_inherits_makes_its_threads_again():
    batch = hoplon.batch("hoplite", 4, seed=3, threads=2)
    batch.play_randomly(2)
    twin = batch.copy()
    twin.play_randomly(5)
    context = multiprocessing.get_context("fork")
    done = context.Queue()
    child = context.Process(target=lambda: done.put(ends_as(batch, twin.states.tobytes())))
    child.start()
    assert done.get(timeout=300)
    child.join()
