"""The tables of the leaderboard are made of results that were audited, and of nothing else."""

from __future__ import annotations

from dataclasses import replace
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from hoplon.learn.results import Result, SectionResult
from hoplon.learn.sections import sections_of
from hoplon.learn.tasks import task, tasks
from hoplon.referee.stats import Interval

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def board() -> Any:
    """The program that keeps the leaderboard."""
    spec = spec_from_file_location("leaderboard", ROOT / "benchmarks" / "leaderboard.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_has_the_tables_of_the_results_kept(board: Any) -> None:
    text = board.PAGE.read_text("utf-8")
    assert text.partition(board.BEGIN)[2].partition(board.END)[0] == f"\n{board.tables(board.kept())}\n"


def test_what_is_kept_belongs_to_tasks_as_they_are(board: Any) -> None:
    kept = board.kept()
    assert kept
    for one in kept:
        found = task(one.task)
        assert [section.section for section in one.sections] == sections_of(found)
        assert one.rules == found.rules.version
        for section in one.sections:
            assert list(section.figures) == [figure.name for figure in found.figures]


def test_the_page_about_tasks_names_them_all() -> None:
    page = (ROOT / "docs" / "reference" / "tasks.md").read_text("utf-8")
    assert [name for name in tasks() if f"| `{name}` |" not in page] == []


def test_a_result_in_fewer_matches_replaces_none(board: Any) -> None:
    def result(matches: int, value: float) -> Result:
        section = SectionResult("greedy", "", False, matches, {"depth": Interval(value)})
        return Result("hoplite-depth1-v1", "hoplite", 3, "0", (section, replace(section, player="random")))

    entered = board.enter(board.enter([], result(100, 1.0)), result(50, 2.0))
    assert [one.sections[0].figures["depth"].value for one in entered] == [1.0, 1.0]
    entered = board.enter(entered, result(100, 3.0))
    assert [(one.sections[0].player, one.sections[0].matches) for one in entered] == [
        ("greedy", 100),
        ("random", 100),
    ]
    assert entered[0].sections[0].figures["depth"].value == 3.0
