"""What the matches of a batch begin from, and what it refuses."""

from __future__ import annotations

import numpy as np
import pytest

import hoplon
from hoplon.core.batch import Batch
from hoplon.core.errors import HoplonError
from hoplon.core.match import Match
from hoplon.core.states import State
from hoplon.games import game, own_names
from tests.core.duel import GAME as DUEL

HOPLITE = game("hoplite")
SEEDS = [7, 3, 2**40, 3, 0]


def same_as(batch, matches):
    return batch.states.tobytes() == b"".join(match.state.array.tobytes() for match in matches)


def play_everywhere(batch, matches, turns):
    """The same choices in a batch and in single matches."""
    for n in range(turns):
        legal = [match.legal() for match in matches]
        choices = [few[(3 * n + i) % len(few)] if few else None for i, few in enumerate(legal)]
        batch.play([0 if choice is None else choice.code for choice in choices])
        for match, choice in zip(matches, choices, strict=True):
            if choice is not None:
                match.play(choice)


@pytest.mark.representative
@pytest.mark.parametrize("name", own_names())
def test_seeds_can_be_an_array(name):
    found = game(name)
    batch = Batch(found, 5, np.array(SEEDS), threads=2, reset=False)
    matches = [Match(found, seed) for seed in SEEDS]
    assert same_as(batch, matches)
    play_everywhere(batch, matches, 6)
    assert same_as(batch, matches)
    assert batch.results["age"].tolist() == [len(match.choices) for match in matches]
    assert batch.to_move.tolist() == [-1 if match.to_move is None else match.to_move for match in matches]
    for mask, match in zip(batch.masks(), matches, strict=True):
        codes = [choice.code for choice in match.legal()]
        assert sorted(batch.space.choices[mask].tolist()) == sorted(codes)
        assert mask[batch.space.index(codes)].all()


@pytest.mark.representative
def test_each_match_can_have_options_of_its_own_and_keeps_them():
    kinds = [HOPLITE.options(depth=depth) for depth in (1, 4, 1)]
    batch = Batch(HOPLITE, 3, 20, kinds, threads=1, longest=2)
    assert same_as(batch, [Match(HOPLITE, 20 + i, kind) for i, kind in enumerate(kinds)])
    batch.play_randomly(2)
    assert batch.results["truncated"].tolist() == [1, 1, 1]
    assert same_as(batch, [Match(HOPLITE, 23 + i, kind) for i, kind in enumerate(kinds)])


def test_options_whose_words_differ_go_together():
    found = game("cardbattle")
    kinds = [found.options(), found.options(army_a="oda", army_b="takeda")]
    batch = Batch(found, 2, 5, kinds, reset=False)
    matches = [Match(found, 5 + i, kind) for i, kind in enumerate(kinds)]
    play_everywhere(batch, matches, 12)
    assert same_as(batch, matches)


def test_options_that_need_larger_records_do_not_go_together():
    found = game("hexabomb")
    kinds = [found.options(map="duel"), found.options(map="0:0..600@0,0")]
    with pytest.raises(HoplonError) as refusal:
        Batch(found, 2, 0, kinds)
    assert "records of one size, but a state of hexabomb takes" in str(refusal.value)
    assert "bytes under the usual options and 219336 bytes under map=0:0..600@0,0" in str(refusal.value)


def begun():
    match = hoplon.new("hoplite", seed=1, depth=3)
    for _ in range(3):
        match.play(match.legal()[0])
    return match


@pytest.mark.representative
@pytest.mark.parametrize(
    "given",
    [
        lambda match: match,
        lambda match: match.state,
        lambda match: match.state.array,
        lambda match: match.state.record,
        lambda match: [match, match.state, match.state.array],
        lambda match: np.concatenate([match.state.array] * 3),
    ],
)
def test_matches_begin_from_positions_with_the_dice_of_their_seeds(given):
    match = begun()
    batch = Batch(HOPLITE, 3, 50, positions=given(match), threads=1, longest=2)
    expected = [match.copy() for _ in range(3)]
    for i, twin in enumerate(expected):
        twin.use_dice(50 + i)
    assert same_as(batch, expected)
    batch.play_randomly(2)
    for i, twin in enumerate(expected):
        twin.use_dice(53 + i)
    assert same_as(batch, expected), "they begin anew from there"


@pytest.mark.parametrize("name", own_names())
def test_the_notation_says_where_all_matches_begin(name):
    found = game(name)
    match = Match(found, 4)
    for _ in range(5):
        match.play(match.legal()[0])
    line = " ".join(word for word in match.state.notation.split() if not word.startswith("rng="))
    options = found.options(**{found.position_option: line})
    batch = Batch(found, 3, [9, 8, 2], options, reset=False)
    matches = [Match(found, seed, options) for seed in (9, 8, 2)]
    assert same_as(batch, matches)
    play_everywhere(batch, matches, 4)
    assert same_as(batch, matches)


def test_positions_of_each_match_and_the_options_of_matches():
    matches = [hoplon.new("hexabomb", seed=i, map="duel", turns=turns) for i, turns in enumerate((5, 9))]
    for match in matches:
        match.play("stay")
    batch = Batch(game("hexabomb"), 2, positions=matches, reset=False)
    assert same_as(batch, matches)
    assert batch.scores.shape == (2, 2)


def ended():
    match = Match(DUEL, 1)
    match.play("volley")
    assert match.is_over
    return match


