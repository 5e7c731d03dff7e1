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
from hoplon.core.errors import BadPosition, BadText, HoplonError, IllegalChoice
from hoplon.games.hexabomb import GAME, fit
from hoplon.games.hexabomb.advice import why_not
from hoplon.games.hexabomb.generate import generate
from hoplon.games.hexabomb.legal import fate
from hoplon.games.hexabomb.maps import named
from hoplon.games.hexabomb.notation import notation, read_notation
from hoplon.games.hexabomb.options import HexabombOptions
from hoplon.games.hexabomb.picture import diagram, read_diagram
from hoplon.games.hexabomb.state import Do, Fate, order_t
from hoplon.games.hexabomb.view import whole
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


def played(seed: int, choices: list[int], **options):
    """A match in which choice k is the k-th number of the list, counted round the legal ones."""
    match = hoplon.new("hexabomb", seed=seed, **options)
    for k in choices:
        if match.is_over:
            break
        legal = match.legal()
        match.play(legal[k % len(legal)])
    return match


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


def test_a_seat_sees_its_own_orders():
    match = hoplon.new("hexabomb", seed=0, map="duel")
    match.play("stay")
    match.play("move y-")
    assert [order.kind for order in match.view(0).orders] == [Do.MOVE]
    assert match.view(1).orders == ()


@section("1.4")
def test_a_diagram_reads_back():
    match = played(1, [3, 5, 7, 8] * 10, map="duel", turns=30)
    p = match.view()
    again = read_diagram(diagram(p), origin=(0, -6))
    assert dict(zip(again.cells, again.colours, strict=True)) == p.colour_at
    living = {c.id: c.cell for c in p.characters if c.alive}
    assert {c.id: c.cell for c in again.characters} == living


@pytest.mark.representative
def test_a_batch_tells_the_score_of_a_match_that_ended():
    batch = hoplon.batch("hexabomb", 1, threads=1, map="0:0..1@0,0", turns=3)
    for _ in range(3):
        results = batch.play([0])
    assert (results["over"][0], results["matches"][0], results["score"][0]) == (1, 1, 3)


@pytest.mark.representative
def test_there_are_no_dice():
    match = hoplon.new("hexabomb", seed=0, map="garden", turns=2)
    for _ in range(3):
        assert len(hoplon.outcomes(match, "stay")) == 1
        match.play("stay")


@section("8.1")
def test_players_begin_in_rotation():
    match = hoplon.new("hexabomb", seed=0, map="delta", players=3, turns=4)
    first = []
    while not match.is_over:
        first.append(match.to_move)
        for _ in range(9):
            match.play("stay")
    assert first == [0, 1, 2, 0]


def test_random_matches_until_everything_has_happened():
    seen: set[int] = set()
    for seed, options in enumerate(({"map": "duel"}, {"map": "delta", "special": True}) * 3):
        match = played(seed, np.random.default_rng(seed).integers(0, 100, 700).tolist(), turns=80, **options)
        seen |= {action.kind for turn in match.turns for action in turn.actions}
        if seen == set(Do) - {Do.STAY}:
            return
    assert seen == set(Do) - {Do.STAY}


@section("6.2")
def test_a_match_file_stands_alone(tmp_path):
    match = played(3, [1, 4, 9, 2] * 8, map="0:0..3;1:0..3@0,0+0,1/1,2+1,3@0,3", turns=5)
    path = match.save(tmp_path / "m.match")
    assert hoplon.load(path).state == match.state
    assert hoplon.verify(path).agrees


@section("10")
def test_large_matches_have_their_own_records():
    board = generate(12, 3000, 1, characters=2)
    options = HexabombOptions(map=board.to_text(), turns=2)
    assert fit(options).state.itemsize > GAME.state.itemsize
    match = hoplon.new("hexabomb", seed=0, map=board.to_text(), turns=2)
    while not match.is_over:
        match.play(match.legal()[0])
    assert match.outcome is not None
    assert len(match.outcome.scores) == 12
    assert hoplon.new("hexabomb", position=match.state.notation).state == match.state


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("jump", "no choice"), ("move", "for example move x"), ("move up", "no direction"),
        ("bomb 3", "range 3"), ("bomb 9 9", "2 to 4"), ("bomb a b", "no whole number"),
        ("revive", "is alive"), ("move z+", "no cell"), ("stay here", "too long"), ("", "no choice"),
    ],
)  # fmt: skip
def test_a_choice_that_cannot_be_made_says_why(text, message):
    match = hoplon.new("hexabomb", seed=0, map="0:0;1:0;2:0@0,0/2,0")
    with pytest.raises(IllegalChoice, match=message):
        match.play(text)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 9}, "too many"), ({"turns": 0}, "turns"), ({"players": 0}, "somebody"),
        ({"special": True, "map": "0:0@0,0"}, "no special"), ({"map": "none"}, "no map"),
        ({"players": 1.5}, "players"),
    ],
)  # fmt: skip
def test_options_that_cannot_be_played_are_refused(options, message):
    with pytest.raises(HoplonError, match=message):
        hoplon.new("hexabomb", **options)


LINE = "hexabomb cells=0:0..2 players=1 turn=1/9 colours=3*0 characters=0@0,0:1"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("hexabomb", "hoplite", "begins with"), ("0@0,0:1", "0@9,0:1", "no cell"),
        ("0@0,0:1", "0@0,0:3", "bombs held"), ("0@0,0:1", "1@0,0:1", "order of their seats"),
        ("3*0", "2*0", "2 colours for 3"), ("3*0", "4*0", "more colours"), ("3*0", "3*2", "a colour"),
        ("1/9", "10/9", "turn"), ("1/9", "1", "unclear"), ("players=1", "", "does not say"),
        ("turn=1/9", "turn=1/9 asked=1", "asked"), ("0:0..2", "0:0..x", "column"),
        ("0@0,0:1", "0@0,0:1!7", "waiting time"), ("0@0,0:1", "0@0,0:1;0@0,0:1", "with another"),
        ("turn=1/9", "turn=1/9 bombs=0@0,1:2:3;0@0,1:2:3", "another"),
        ("turn=1/9", "turn=1/9 turn=1/9", "twice"), ("turn=1/9", "turn=1/9 fog", "unknown word"),
        ("turn=1/9", "turn=1/9 orders=0:jump", "no order"),
        ("turn=1/9", "turn=1/9 orders=0:revive", "before it was asked"),
    ],
)  # fmt: skip
def test_a_position_that_cannot_be_is_refused(old, new, message):
    states = GAME.new_states(1)
    read_notation(states, 0, LINE)
    assert notation(states, 0) == LINE
    assert old in LINE
    with pytest.raises(BadPosition, match=message):
        read_notation(states, 0, LINE.replace(old, new))


@section("1.5")
def test_pictures_are_drawn():
    match = played(1, [8, 8, 8, 1, 8, 2], map="delta", special=True)
    text, svg = str(match), match._repr_svg_()
    assert "sudden death" in text
    assert "orders character" in text
    assert svg.startswith("<svg")
    assert svg.count("<polygon") == len(named("delta").cells)


def test_views_are_plain_json():
    import json

    match = played(1, [8, 8, 8, 1, 8, 2], map="duel")
    assert json.loads(json.dumps(match.view().as_json()))["turn"] == 1
    assert zlib.crc32(match.state.array.tobytes()) == zlib.crc32(match.copy().state.array.tobytes())


def test_words_refuse_cells_off_the_board():
    with pytest.raises(BadText, match="no cell of the board"):
        fit(HexabombOptions(map="duel")).phrases.read("move 0 99,0 98,0")
