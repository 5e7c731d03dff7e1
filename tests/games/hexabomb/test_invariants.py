"""What holds for every position of hexabomb, however it was reached."""

from __future__ import annotations

import os
import subprocess
import sys
import zlib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hoplon
from hoplon.games.hexabomb.advice import why_not
from hoplon.games.hexabomb.legal import fate
from hoplon.games.hexabomb.notation import read_notation
from hoplon.games.hexabomb.state import Do, Fate, order_t
from hoplon.games.hexabomb.view import whole
from tests.games.hexabomb.boards import played
from tests.games.rulebook import section

SCRIPT = """
import sys, zlib
import hoplon
for options in ({"map": "duel", "turns": 12}, {"map": "delta", "special": True, "players": 2, "turns": 15}):
    batch = hoplon.batch("hexabomb", 2, seed=5, threads=1, **options)
    batch.play_randomly(150, checked=True)
    print(batch.results["check"].tolist(), zlib.crc32(batch.states.tobytes()))
"""


def numbers(interpreted: bool) -> str:
    env = os.environ | {"NUMBA_DISABLE_JIT": "1" if interpreted else "0"}
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", SCRIPT], env=env, check=True, capture_output=True, text=True
    ).stdout


@pytest.mark.slow
def test_interpreted_and_compiled_agree_log_for_log_and_byte_for_byte():
    assert numbers(interpreted=True) == numbers(interpreted=False)


CASES = st.sampled_from(
    [
        {"map": "duel", "turns": 20},
        {"map": "garden", "turns": 9},
        {"map": "delta", "players": 2, "special": True, "turns": 12},
        {"map": "0:0;1:0;2:0@0,0/2,0@1,0", "turns": 30},
        {"map": "0:0..2;1:0..2@0,0/1,2@0,1", "special": True, "turns": 30},
    ]
)

NUMBERS = st.lists(st.integers(0, 80), max_size=60)

few = settings(max_examples=25, deadline=None)


@pytest.mark.representative
@few
@given(CASES, NUMBERS)
def test_a_match_replays_and_batches_to_the_same_bytes(options, choices):
    match = played(1, choices, **options)
    batch = hoplon.batch("hexabomb", 1, seed=1, threads=1, reset=False, **options)
    for choice in match.choices:
        assert batch.play([choice.code])["refused"][0] == 0
    assert batch.states.tobytes() == match.state.array.tobytes()


@few
@given(CASES, NUMBERS)
@section("5", "6.1")
def test_notation_and_turn_logs_round_trip(options, choices):
    match = played(1, choices, **options)
    states = match.game.new_states(1)
    read_notation(states, 0, match.state.notation)
    assert states.tobytes() == match.state.array.tobytes()
    for turn in match.turns:
        again = match.game.phrases.read_turn(str(turn))
        assert (str(again), again.actions) == (str(turn), turn.actions)


@few
@given(CASES, NUMBERS)
@section("8.3")
def test_what_is_offered_is_legal_and_reads_back(options, choices):
    match = played(1, choices, **options)
    legal = match.legal()
    assert bool(legal) != match.is_over
    space = set(match.game.space)
    for choice in legal:
        assert match.read(choice).code == choice.code
        assert choice.code in space
        assert match.game.entries.allows(match.state.array, 0, choice.code)
    offered = {choice.code for choice in legal}
    special = match.view().special and match.to_move == 0
    if not special and not match.is_over:
        parts = [*range(8), 100, 101, 127]
        for code in [-1, *(kind << 14 | a << 7 | b for kind in range(5) for a in parts for b in parts)]:
            assert match.game.entries.allows(match.state.array, 0, code) == (code in offered)


@few
@given(CASES, NUMBERS)
@section("8.3", "3.3")
def test_an_order_is_illegal_if_and_only_if_there_are_words_for_it(options, choices):
    states = played(1, choices, **options).state.array
    orders = [(Do.MOVE, way, 0, 0) for way in range(6)]
    orders += [(Do.BOMB, 0, reach, delay) for reach in (1, 2, 4, 5, 100, 101) for delay in (1, 2, 4, 5, 101)]
    orders += [(Do.REVIVE, 0, 0, 0)]
    o = np.zeros(1, order_t)
    for who in range(int(states["characters"][0])):
        for kind, way, reach, delay in orders:
            o[0] = (kind.value, way, states["seat"][0, who], who, reach, delay)
            why = why_not(states, 0, who, kind.value, way, reach, delay)
            assert bool(why) == (fate(states[0], o[0]) == Fate.ILLEGAL), why


@few
@given(CASES, NUMBERS)
@section("1.3", "2.3")
def test_counts_and_marks_agree_with_the_board(options, choices):
    match = played(1, choices, **options)
    s = match.state.record
    p = whole(match.state.array, 0)
    assert p.counts == tuple(s.count[: s.seats].tolist())
    number = p.board.number
    standing = {number[c.cell]: c.id for c in p.characters if c.alive}
    assert {c: int(w) for c, w in enumerate(s.stands) if w >= 0} == standing
    assert {c: int(b) for c, b in enumerate(s.mine) if b >= 0} == {
        number[b.cell]: n for n, b in enumerate(p.bombs)
    }
    assert not s.distance.any()
    assert all(b.delay > 0 and p.colour_at[b.cell] == b.seat + 1 for b in p.bombs)
    assert all(p.colour_at[c.cell] == c.seat + 1 for c in p.characters if c.alive)


@few
@given(CASES, NUMBERS, st.data())
@section("8.2")
def test_a_view_does_not_change_with_orders_that_the_seat_may_not_see(options, choices, data):
    match = played(1, choices, **options)
    if match.is_over:
        return
    mover = match.to_move
    legal = match.legal()
    twins = [match.copy(), match.copy()]
    for twin in twins:
        twin.play(data.draw(st.sampled_from(list(legal))))
    if twins[0].view().turn == match.view().turn:
        for seat in range(match.view().seats):
            if seat != mover:
                assert twins[0].view(seat) == twins[1].view(seat)


@pytest.mark.representative
def test_a_batch_tells_the_score_of_a_match_that_ended():
    batch = hoplon.batch("hexabomb", 1, threads=1, map="0:0..1@0,0", turns=3)
    for _ in range(3):
        results = batch.play([0])
    assert (results["over"][0], results["matches"][0], batch.scores.tolist()) == (1, 1, [[3]])


@pytest.mark.representative
def test_there_are_no_dice():
    match = hoplon.new("hexabomb", seed=0, map="garden", turns=2)
    for _ in range(3):
        assert len(hoplon.outcomes(match, "stay")) == 1
        match.play("stay")


@section("5")
def test_random_matches_until_everything_has_happened():
    seen: set[int] = set()
    for seed, options in enumerate(({"map": "duel"}, {"map": "delta", "special": True}) * 3):
        match = played(seed, np.random.default_rng(seed).integers(0, 100, 700).tolist(), turns=80, **options)
        seen |= {action.kind for turn in match.turns for action in turn.actions}
        if seen == set(Do) - {Do.STAY}:
            return
    assert seen == set(Do) - {Do.STAY}


def test_views_are_plain_json():
    import json

    match = played(1, [8, 8, 8, 1, 8, 2], map="duel")
    assert json.loads(json.dumps(match.view().as_json()))["turn"] == 1
    assert zlib.crc32(match.state.array.tobytes()) == zlib.crc32(match.copy().state.array.tobytes())
