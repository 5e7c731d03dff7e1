"""Many matches, and the command that reports on them."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

import hoplon
from hoplon.cli.match import match
from hoplon.core.dice import NAMED
from hoplon.core.errors import BadOption, HoplonError, UnknownGame
from hoplon.core.replay import read
from hoplon.referee.folder import secret_in
from hoplon.referee.run import SeatResult
from hoplon.referee.series import Job, Row, play, play_all, read_seeds
from hoplon.referee.standings import meetings, standing, standings, where_ended

app = typer.Typer()
app.command()(match)
SHORT = ["--seeds", "1-2", "--longest", "12"]


def test_seeds_are_read() -> None:
    assert read_seeds("7") == range(7, 8)
    assert read_seeds("1-100") == range(1, 101)


@pytest.mark.parametrize(
    "text", ["", "a", "1-", "-5", "5-1", "1-2-3", "1..4", "0-99999999", "9" * 5000, "1-" + "9" * 5000]
)
def test_bad_seeds_are_refused(text: str) -> None:
    with pytest.raises(BadOption, match="the seeds") as error:
        read_seeds(text)
    assert len(str(error.value)) < 200


def test_a_match_is_one_row_with_a_result_for_each_seat() -> None:
    row = play(Job("hoplite", ("random",), 1))
    assert (row.game, row.players, row.seed) == ("hoplite", ("random",), 1)
    assert row.reason.startswith("killed by")
    assert row.seats[0].verdict == "lost"
    assert row.seats[0].choices == row.turns > 0


def test_a_match_that_is_stopped_has_no_winner() -> None:
    row = play(Job("cardbattle", ("random", "judge"), 4, longest=5))
    assert (row.reason, row.turns) == ("stopped", 5)
    assert [(seat.player, seat.rank, seat.verdict) for seat in row.seats] == [
        ("random", 1, "stopped"),
        ("judge", 1, "stopped"),
    ]


def jobs_of(jobs: list[Job]) -> Callable[[], Job | None]:
    left = iter(jobs)
    return lambda: next(left, None)


def test_series_are_the_same_on_one_core_and_on_two() -> None:
    def rows(processes: int) -> list[tuple[int, str, int]]:
        jobs = jobs_of([Job("hoplite", ("random",), seed) for seed in range(6)])
        return sorted((row.seed, row.reason, row.turns) for _, row in play_all(jobs, processes))

    assert rows(1) == rows(2)


def seat(number: int, player: str, rank: int, verdict: str = "lost", score: int = 0) -> SeatResult:
    return SeatResult(number, player, verdict, rank, score, 10, 0.5, 0.25, 0.0, 0.1, 0, 0, 0)


def row(seed: int, *seats: SeatResult, reason: str = "won", measure: int = 0) -> Row:
    players = "\n".join(seat.player for seat in seats)
    return Row("game", "", seed, reason, 10, measure, "", f"{seed}\n{players}", seats)


def test_endings_are_counted_by_measure() -> None:
    ends = [
        ("killed by a demon archer", 3),
        ("won", 16),
        ("killed by a bomb", 2),
        ("killed by a demon archer", 3),
    ]
    rows = [
        row(n, seat(0, "x", 1, "won" if reason == "won" else "lost"), reason=reason, measure=depth)
        for n, (reason, depth) in enumerate(ends)
    ]
    assert where_ended(rows, "x") == {
        2: {"killed by a bomb": 1},
        3: {"killed by a demon archer": 2},
    }


def test_points_are_opponents_left_behind() -> None:
    rows = [
        row(1, seat(0, "a", 1, "won"), seat(1, "b", 2), seat(2, "c", 2)),
        row(2, seat(0, "b", 1, "won"), seat(1, "a", 3), seat(2, "c", 2)),
    ]
    shares = {line.player: line.share.value for line in standings(rows, "abc") if line.share}
    assert shares == {"a": 0.5, "b": pytest.approx(0.625), "c": pytest.approx(0.375)}
    met = {(one.first, one.second): (one.won, one.drawn, one.lost) for one in meetings(rows, "abc")}
    assert met == {("a", "b"): (1, 0, 1), ("a", "c"): (1, 0, 1), ("b", "c"): (1, 1, 0)}
    assert standing(rows, "a").cpu == 0.5


def test_match_reports_and_keeps_the_matches(tmp_path: Path) -> None:
    words = ["hoplite", "--bot", "random", "--bot", "greedy", "--seeds", "1-4", "--longest", "30"]
    done = CliRunner().invoke(app, [*words, "-o", "hearts=2", "--out", str(tmp_path)])
    assert done.exit_code == 0, done.output
    assert "random against greedy on the same 4 seeds" in done.output
    assert "McNemar's exact test" in done.output
    assert "8 match files" in done.output
    files = sorted(tmp_path.glob("*.hoplon"))
    assert len(files) == 8
    assert all(hoplon.verify(path).agrees for path in files)
    assert len(list(tmp_path.glob("*.record.json"))) == 8


def test_one_match_alone_has_no_interval(tmp_path: Path) -> None:
    words = ["hoplite", "--bot", "random", "--bot", "greedy", "--seeds", "1", "--longest", "5"]
    done = CliRunner().invoke(app, [*words, "--out", str(tmp_path)])
    assert done.exit_code == 0, done.output
    assert "inf" not in done.output
    assert "nan" not in done.output


def test_match_says_who_won_and_goes_on_where_it_was(tmp_path: Path) -> None:
    words = ["cardbattle", "--bot", "judge", "--bot", "random", *SHORT, "--paired", "--out", str(tmp_path)]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    assert "4 match files" in done.output
    assert len(list(tmp_path.glob("*.hoplon"))) == 4
    again = CliRunner().invoke(app, words)
    assert "4 of 4 matches are done already" in again.stderr


def test_four_seats_the_same_bot_twice_for_programs(tmp_path: Path) -> None:
    bots = ["--bot", "random", "--bot", "painter", "--bot", "random", "--bot", "hunter"]
    words = ["hexabomb", *bots, "-o", "turns=4", "-o", "map=crossroads", "--seeds", "1-2"]
    done = CliRunner().invoke(app, [*words, "--out", str(tmp_path), "--json"])
    assert done.exit_code == 0, done.output
    said = json.loads(done.stdout)
    assert [one["player"] for one in said["results"]] == [
        "painter", "random #2", "hunter", "random", "random #2", "hunter", "random", "painter",
    ]  # fmt: skip
    assert len(said["meetings"]) == 6
    assert len(said["standings"]) == 4
    table = CliRunner().invoke(app, [*words, "--out", str(tmp_path), "--csv"])
    rows = list(csv.DictReader(io.StringIO(table.stdout)))
    assert [(row["seed"], row["seat"], row["player"], row["score"]) for row in rows] == [
        (str(one["seed"]), str(one["seat"]), one["player"], str(one["score"])) for one in said["results"]
    ]


def test_a_class_of_ones_own_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "ownbot.py").write_text(
        "import hoplon\n\n\nclass Last(hoplon.Bot):\n    SETTINGS = {'step': 1}\n\n"
        "    def __init__(self, step=1):\n        self.step = step\n\n"
        "    def choose(self, view, legal, dice, clock):\n        return legal[-self.step]\n"
    )
    monkeypatch.chdir(tmp_path)
    words = ["hoplite", "--bot", "py:ownbot:Last", "--bot", "py:ownbot:Last:step=2", *SHORT]
    done = CliRunner().invoke(app, [*words, "--out", str(tmp_path / "runs"), "--json"])
    assert done.exit_code == 0, done.output
    assert {one["fault"] for one in json.loads(done.stdout)["results"]} == {""}


@pytest.mark.parametrize(
    ("words", "error", "text"),
    [
        (["chess", "--bot", "random"], UnknownGame, "there is no game 'chess'"),
        (["hoplite", "--bot", "clever"], BadOption, "there is no bot 'clever'"),
        (["hoplite", "--bot", "random", "--seeds", "9-1"], BadOption, "run backwards"),
        (["hoplite", "--bot", "random", "-o", "hearts"], BadOption, "has no value"),
        (["hoplite", "--bot", "random", "-o", "hearts=2", "-o", "hearts=3"], BadOption, "is given twice"),
        (["hoplite", "--bot", "random", "-o", "hearts=99"], BadOption, "hearts"),
        (["hoplite", "--bot", "random", "--json", "--csv"], BadOption, "give one of them"),
        (["hoplite", *["--bot", "random"] * 65], BadOption, "65 bots are too many"),
        (["hoplite", "--bot", "random", "--paired"], BadOption, "--paired is for matches of several"),
        (
            ["cardbattle", "--bot", "judge", "--bot", "./mine.py"],
            BadOption,
            "there is no bot file './mine.py'",
        ),
        (["cardbattle", "--bot", "judge", "--bot", "nobody"], BadOption, "there is no bot 'nobody'"),
        (["hoplite", "--bot", "py:nomodule:Mine"], BadOption, "'nomodule' cannot be imported"),
        (["hoplite", "--bot", "py:json:Mine"], BadOption, "has no class 'Mine'"),
        (["hoplite", "--bot", "py:json:JSONDecoder"], BadOption, "no class derived from hoplon.Bot"),
        (["hoplite", "--bot", "py:json"], BadOption, "names no class"),
        (["hoplite", "--bot", "netorcai:./x"], BadOption, "hoplite is not played over netorcai"),
        (["hexabomb", "--bot", "painter", "-o", "players=0"], BadOption, "needs somebody to play it"),
        (["hoplite", "--bot", " "], BadOption, "neither a name nor a command"),
    ],
)
def test_match_refuses_in_one_sentence(
    words: list[str], error: type[HoplonError], text: str, tmp_path: Path
) -> None:
    done = CliRunner().invoke(app, [*words, "--out", str(tmp_path / "runs")])
    assert isinstance(done.exception, error)
    assert text in str(done.exception)
    assert "\n" not in str(done.exception)
    assert not (tmp_path / "runs").exists()


def test_a_program_that_cannot_start_is_refused(tmp_path: Path) -> None:
    words = ["hoplite", "--bot", "python3 nothere.py", "--out", str(tmp_path / "runs")]
    done = CliRunner().invoke(app, words)
    assert isinstance(done.exception, HoplonError)
    assert "'python3 nothere.py' cannot start: it ended by itself with exit code 2" in str(done.exception)
    assert not (tmp_path / "runs").exists()


def test_with_a_secret_the_seeds_cannot_be_guessed_and_the_series_can_be_repeated(tmp_path: Path) -> None:
    secret = secret_in(tmp_path)
    assert secret_in(tmp_path) == secret
    assert (tmp_path / "secret").stat().st_mode & 0o077 == 0
    job = Job("hoplite", ("random",), 3, longest=5, folder=str(tmp_path), secret=secret)
    row = play(job)
    assert row.seed == 3
    file = read((tmp_path / row.file).read_text())
    assert file.seed == job.seeds[0] >= NAMED
    assert [seat.score for seat in play(replace(job, folder="")).seats] == [seat.score for seat in row.seats]
    assert len({replace(job, seed=n).seeds for n in range(50)}) == 50
    (tmp_path / "secret").write_text("no secret\n")
    with pytest.raises(BadOption, match="is damaged"):
        secret_in(tmp_path)