def test_a_match_may_begin_with_its_end_only_where_it_stays_so():
    batch = Batch(DUEL, 2, positions=ended(), reset=False)
    assert batch.play_randomly(3)["age"].tolist() == [0, 0]
    with pytest.raises(HoplonError, match="position of match 0 is the end of a match; expected one to play"):
        Batch(DUEL, 2, positions=ended())


HOPLITES = HOPLITE.options()
BAD = {
    "a batch of 0 matches is too small; expected at least 1": lambda: Batch(DUEL, 0),
    "'few' is no number of matches; expected a whole number": lambda: Batch(DUEL, "few"),
    "a batch cannot play on 0 threads; expected at least 1": lambda: Batch(DUEL, 2, threads=0),
    "matches cannot be cut off after 0 turns; expected at least 1": lambda: Batch(DUEL, 2, longest=0),
    "seed 1.5 is no whole number from 0 to 2**63 - 1": lambda: Batch(DUEL, 2, 1.5),
    "seed -3 is no whole number from 0 to 2**63 - 1": lambda: Batch(DUEL, 2, -3),
    "seed 9223372036854775808 is no whole number from 0 to 2**63 - 1": lambda: Batch(DUEL, 2, 2**63 - 1),
    "got seeds of shape (3,) for 2 matches; expected (2,)": lambda: Batch(DUEL, 2, [1, 2, 3]),
    "got seeds of type float64; expected whole numbers from 0 to 2**63 - 1": lambda: Batch(
        DUEL, 2, [1.0, 2.0]
    ),
    "seed -9 is no whole number from 0 to 2**63 - 1": lambda: Batch(DUEL, 2, [1, -9]),
    "seed 9223372036854775809 is no whole number from 0 to 2**63 - 1": lambda: Batch(
        DUEL, 2, np.array([1, 2**63 + 1], np.uint64)
    ),
    "got options as str; expected DuelOptions or a list of them": lambda: Batch(DUEL, 2, 0, "depth=3"),
    "got options as HopliteOptions; expected DuelOptions of duel": lambda: Batch(DUEL, 2, 0, HOPLITES),
    "got 3 sets of options for 2 matches; expected 1 or 2": lambda: Batch(HOPLITE, 2, 0, [HOPLITES] * 3),
    "option depth is 99; expected a whole number from 1 to 16": lambda: Batch(
        HOPLITE, 2, 0, HOPLITE.options(depth=99)
    ),
    "got positions as str; expected a State, a Match, an array of states or a list of these": lambda: Batch(
        HOPLITE, 2, positions="hoplite 1"
    ),
    "got 0 positions for 2 matches; expected 1 or 2": lambda: Batch(HOPLITE, 2, positions=[]),
    "got 3 positions for 2 matches; expected 1 or 2": lambda: Batch(HOPLITE, 2, positions=[begun()] * 3),
    "position 1 is one of hoplite; expected duel": lambda: Batch(
        DUEL, 2, positions=[State(DUEL, DUEL.new_states(1)), begun()]
    ),
    "position 0 has 8 bytes; expected a state of hoplite for these options, ": lambda: Batch(
        HOPLITE, 2, positions=[np.zeros(1)]
    ),
    "bytes in an array of shape (2, 2); expected states of hoplite, ": lambda: Batch(
        HOPLITE, 2, positions=HOPLITE.new_states(4).reshape(2, 2)
    ),
    "got a mask of shape (3,) for 2 matches; expected (2,)": lambda: Batch(DUEL, 2).reset([True] * 3),
    "there is no row 2; expected 0 to 1": lambda: Batch(DUEL, 2).reset([0, 2]),
    "there is no row -1; expected 0 to 1": lambda: Batch(DUEL, 2).legal(-1),
    "'first' is no row; expected a whole number": lambda: Batch(DUEL, 2).legal("first"),
    "row 1 is named twice": lambda: Batch(DUEL, 2).reset([1, 1]),
    "got rows of type float64 and shape (1,); expected a mask or a list of indices": lambda: Batch(
        DUEL, 2
    ).reset([0.5]),
    "got seeds of shape (2,) for 1 matches; expected (1,)": lambda: Batch(DUEL, 2).reset([1], [1, 2]),
    "got choices of type float64; expected whole numbers": lambda: Batch(DUEL, 2).play([0.0, 1.0]),
    "got choices of shape (1,); expected (2,)": lambda: Batch(DUEL, 2).play([0]),
    "'all' is no number of turns; expected a whole number": lambda: Batch(DUEL, 2).play_randomly("all"),
    "got int64 of shape (2, 3) to write masks to; expected an array of bool of shape (2, ": lambda: Batch(
        DUEL, 2
    ).masks(np.zeros((2, 3), np.int64)),
    "got list to write masks to; expected an array of bool of shape (2, ": lambda: Batch(DUEL, 2).masks([]),
    "masks can only be written to an array that is contiguous and writeable": lambda: Batch(DUEL, 2).masks(
        np.zeros((2, len(DUEL.space)), bool, order="F")
    ),
    "the number 99 is no choice of the action space": lambda: Batch(DUEL, 2).space.index([0, 99]),
    "got choices of type bool; expected whole numbers": lambda: Batch(DUEL, 2).space.index([True]),
}


@pytest.mark.parametrize("sentence", BAD)
def test_what_cannot_be_is_refused_in_one_sentence(sentence):
    with pytest.raises(HoplonError) as refusal:
        BAD[sentence]()
    assert sentence in str(refusal.value)
    assert "\n" not in str(refusal.value)
