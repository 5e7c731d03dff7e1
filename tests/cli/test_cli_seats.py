"""`hoplon play` in games of several seats that have no screen of their own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import hoplon
from tests.outside import packages

BOTS = """
from hoplon.core.bot import Bot

class Fails(Bot):
    def choose(self, view, legal, dice, clock):
        raise ValueError("no idea")

class First(Bot):
    def choose(self, view, legal, dice, clock):
        return legal[0]
"""


ENTRY_POINTS = """
[hoplon.games]
secret = tests.core.secret_duel:GAME
[hoplon.bots]
any.fails = simple_bots:Fails
any.first = simple_bots:First
"""

PROGRAM = """
import json, sys
for line in sys.stdin:
    legal = json.loads(line).get("legal")
    if legal:
        print(json.dumps({"choice": legal[0]}), flush=True)
"""


@pytest.fixture(autouse=True)
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    packages.write_package(tmp_path / "packages", "hoplon_secret", ENTRY_POINTS, simple_bots=BOTS)
    packages.install(monkeypatch)
    packages.install(monkeypatch, tmp_path / "packages")
    yield
    packages.forget()


def test_a_bot_has_the_other_seat(run, tmp_path: Path) -> None:
    result = run("play", "duel", "--opponent", "first", stdin="wait\nwait\nsave a.hoplon\nquit\n")
    assert result.exit_code == 0
    assert "Player 2 (first):" in result.stdout
    match = hoplon.load(tmp_path / "a.hoplon")
    assert match.choices[0] == "wait"
    assert set(match.seats) == {0, 1}


def test_the_second_seat_can_be_taken_by_number_or_name(run) -> None:
    for seat in ("2", "Player 2"):
        result = run("play", "duel", "--opponent", "first", "--seat", seat, stdin="quit\n")
        assert "Player 1 (first):" in result.stdout


def test_undo_takes_back_what_the_bot_has_answered(run) -> None:
    told = run("play", "duel", "--opponent", "first", stdin="wait\nundo\nquit\n").stdout
    assert told.rstrip().endswith("1>")


def test_a_program_has_the_other_seat_and_what_it_remembers_is_not_undone(run, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(PROGRAM)
    told = run("play", "duel", "--opponent", "mine.py", stdin="wait\nundo\nwait\nquit\n").stdout
    assert "Player 2 (mine.py):" in told
    assert "nothing can be undone: mine.py would remember it" in told
    assert told.rstrip().endswith("5>")


def test_a_program_that_fails_is_told_with_its_last_words(run, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("import sys\ninput()\nsys.exit('out of ideas')\n")
    found = run("play", "duel", "--opponent", "mine.py", stdin="wait\nwait\n")
    assert found.exit_code == 2
    expected = "the bot mine.py ended by itself with exit code 1; its stderr ends with 'out of ideas'"
    assert expected in found.stderr


def test_a_person_takes_part_in_a_series(run) -> None:
    words = ["match", "duel", "--bot", "person", "--bot", "first", "--seeds", "1-2"]
    typed = "fly\nwait\nwait\nwait\nwait\n"
    found = run(*words, "--longest", "4", "--jobs", "2", "--csv", stdin=typed)
    assert found.exit_code == 0
    assert "'fly' is none of the legal choices." in found.stderr
    assert "you are Player 2" in found.stderr
    assert found.stdout.startswith("game,"), "nothing but rows"
    assert found.stdout.count(",person,stopped,") == 2


def test_people_share_the_keyboard(run) -> None:
    told = run(
        "play", "duel", "--hotseat", "--seed", "3", stdin="strike\ntake\nwait\nundo\nwait\nquit\n"
    ).stdout
    assert "random" not in told
    for prompt in ("1 Player 1>", "2 Player 2>", "3 Player 2>", "4 Player 1>"):
        assert prompt in told
    assert "wound 1" in told


def test_the_screen_shows_what_the_seat_may_know_that_looks_at_it(run) -> None:
    told = run("play", "secret", "--opponent", "first", "--seed", "3", stdin="domino\nboard\nquit\n").stdout
    assert "breath [9, -1]" in told
    assert "breath [9, 9]" not in told
    assert "seed 3" not in told, "the seed would tell what is hidden"


def test_the_screen_changes_hands_before_a_secret_is_shown(run) -> None:
    told = run("play", "secret", "--hotseat", stdin="\nwait\n\nquit\n").stdout
    first, second = told.split("Player 2, press Enter when you alone look at the screen.")
    assert "Player 1, press Enter" in first
    assert "breath [9, -1]" in first
    assert "breath [-1, 9]" not in first
    assert "breath [-1, 9]" in second
    assert "breath [9, -1]" not in second


def test_nothing_is_undone_where_something_is_hidden(run) -> None:
    assert (
        "nothing can be undone"
        in run("play", "secret", "--opponent", "first", stdin="wait\nundo\nquit\n").stdout
    )


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["duel", "--seat", "3"], "there is no seat '3'; expected 1 to 2, or one of Player 1, Player 2"),
        (["duel", "--opponent", "person"], "people share the keyboard with --hotseat"),
        (["duel", "--opponent", "nobody"], "there is no bot 'nobody' for duel"),
        (["duel", "--hotseat", "--opponent", "random"], "--hotseat has people at all seats"),
        (["hoplite", "--plain", "--hotseat"], "hoplite has no flag '--hotseat'"),
        (["duel", "--seat", "2", "--opponent", "fails"], "the bot fails raised ValueError: no idea"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(run, words: list[str], why: str) -> None:
    result = run("play", *words, stdin="wait\n")
    assert result.exit_code == 2
    assert why in result.stderr
    assert result.stderr.count("\n") == 1
