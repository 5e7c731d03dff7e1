"""Seats that a bot has in all matches: those of the game, and `--at`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from hoplon.cli import app
from hoplon.cli.kept_seats import kept_seats, seated
from hoplon.cli.plain import read_seats
from hoplon.core.errors import BadOption
from hoplon.core.match import Match
from hoplon.games import game

BOMBS = game("hexabomb")
DEADLY = BOMBS.options.from_text({"special": "yes", "turns": "2"})


def test_sudden_death_keeps_a_seat_for_a_hunter_and_asking_for_it_gets_it() -> None:
    assert kept_seats(BOMBS, DEADLY, []) == {0: "hunter"}
    assert kept_seats(BOMBS, DEADLY, ["special player=random"]) == {0: "random"}
    assert kept_seats(BOMBS, DEADLY, ["3=painter"]) == {0: "hunter", 2: "painter"}
    assert kept_seats(BOMBS, BOMBS.usual, []) == {}
    assert seated({0: "hunter"}, ["a", "b"], 3) == ("hunter", "a", "b")


@pytest.mark.parametrize("said", ["9=random", "random", "1=", "nobody=random"])
def test_what_is_no_seat_with_its_bot_is_refused(said: str) -> None:
    with pytest.raises(BadOption, match=r"expected SEAT=BOT, a seat from 1 to 3 or one of Special player"):
        kept_seats(BOMBS, DEADLY, [said])


def test_a_seat_is_left_for_those_who_are_compared() -> None:
    with pytest.raises(BadOption, match="left for --bot"):
        kept_seats(BOMBS, DEADLY, ["2=random", "3=random"])


def test_a_person_plays_an_ordinary_seat_unless_asked_otherwise() -> None:
    match = Match(BOMBS, 1, DEADLY)
    assert sorted(read_seats(match, {})) == [0, 2]
    assert read_seats(match, {})[0].name == "hunter"
    assert sorted(read_seats(match, {"--seat": "special player"})) == [1, 2]


def test_a_series_of_sudden_death_compares_the_ordinary_players(tmp_path: Path) -> None:
    words = ["match", "hexabomb", "--bot", "random", "--seeds", "1-2", "-o", "special=yes", "-o", "turns=2"]
    found = CliRunner().invoke(app, [*words, "--out", str(tmp_path / "series"), "--json"])
    assert found.exit_code == 0, found.stderr
    said = json.loads(found.stdout)
    assert [line["player"] for line in said["standings"]] == ["random"]
    assert {(one["seat"], one["player"]) for one in said["results"]} == {
        (0, "hunter as Special player"),
        (1, "random"),
        (2, "random"),
    }
