"""Many runs, and the command that reports on them."""

from __future__ import annotations

from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

import hoplon
from hoplon.cli.match import match
from hoplon.core.errors import BadOption, HoplonError, UnknownGame
from hoplon.referee.series import Job, Row, deaths, play, play_all, read_seeds

app = typer.Typer()
app.command()(match)


def test_seeds_are_read() -> None:
    assert read_seeds("7") == range(7, 8)
    assert read_seeds("1-100") == range(1, 101)


@pytest.mark.parametrize("text", ["", "a", "1-", "-5", "5-1", "1-2-3", "1..4", "0-99999999"])
def test_bad_seeds_are_refused(text: str) -> None:
    with pytest.raises(BadOption, match="the seeds"):
        read_seeds(text)


def test_a_run_is_one_row() -> None:
    row = play(Job("hoplite", "random", 1))
    assert (row.game, row.bot, row.seed, row.won) == ("hoplite", "random", 1, False)
    assert row.verdict.startswith("lost to")
    assert row.turns > 0


def test_series_are_the_same_on_one_core_and_on_two() -> None:
    def rows(processes: int) -> list[tuple[int, str, int]]:
        jobs = [Job("hoplite", "random", seed) for seed in range(6)]
        return sorted((row.seed, row.verdict, row.turns) for row in play_all(jobs, processes))

    assert rows(1) == rows(2)


def test_deaths_are_counted_by_depth() -> None:
    rows = [
        Row("hoplite", "x", seed, "", verdict, verdict == "won", depth, 0, 1, 0.1, 0.1)
        for seed, (verdict, depth) in enumerate(
            [("lost to archer", 3), ("won", 16), ("lost to bomb", 2), ("lost to archer", 3)]
        )
    ]
    assert deaths(rows) == {2: {"lost to bomb": 1}, 3: {"lost to archer": 2}}


def test_match_reports_and_keeps_the_runs(tmp_path: Path) -> None:
    words = ["hoplite", "--bot", "random", "--bot", "greedy", "--seeds", "1-4", "--longest", "30"]
    done = CliRunner().invoke(app, [*words, "-o", "hearts=2", "--out", str(tmp_path)])
    assert done.exit_code == 0, done.output
    assert "random against greedy on the same 4 seeds" in done.output
    assert "8 match files" in done.output
    files = sorted(tmp_path.glob("*.hoplon"))
    assert len(files) == 8
    assert all(hoplon.verify(path) for path in files)


@pytest.mark.parametrize(
    ("words", "error", "text"),
    [
        (["chess", "--bot", "random"], UnknownGame, "there is no game 'chess'"),
        (["hoplite", "--bot", "clever"], BadOption, "there is no bot 'clever'"),
        (["hoplite", "--bot", "random", "--seeds", "9-1"], BadOption, "run backwards"),
        (["hoplite", "--bot", "random", "--bot", "random"], BadOption, "given twice"),
        (["hoplite", "--bot", "random", "-o", "hearts"], BadOption, "has no value"),
        (["hoplite", "--bot", "random", "-o", "hearts=2", "-o", "hearts=3"], BadOption, "is given twice"),
        (["hoplite", "--bot", "random", "-o", "hearts=99"], BadOption, "hearts"),
    ],
)
def test_match_refuses_in_one_sentence(words: list[str], error: type[HoplonError], text: str) -> None:
    done = CliRunner().invoke(app, words)
    assert isinstance(done.exception, error)
    assert text in str(done.exception)
    assert "\n" not in str(done.exception)
