"""Games and commands of other packages on the command line."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.test_cli_refusals import check_refused
from tests.outside import packages
from tests.waiting import patience

ROOT = Path(__file__).parents[2]
GAMES = """
from dataclasses import replace
from hoplon.core.talents import Flag, Rung
from tests.core.duel import GAME as DUEL

GAME = replace(
    DUEL,
    name="marky",
    title="Marky [/b]",
    summary="[red] and :smile: and [/]",
    flags=(Flag("--quick", "No [/b] second thoughts.", lambda _: {"quick": "yes"}),),
    ladder=(Rung("random", "any [/b] choice", usual=True),),
)
"""
COMMANDS = """
import typer

many = typer.Typer()

@many.command()
def one(times: int = 1):
    print("one", times)

@many.command()
def two():
    raise typer.Exit(3)

empty = typer.Typer()
number = 5

def leaves(code: int):
    '''Leave with a code.'''
    raise typer.Exit(code)

def answers():
    return 7
"""
ENTRY_POINTS = """
[hoplon.games]
marky = outside_games:GAME
[hoplon.commands]
many = outside_commands:many
leaves = outside_commands:leaves
answers = outside_commands:answers
number = outside_commands:number
empty = outside_commands:empty
missing = outside_commands:missing
play = outside_commands:leaves
army = outside_commands:leaves
[/b] = outside_commands:leaves
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return packages.write_package(
        tmp_path / "packages",
        "hoplon_outside",
        ENTRY_POINTS,
        outside_games=GAMES,
        outside_commands=COMMANDS,
    )


@pytest.fixture
def installed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    packages.install(monkeypatch, folder)
    yield
    packages.forget()


def hoplon(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """A process of its own, since commands are looked for when Hoplon starts."""
    path = os.pathsep.join([str(ROOT), str(folder)])
    environment = {**os.environ, "PYTHONPATH": path, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-m", "hoplon.cli", *args]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=patience())


def test_titles_of_other_packages_are_no_markup(installed, run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    result = run("games")
    assert result.exit_code == 0
    assert "Marky [/b]: [red] and :smile: and [/] (hoplon_outside 1)" in result.stdout


def test_commands_that_are_left_out_are_named(installed, run) -> None:
    lines = run("games").stderr.splitlines()
    for name in ("play", "army"):
        said = f"'{name}' of the package hoplon_outside 1 is left out: there is another command of that name"
        assert f"hoplon: {said}" in lines
    assert any(
        "'[/b]' of the package hoplon_outside 1 is left out: expected a name" in line for line in lines
    )
    assert not any("'leaves'" in line for line in lines)


def test_one_game_is_told_in_full(installed, run) -> None:
    result = run("games", "marky")
    assert result.exit_code == 0
    assert result.stderr == ""
    for text in (
        "Marky [/b]: [red] and :smile: and [/]",
        "name marky, package hoplon_outside 1, rules 1, seats 2",
        "  hearts=3\n",
        "  quick=no\n",
        "  --quick  No [/b] second thoughts.\n",
        "  --opponent BOT  The bot at the other seats, or a program such as ./mybot.py.\n",
        "  random  any [/b] choice (the usual one)\n",
    ):
        assert text in result.stdout
    (line,) = run("games", "marky", "--json").stdout.splitlines()
    assert '"name":"marky"' in line
    check_refused(run("games", "chess"), "there is no game 'chess'")


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("codekeeper", "--maze NAME|FILE  A maze by its name"),
        ("hexabomb", "--map MAP      A file, or a map by its name."),
        ("cardbattle", "--opponent easy|medium|hard  How well the computer plays."),
        ("cardbattle", "--armies DIR  Army files that everybody may use"),
    ],
)
def test_the_help_of_every_flag_is_told(run, game: str, text: str) -> None:
    assert text in run("games", game).stdout


@pytest.mark.parametrize(
    "command", [["play"], ["simulate"], ["match"], ["trace"], ["serve"], ["bot", "check"]]
)
def test_help_says_where_the_flags_of_games_are(run, command: list[str]) -> None:
    assert "'hoplon games NAME' lists them" in run(*command, "--help").stdout


@pytest.mark.parametrize(
    ("args", "code", "out"),
    [
        (["leaves", "3"], 3, ""),
        (["leaves", "0"], 0, ""),
        (["many", "two"], 3, ""),
        (["many", "one", "--times", "2"], 0, "one 2\n"),
        (["answers"], 0, ""),
    ],
)
def test_the_exit_code_of_a_command_is_kept(folder: Path, args: list[str], code: int, out: str) -> None:
    result = hoplon(folder, *args)
    assert (result.returncode, result.stdout, result.stderr) == (code, out, "")


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        (["number"], "outside_commands:number is int; expected a function or a typer.Typer"),
        (["empty"], "outside_commands:empty is no command (RuntimeError: "),
        (["missing"], "outside_commands:missing cannot be loaded (AttributeError: "),
        (["leaves", "x"], "Invalid value for"),
        (["leaves", "1", "--loud"], "--loud"),
    ],
)
def test_a_bad_command_is_refused_in_one_sentence(folder: Path, args: list[str], reason: str) -> None:
    result = hoplon(folder, *args)
    assert result.returncode == 2
    assert result.stderr.startswith("hoplon: ")
    assert result.stderr.count("\n") == 1
    assert reason in result.stderr


def test_the_help_of_a_command_is_its_own(folder: Path) -> None:
    told = hoplon(folder, "leaves", "--help").stdout
    assert "Usage: hoplon leaves" in told
    assert "Leave with a code." in told


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("METADATA", b"Metadata-Version: 2.1\nName: bad [/b]\nVersion: 1\n"),
        ("METADATA", b"\xff\xfe"),
        ("METADATA", b""),
        ("entry_points.txt", b"[hoplon.commands]\nno value\n"),
        ("entry_points.txt", b"[hoplon.commands]\nname = !!\n"),
        ("entry_points.txt", b"\xff\xfe"),
    ],
)
def test_a_malformed_package_does_not_break_the_help(folder: Path, file: str, content: bytes) -> None:
    (folder / "hoplon_outside-1.dist-info" / file).write_bytes(content)
    result = hoplon(folder, "--help")
    assert (result.returncode, result.stderr) == (0, "")
    assert "simulate" in result.stdout


def test_a_group_without_a_command_says_only_its_help(run) -> None:
    result = run("bot")
    assert result.exit_code == 2
    assert "check" in result.output
    assert "hoplon: \n" not in result.output
