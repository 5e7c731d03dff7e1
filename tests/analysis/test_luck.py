"""Luck and skill apart."""

from __future__ import annotations

import numpy as np
import pytest

import hoplon
from hoplon.analysis.evaluator import Evaluator
from hoplon.analysis.luck import account_of, steps_of
from hoplon.analysis.outcomes import followers
from hoplon.core.match import Match
from hoplon.core.outcomes import outcomes
from tests.analysis.matches import begun, ended

RANDOM_MATCHES = 30


def evaluator_of(match: Match) -> Evaluator:
    return Evaluator(match.game, match.game.seat_count(match.options))


@pytest.mark.parametrize("name", ["hoplite", "cardbattle", "hexabomb"])
def test_the_compiled_list_of_outcomes_is_the_one_of_the_engine(name: str) -> None:
    match = begun(name, 3)
    for choice in list(match.legal())[:12]:
        compiled = followers(match.game, match._states, choice.code)
        listed = outcomes(match, choice)
        assert compiled.exact == listed.exact
        if compiled.exact:
            assert sum(compiled.chances) == pytest.approx(1.0)
            assert sorted(compiled.chances) == pytest.approx(
                sorted(float(r.probability) for r in listed.results)
            )
            assert {compiled.positions[i : i + 1].tobytes() for i in range(len(compiled.chances))} == {
                r.state.array.tobytes() for r in listed.results
            }


@pytest.mark.parametrize("name", ["hoplite", "cardbattle"])
def test_choices_and_luck_add_up_to_the_result(name: str) -> None:
    match = ended("hoplite", 3) if name == "hoplite" else begun("cardbattle", 60, 2)
    steps = steps_of(match, evaluator_of(match))
    assert any(step.luck(0) for step in steps)
    for seat in range(len(steps[0].before)):
        account = account_of(steps, seat, steps[-1].after[seat])
        assert account.gap == pytest.approx(0.0, abs=1e-9)


def test_luck_is_the_value_after_a_draw_less_the_mean_over_its_outcomes() -> None:
    match = ended("hoplite", 3)
    evaluator = evaluator_of(match)
    checked = 0
    for step in steps_of(match, evaluator):
        listed = followers(match.game, match.states_at(step.number - 1), match.choices[step.number - 1].code)
        if not listed.exact or not 1 < len(listed.chances) <= 40:
            continue
        values, _ = evaluator.look(listed.positions, 0)
        assert step.expected[0] == pytest.approx(float(np.dot(values, listed.chances)))
        assert step.after[0] in values
        checked += 1
    assert checked > 0


def test_without_dice_there_is_no_luck() -> None:
    match = begun("hexabomb", 40)
    for step in steps_of(match, evaluator_of(match)):
        assert step.draws == 0
        assert all(step.luck(seat) == 0.0 and step.errors[seat] == 0.0 for seat in range(2))


def test_over_random_matches_the_mean_luck_is_zero_within_its_interval() -> None:
    lucks = []
    evaluator = None
    dice = np.random.default_rng(7)
    for seed in range(RANDOM_MATCHES):
        match = hoplon.new("hoplite", seed=seed, depth=3)
        while not match.is_over and len(match.choices) < 15:
            legal = match.legal()
            match.play(legal[int(dice.integers(len(legal)))])
        evaluator = evaluator or evaluator_of(match)
        lucks.append(sum(step.luck(0) for step in steps_of(match, evaluator)))
    assert np.std(lucks) > 0
    assert abs(np.mean(lucks)) < 3.5 * np.std(lucks, ddof=1) / RANDOM_MATCHES**0.5
