"""What is true of every game: the same properties for each one that is installed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hoplon
from hoplon.core import replay
from hoplon.core.batch import Batch
from hoplon.core.kernel import is_compiled
from hoplon.core.match import Match
from hoplon.games import game
from tests.strategies import strategies

NAMES = hoplon.game_names()
SEEDS = st.integers(0, 2**63 - 1)
PICKS = st.lists(st.integers(0, 10**6), min_size=1, max_size=25)


def begin(name: str, data: st.DataObject) -> Match:
    """A match with a seed and options that Hypothesis chose."""
    return hoplon.new(name, seed=data.draw(SEEDS), **data.draw(strategies(name).options()))


def wander(match: Match, picks: Sequence[int]) -> Match:
    """Play a legal choice for each number, until the end."""
    for n in picks:
        if match.is_over:
            break
        legal = match.legal()
        match.play(legal[n % len(legal)])
    return match


every_game = pytest.mark.parametrize("name", NAMES)


@pytest.mark.representative
@every_game
@given(data=st.data(), picks=PICKS)
def test_what_is_listed_can_be_played_and_reads_back(name, data, picks):
    match = begin(name, data)
    for n in picks:
        if match.is_over:
            assert len(match.legal()) == 0
            assert match.outcome is not None
            break
        legal = match.legal()
        assert len(legal) > 0, "a position that is not final has a legal choice"
        assert match.outcome is None
        assert len(set(legal)) == len(legal) <= match.game.most_choices
        assert {c.code for c in legal} <= set(match.game.space)
        for choice in legal:
            assert match.read(choice) == choice
            assert match.read(choice).code == choice.code
        turn = match.play(legal[n % len(legal)])
        assert match.game.phrases.read_turn(str(turn)).actions == turn.actions


@pytest.mark.representative
@every_game
@given(data=st.data(), picks=PICKS)
def test_a_replay_gives_the_same_check_numbers(name, data, picks):
    match = wander(begin(name, data), picks)
    again = replay.load(replay.write(match), game)
    assert again.checks == match.checks
    assert again.state == match.state
    assert replay.write(again) == replay.write(match)


@pytest.mark.representative
@every_game
@given(data=st.data(), picks=PICKS)
def test_undo_restores_every_byte(name, data, picks):
    match = begin(name, data)
    past = []
    for n in picks:
        if match.is_over:
            break
        past.append(match.state)
        legal = match.legal()
        match.play(legal[n % len(legal)])
    end, checks = match.state, list(match.checks)
    for before in reversed(past):
        match.undo()
        assert match.state == before
    for _ in past:
        match.redo()
    assert (match.state, list(match.checks)) == (end, checks)


@every_game
@given(data=st.data(), picks=PICKS)
def test_a_position_reads_back_and_goes_on_in_the_same_ways(name, data, picks):
    """The notation leaves out dice and names in the log, so what can follow is compared, not what does."""
    match = wander(begin(name, data), picks)
    if match.is_over:
        return
    text = match.state.notation
    states = match.game.new_states(1)
    match.game.read_notation(states, 0, text)
    assert match.game.notation(states, 0) == text
    twin = match.copy()
    twin._states = states
    assert list(twin.legal()) == list(match.legal())
    choice = match.legal()[picks[0] % len(match.legal())]
    found = [hoplon.outcomes(m, choice, limit=100, samples=1) for m in (match, twin)]
    if all(f.exact for f in found):
        first, other = ({(r.state.notation, r.probability) for r in f.results} for f in found)
        assert first == other


@pytest.mark.representative
@every_game
@given(data=st.data(), picks=PICKS)
def test_a_view_tells_nothing_of_the_dice(name, data, picks):
    match = wander(begin(name, data), picks)
    seats = range(match.game.seats[1])
    seen = [match.view(seat) for seat in seats]
    other = match.copy()
    states = other._states.copy()
    other.game.entries.forget_dice(states, 0, 987654321987654321)
    other._states = states
    assert [other.view(seat) for seat in seats] == seen
    assert not any("987654321987654321" in repr(other.view(seat)) for seat in seats)
    assert list(other.legal()) == list(match.legal())


@every_game
def test_a_match_after_a_thousand_others_is_the_same_to_the_byte(name):
    found = game(name)
    many = 1000 if is_compiled() else 60
    worn = Batch(found, 1, seed=5, threads=1)
    while worn.results["matches"][0] < many:
        worn.play_randomly(10, longest=7)
    worn.play_randomly(3, longest=1000)
    seed, age = int(worn.results["seed"][0]), int(worn.results["age"][0])
    fresh = Batch(found, 1, seed=seed, threads=1)
    fresh.play_randomly(age, longest=1000)
    assert fresh.states.tobytes() == worn.states.tobytes()


SCRIPT = """
import json, sys
from tests.test_every_game import story
print(json.dumps(story(sys.argv[1])))
"""


def story(name: str) -> list[Any]:
    """Check numbers of some random play: they hold every log and every position."""
    told: list[Any] = []
    for number, options in enumerate(strategies(name).sets()):
        batch = hoplon.batch(name, 2, seed=100 * number, threads=1, **options)
        results = batch.play_randomly(40, checked=True)
        told.append([results["check"].tolist(), results["fault"].tolist(), batch.states.tobytes().hex()])
        match = wander(hoplon.new(name, seed=number, **options), [n * 37 + number for n in range(15)])
        told.append(list(match.checks))
        told.append([str(turn) for turn in match.turns])
    return told


@every_game
def test_interpreted_and_compiled_rules_agree_log_for_log(name):
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT, name],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)},
        capture_output=True, text=True, timeout=200, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    interpreted = json.loads(run.stdout)
    for there, here in zip(interpreted, story(name), strict=True):
        assert there == here


@every_game
def test_a_game_describes_itself_completely(name):
    found = game(name)
    assert found.name == name
    assert found.title
    assert found.summary
    assert found.version >= 1
    assert 1 <= found.seats[0] <= found.seats[1]
    assert set(found.phrases.forms) == set(found.actions), "every action has its line in the log"
    assert len(set(found.phrases.forms.values())) == len(found.phrases.forms)
    assert found.options() == replace(found.options())
    match = hoplon.new(name, seed=1)
    assert str(match)
    assert match._repr_svg_().startswith("<svg")
    assert match.view() == match.copy().view()
