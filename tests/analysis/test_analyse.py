"""What positions and choices are worth."""

from __future__ import annotations

import itertools

import pytest

import hoplon
from hoplon.analysis.analyse import analyse, analysing, task_for
from hoplon.analysis.evaluator import Evaluator
from hoplon.core.errors import BadOption, HoplonError
from hoplon.core.kernel import copied
from hoplon.core.states import State
from tests.analysis.matches import begun, ended

GAMES = ("hoplite", "codekeeper", "hexabomb", "cardbattle", "duel")


def same(analysis: hoplon.Analysis) -> dict:
    return analysis.as_json() | {"seconds": 0}


@pytest.mark.parametrize("name", GAMES)
def test_an_analysis_is_repeatable_by_nodes_whatever_the_threads(name: str) -> None:
    match = begun(name)
    first = analyse(match, nodes=60)
    assert first.nodes >= 60
    assert same(first) == same(analyse(match, nodes=60))
    assert same(first) == same(analyse(match, nodes=60, threads=2))


@pytest.mark.parametrize("name", GAMES)
def test_values_are_chances_or_numbers_with_errors_and_the_best_choice_is_first(name: str) -> None:
    found = analyse(begun(name), nodes=60)
    for value in (*found.values, *(value for each in found.choices for value in each.values)):
        assert value.error >= 0
        if not value.quantity.unit:
            assert 0.0 <= value.mean <= 1.0
    firsts = [each.values[0].mean for each in found.choices]
    assert firsts == sorted(firsts, reverse=True)
    assert found.best is not None
    assert found.best.behind == 0.0


def test_a_longer_analysis_goes_on_where_a_shorter_one_stopped() -> None:
    task = task_for(begun("hexabomb"))
    rounds = list(itertools.islice(analysing(task), 3))
    assert [each.nodes for each in rounds] == sorted({each.nodes for each in rounds})
    assert same(rounds[1]) == same(list(itertools.islice(analysing(task), 2))[-1])


@pytest.mark.parametrize("name", ["cardbattle", "codekeeper", "hexabomb"])
def test_a_seat_learns_nothing_that_is_hidden_from_it(name: str) -> None:
    match = begun(name, 9)
    assert match.game.hides
    changed = False
    for seat in range(match.game.seat_count(match.options)):
        other = copied(match._states)
        match.game.entries.redeal(other, 0, seat, 987_654_321)
        changed = changed or other.tobytes() != match._states.tobytes()
        here = analyse(State(match.game, match._states), seat, nodes=40)
        there = analyse(State(match.game, other), seat, nodes=40)
        assert same(here) == same(there)
    assert changed


def test_what_was_seen_before_counts_where_a_position_does_not_show_it() -> None:
    match = hoplon.new("codekeeper", seed=5)
    for _ in range(12):
        match.play(hoplon.bot("explorer", "codekeeper").choose(match.view(0), match.legal(), None, 1.0))
    with_memory = analyse(match, nodes=40)
    without = analyse(State(match.game, match._states), nodes=40)
    assert same(with_memory) != same(without)


def test_with_one_heart_the_best_choice_is_one_that_the_hero_survives() -> None:
    match = hoplon.new("hoplite", seed=1, position="hoplite depth=2 hero=4,5 demons=F4,6;A4,9 health=1/3")
    fatal = {
        str(choice)
        for choice in match.legal()
        if any(result.state.record.end != 0 for result in hoplon.outcomes(match, choice).results)
    }
    assert fatal
    best = analyse(match, nodes=100).best
    assert best is not None
    assert str(best.choice) not in fatal


def test_a_position_may_be_a_line_of_notation_or_a_file(tmp_path) -> None:
    match = begun("hoplite")
    path = match.save(tmp_path / "run.hoplon")
    assert same(analyse(path, nodes=40)) == same(analyse(match, nodes=40))
    line = match.state.notation
    assert analyse(line, nodes=40).position == line


def test_the_value_of_an_end_is_how_it_ended() -> None:
    match = ended("duel")
    evaluator = Evaluator(match.game, 2)
    found = evaluator.play(match._states, 0)
    assert match.outcome is not None
    assert found[0, 0, 0] == (1.0 if 0 in match.outcome.winners else 0.0)


def test_what_cannot_be_analysed_is_refused_in_a_sentence() -> None:
    with pytest.raises(HoplonError, match="after the end"):
        analyse(ended("duel"))
    with pytest.raises(BadOption, match="there is no seat 3"):
        analyse(begun("hoplite"), 3)
    with pytest.raises(BadOption, match="not by both"):
        analyse(begun("hoplite"), nodes=5, seconds=1.0)
    with pytest.raises(BadOption, match="expected a number above 0"):
        analyse(begun("hoplite"), nodes=0)
