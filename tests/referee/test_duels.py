"""Two bots against each other on the same seeds, and the command that reports on them."""

from __future__ import annotations

from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from hoplon.cli.match import match
from hoplon.core.errors import BadOption
from hoplon.referee.duels import Duel, duels_of, find_bot, play

app = typer.Typer()
app.command()(match)
SHORT = ["--seeds", "1-2", "--longest", "12"]


def test_paired_each_seed_is_played_from_both_seats() -> None:
    jobs = duels_of("cardbattle", [("judge", "random")], range(1, 3), (), 1.0, 10, "", True)
    assert [(job.bots, job.seed) for job in jobs] == [
        (("judge", "random"), 1),
        (("random", "judge"), 1),
        (("judge", "random"), 2),
        (("random", "judge"), 2),
    ]


def test_a_match_that_is_stopped_has_no_winner() -> None:
    row = play(Duel("cardbattle", ("random", "judge"), 4, longest=5))
    assert (row.first, row.second, row.winner, row.verdict, row.turns) == (
        "random",
        "judge",
        "",
        "stopped",
        5,
    )
    assert row.fault == ""


def test_match_says_who_won_and_goes_on_where_it_was(tmp_path: Path) -> None:
    words = ["cardbattle", "--bot", "judge", "--bot", "random", *SHORT, "--paired", "--out", str(tmp_path)]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    assert "4 match files" in done.output
    assert len(list(tmp_path.glob("*.hoplon"))) == 4
    again = CliRunner().invoke(app, words)
    assert "4 of 4 matches are done already" in again.stderr


def test_bots_of_hexabomb_meet_in_a_match_of_two(tmp_path: Path) -> None:
    words = ["hexabomb", "--bot", "random", "--bot", "painter", "-o", "turns=10", "--seeds", "1-2"]
    done = CliRunner().invoke(app, [*words, "--paired", "--out", str(tmp_path)])
    assert done.exit_code == 0, done.output
    assert "4 match files" in done.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["cardbattle", "--bot", "judge"], "is for two; give two bots or more"),
        (["cardbattle", "--bot", "judge", "--bot", "./mine.py"], "is a program"),
        (["cardbattle", "--bot", "judge", "--bot", "nobody"], "there is no bot 'nobody'"),
        (["hoplite", "--bot", "random", "--paired"], "--paired is for matches of two"),
        (["hexabomb", "--bot", "random", "-o", "map=regatta"], "with these options 16 play hexabomb"),
    ],
)
def test_what_cannot_be_matched_is_refused(words: list[str], said: str, tmp_path: Path) -> None:
    done = CliRunner().invoke(app, [*words, *SHORT, "--out", str(tmp_path / "runs")])
    assert isinstance(done.exception, BadOption)
    assert said in str(done.exception)
    assert not (tmp_path / "runs").exists()


def test_a_bot_is_made_once() -> None:
    assert find_bot("judge", "cardbattle") is find_bot("judge", "cardbattle")
