"""Tasks: named and fixed, so that results can be compared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from hoplon.core.errors import HoplonError
from hoplon.learn.sections import most_matches, seats_of, sections_of, starts
from hoplon.learn.tasks import BadTask, left_out, task, tasks
from hoplon.learn.tasks.figures import MARGIN, RANK, SCORE, WON, Played
from tests.outside import packages

TASKS = tasks()
DEPTH = task("hoplite-depth16-v1")


@pytest.mark.parametrize("name", TASKS)
def test_a_task_is_well_formed(name: str) -> None:
    found = task(name)
    assert found is TASKS[name]
    assert not set(found.test) & set(range(found.train.start, found.train.start + 10_000))
    assert found.test.stop <= found.train.start
    assert found.summary
    encoding = found.find_encoding()
    seats = seats_of(found)
    for options in (*found.options(), *found.held_out()):
        fitted = found.rules.ready(options)[1]
        assert encoding.fits(fitted)
        assert fitted.seat_count(options) == seats
        assert not getattr(options, fitted.position_option or "", "")
    assert not set(map(str, found.options())) & set(map(str, found.held_out()))
    assert bool(found.opponents) == (seats > 1)
    assert most_matches(found) >= 100


@pytest.mark.representative
@pytest.mark.parametrize("name", TASKS)
def test_a_measure_counts_in_whole_numbers_and_tells_nothing_at_the_start(name: str) -> None:
    """It may begin anywhere, but at the same number for every seed: only gains are rewarded."""
    found = task(name)
    memory = np.zeros(max(1, found.find_encoding().memory), np.uint8)
    options = found.options()[0]
    game = found.rules.ready(options)[1]
    states = game.new_states(1)
    begun = []
    for seed in found.test[:3]:
        game.start(states, 0, options, seed)
        before = states.tobytes()
        begun.append(found.measure(states[0], 0, memory))
        assert states.tobytes() == before
    assert all(int(one) == one for one in begun)


def test_seeds_come_one_after_another_and_from_every_seat() -> None:
    (alone,) = sections_of(DEPTH)
    assert [start.seed for start in starts(DEPTH, alone, 4)] == [0, 1, 2, 3]
    assert most_matches(DEPTH) == 1000


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"name": "hoplite-deep"}, "does not end with a version"),
        ({"game": "codekeeper"}, "does not begin with codekeeper-"),
        ({"train": range(5, 50)}, "tested with seeds that it learns with"),
        ({"test": range(0)}, "no seeds"),
        ({"unit": 0.0}, "expected more than 0"),
        ({"gamma": 1.5}, "at most 1"),
        ({"longest": 0}, "at least 1"),
        ({"figures": ()}, "reports no figures"),
    ],
)
def test_a_task_that_makes_no_sense_is_refused(change: dict[str, object], why: str) -> None:
    with pytest.raises(BadTask, match=why):
        replace(DEPTH, **change)


def test_an_encoding_must_be_there_in_its_version() -> None:
    with pytest.raises(HoplonError, match="needs the encoding 'smell' of hoplite; there are board, around"):
        replace(DEPTH, encoding="smell").find_encoding()
    with pytest.raises(HoplonError, match="was made for version 9 of the encoding around"):
        replace(DEPTH, encoding_version=9).find_encoding()


def test_a_task_that_there_is_not() -> None:
    with pytest.raises(BadTask, match="did you mean hoplite-gen200-v1"):
        task("hoplite-gen20-v1")
    with pytest.raises(BadTask, match=r"there are .*hoplite-gen200-v1"):
        task("zzz")


def played(seat: int, scores: tuple[int, ...], winners: tuple[int, ...] = (), ended: bool = True) -> Played:
    return Played(seat, scores, winners, 0, 10, ended)


def test_what_figures_say_of_a_match() -> None:
    assert WON.of(played(1, (3, 5), (1,))) == 1
    assert WON.of(played(0, (5, 5))) == 0.5
    assert WON.of(played(0, (5, 5), ended=False)) == 0
    assert WON.of(played(0, (7,))) == 0
    assert MARGIN.of(played(0, (3, 9, 5))) == -6
    assert RANK.of(played(0, (3, 9, 5))) == 3
    assert RANK.of(played(0, (5, 9, 5))) == 2.5


def test_matches_of_one_seed_are_one_observation() -> None:
    """Two matches that always come out opposite say nothing about spread; two alike say it once."""
    opposite = WON.over([[played(0, (1, 0), (0,)), played(1, (1, 0), (0,))]] * 20)
    alike = WON.over(
        [[played(0, (1, 0), (0,)), played(1, (0, 1), (1,))]] * 10 + [[played(0, (0, 1), (1,))] * 2] * 10
    )
    assert opposite.value == alike.value == 0.5
    assert opposite.low > alike.low  # type: ignore[operator]
    assert SCORE.write(SCORE.over([[played(0, (1,))], [played(0, (3,))]])) == "2.00 (-10.71 to 14.71)"
    assert SCORE.write(SCORE.over([[played(0, (1500,))]])) == "1500"


BROUGHT = """
from dataclasses import replace
from hoplon.learn.tasks import task

GOOD = replace(task("hoplite-depth16-v1"), name="hoplite-mine-v1")
TAKEN = task("hoplite-depth16-v1")
"""
ENTRIES = """[hoplon.tasks]
hoplite-mine-v1 = brought_tasks:GOOD
hoplite-other-v1 = brought_tasks:GOOD
hoplite-depth16-v1 = brought_tasks:TAKEN
hoplite-none-v1 = brought_tasks:replace
"""


@pytest.fixture
def outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    packages.write_package(tmp_path, "hoplon_tasks", ENTRIES, brought_tasks=BROUGHT)
    packages.install(monkeypatch, tmp_path)
    yield
    monkeypatch.undo()
    packages.forget()


@pytest.mark.usefixtures("outside")
def test_other_packages_bring_tasks() -> None:
    assert task("hoplite-mine-v1").longest == DEPTH.longest
    assert "hoplite-mine-v1" in tasks()
    with pytest.raises(HoplonError, match="calls itself 'hoplite-mine-v1'"):
        task("hoplite-other-v1")
    assert any("there is another task of that name" in fault for fault in left_out())
    assert any("expected a hoplon.learn.tasks.Task" in fault for fault in left_out())
