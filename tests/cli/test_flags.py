"""Flags of single games, on the command lines that take them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import hoplon
from hoplon.cli.autosave import kept
from hoplon.cli.flags import options_of, read_flags
from hoplon.cli.play import wants_compiled
from hoplon.core.errors import BadOption
from hoplon.core.talents import Flag
from tests.cli.test_cli_refusals import check_refused
from tests.outside import packages

FLAGGED = """
from dataclasses import replace
from hoplon.core.talents import Flag
from tests.core.duel import GAME as DUEL

def fail(value):
    raise ValueError("no such thing")

FLAGS = (
    Flag("--quick", "No second thoughts.", lambda _: {"quick": "yes"}),
    Flag("--hearts", "How much a fencer can take.", lambda said: {"hearts": int(said)}, "N"),
    Flag("--fails", "Always fails.", fail),
    Flag("--names", "A file.", lambda file: {"names": open(file).read()}, "FILE"),
    Flag("--nothing", "Forgets to answer.", lambda _: None),
)
GAME = replace(DUEL, name="flagged", flags=FLAGS)
MODULE = replace(DUEL, name="no-module", terminal="nosuch:X")
OBJECT = replace(DUEL, name="no-terminal", terminal="os:sep")
"""
ENTRY_POINTS = """
[hoplon.games]
flagged = flagged_duel:GAME
no-module = flagged_duel:MODULE
no-terminal = flagged_duel:OBJECT
"""


@pytest.fixture(autouse=True)
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    packages.write_package(tmp_path / "packages", "hoplon_flagged", ENTRY_POINTS, flagged_duel=FLAGGED)
    packages.install(monkeypatch, tmp_path / "packages")
    yield
    packages.forget()


def test_a_flag_without_a_value_is_an_option_of_the_match(run, tmp_path: Path) -> None:
    args = ("play", "flagged", "--quick", "--hotseat", "--hearts=5", "-o", "title=x")
    assert run(*args, stdin="save a.hoplon\nquit\n").exit_code == 0
    options = hoplon.load(tmp_path / "a.hoplon").options
    assert (options.quick, options.hearts, options.title) == (True, 5, "x")


@pytest.mark.parametrize("command", ["play", "simulate", "trace"])
@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--fails"], "the flag '--fails' cannot be used: no such thing"),
        (["--hearts", "many"], "the flag '--hearts many' cannot be used: invalid literal for int()"),
        (["--names", "none"], "the flag '--names none' cannot be used: none: No such file"),
        (["--nothing"], "the flag '--nothing' cannot be used: "),
        (["--names="], "the flag --names has no value; expected FILE"),
        (["--names", ""], "the flag --names has no value; expected FILE"),
        (["--names", "--quick"], "the flag --names has no value; expected FILE"),
        (["--quick=yes"], "the flag --quick takes no value, not 'yes'"),
        (["--qiuck"], "flagged has no flag '--qiuck'; did you mean --quick?"),
        (["--x", "5"], "flagged has no flag '--x'; its own flags: --quick, --hearts N, "),
    ],
)
def test_a_bad_flag_is_named(run, command: str, words: list[str], reason: str) -> None:
    check_refused(run(command, "flagged", *words), reason)


@pytest.mark.parametrize(
    "args",
    [
        ["play", "--maze", "x", "codekeeper"],
        ["play", "--maze=x", "codekeeper"],
        ["play", "--hotseat", "cardbattle"],
        ["simulate", "--maze", "x", "codekeeper"],
        ["trace", "--maze", "x", "codekeeper"],
        ["match", "--maze", "x", "codekeeper", "--bot", "random"],
        ["bot", "check", "--maze", "x", "./bot.py", "--game", "codekeeper"],
    ],
)
def test_a_flag_before_the_game_is_told_where_it_belongs(run, args: list[str]) -> None:
    flag = next(word for word in args if word.startswith("-"))
    check_refused(run(*args), f"{flag!r} comes too early; the flags of a game come last")


def test_a_flag_of_the_arena_needs_a_value(run) -> None:
    args = ("serve", "--port", "0", "--database", "here", "--armies=")  # with that database it cannot serve
    check_refused(run(*args), "the flag --armies has no value; expected DIR")


def test_the_last_flag_of_a_name_is_read() -> None:
    known = (
        Flag("--seat", "Of the game.", lambda said: {"hearts": said}, "N"),
        Flag("--seat", "Of the screen."),
    )
    assert options_of(known, read_flags(["--seat"], known, "duel")) == []
    with pytest.raises(BadOption, match="twice"):
        read_flags(["--seat", "--seat"], known, "duel")


@pytest.mark.parametrize("words", [["--sed", "5"], ["--seed", "5"], ["--turns", "3"], ["-o", "depth=2"]])
def test_traces_are_not_regenerated_for_a_line_that_asks_for_more(
    run, tmp_path: Path, words: list[str]
) -> None:
    path = tmp_path / "a.trace"
    path.write_text("hoplon trace 1\ngame hoplite 1\nseed 1\nturns 1\nbegin 0\n")
    before = path.read_text()
    assert run("trace", "hoplite", "--out", ".", *words).exit_code == 2
    assert path.read_text() == before


@pytest.mark.parametrize("name", ["games", "match", "flags", "__pycache__", "cardbattle.army", "a-b", ""])
def test_a_module_of_the_command_line_is_no_game(run, name: str) -> None:
    check_refused(run("play", name), f"there is no game {name!r}")


@pytest.mark.parametrize(
    ("game", "line", "expected"),
    [
        ("cardbattle", "--opponent hard", True),
        ("cardbattle", "--opponent=hard", True),
        ("cardbattle", "--opponent=easy", False),
        ("hexabomb", "--opponent search:nodes=500", True),
        ("hexabomb", "--opponent=painter", False),
        ("hoplite", "--resume", False),
        ("my-game", "--opponent=my-bot", True),
        ("my-game", "--opponent=random", False),
        ("games", "--opponent my-bot", True),
    ],
)
def test_strong_opponents_need_compiled_rules(game: str, line: str, expected: bool) -> None:
    assert wants_compiled(game, line.split(" ")) is expected


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        (
            "no-module",
            "'nosuch:X' of no-module cannot be loaded (ModuleNotFoundError: No module named 'nosuch')",
        ),
        ("no-terminal", "'os:sep' of no-terminal is str; expected a Terminal"),
    ],
)
@pytest.mark.parametrize("command", ["play", "games"])
def test_a_screen_that_cannot_be_loaded_is_named(run, command: str, game: str, reason: str) -> None:
    check_refused(run(command, game), reason)


def test_only_matches_of_the_game_itself_are_resumed_and_removed(tmp_path: Path) -> None:
    folder = tmp_path / "state" / "hoplon"
    folder.mkdir(parents=True)

    def write(name: str, game: str) -> None:
        (folder / name).write_text(f"hoplon match 1\ngame {game} 1\n")

    write("four-7.hoplon", "four")
    write("four--2.hoplon", "four")
    write("four-7-2.hoplon", "four")
    write("four-7-3.hoplon", "four-7")
    write("four-x-7.hoplon", "four-x")
    write("four-Autosave.hoplon", "four")
    write("fourteen-7.hoplon", "fourteen")
    found = {"four-7.hoplon", "four--2.hoplon", "four-7-2.hoplon", "four-Autosave.hoplon"}
    assert {path.name for path in kept("four")} == found
    assert [path.name for path in kept("four-7")] == ["four-7-3.hoplon"]
    assert [path.name for path in kept("four-x")] == ["four-x-7.hoplon"]
