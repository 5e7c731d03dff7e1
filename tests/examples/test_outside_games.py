"""`examples/games`, installed in a fresh environment as anybody would do it; and packages that are broken."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from hoplon.games import own_names
from tests.outside.environment import ROOT, Environment
from tests.outside.packages import write_package

GAMES = ["breakthrough", "four-in-a-row", "hex", "leduc-poker"]
ANYGAME = ROOT / "examples" / "bots" / "python" / "anygame.py"

Hoplon = Callable[..., subprocess.CompletedProcess[str]]


@dataclass(frozen=True)
class Fresh:
    """An environment in which the package is installed, and a folder to work in."""

    environment: Environment
    folder: Path

    def run(self, *words: str, stdin: str = "", path: Path | None = None) -> subprocess.CompletedProcess[str]:
        """Run a command; `path` is a folder with more packages."""
        settings = {"COLUMNS": "200"}
        if path is not None:
            settings["PYTHONPATH"] = str(path)
        return self.environment.run(*words, where=self.folder, settings=settings, stdin=stdin)


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Fresh:
    """A copy of the package, installed as anybody would."""
    folder = tmp_path_factory.mktemp("fresh")
    games = ROOT / "examples" / "games"
    shutil.copytree(games, folder / "games", ignore=shutil.ignore_patterns("__pycache__"))
    made = Fresh(Environment(folder / "environment"), folder)
    done = made.run("pip", "install", "./games")
    assert done.returncode == 0, done.stdout + done.stderr
    return made


@pytest.fixture(scope="module")
def hoplon(fresh: Fresh) -> Hoplon:
    """The command line of that environment."""
    return partial(fresh.run, "hoplon")


def test_its_own_tests_pass_there(fresh: Fresh) -> None:
    """Interpreted = compiled = batch = CUDA simulator, programs, notation, secrets, boards, traces."""
    done = fresh.run("pytest", "-q", "games/tests")
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_games_are_listed_with_their_package(hoplon: Hoplon) -> None:
    done = hoplon("games", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    found = {game["name"]: game for game in map(json.loads, done.stdout.splitlines())}
    assert sorted(found) == sorted([*GAMES, *own_names()])
    assert {found[name]["package"] for name in GAMES} == {"hoplon-small-games 1.0"}
    assert "Four in a Row" in hoplon("games").stdout


def test_a_person_plays_against_the_bot_of_the_package(hoplon: Hoplon) -> None:
    done = hoplon("play", "four-in-a-row", stdin="drop a\nquit\n")
    assert done.returncode == 0, done.stderr
    assert "Yellow (center):\ndrop o d1" in done.stdout


def test_what_a_player_of_poker_reads_does_not_tell_the_other_hand(hoplon: Hoplon) -> None:
    """The same bets with every hand that the other may have: the screen is the same until it is shown."""
    screens = set()
    for other in ("Js", "Qs", "Qh", "Ks", "Kh"):
        position = f"position=leduc-poker Jh {other} - -"
        done = hoplon(
            "play", "leduc-poker", "-o", position, "--seed", "1", "--opponent", "random", stdin="call\n"
        )
        screens.add(done.stdout.split("Table: ")[0])
        assert "Second: ??" in done.stdout
    assert len(screens) == 1


def test_a_match_is_simulated_saved_verified_and_replayed(hoplon: Hoplon, fresh: Fresh) -> None:
    done = hoplon("simulate", "hex", "--seed", "1", stdin="place d4\nswap\nplace a1\n")
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 4
    assert hoplon("simulate", "hex", stdin="place z9\n").returncode == 2
    hoplon(
        "play", "hex", "--hotseat", "--seed", "1", stdin="place d4\nswap\nplace a1\nsave some.hoplon\nquit\n"
    )
    assert "agrees with the rules: 3 turns" in hoplon("verify", "some.hoplon").stdout
    assert "take-away r d4" in hoplon("replay", "some.hoplon").stdout
    assert hoplon("show", "some.hoplon", "--svg", "some.svg").returncode == 0
    assert (fresh.folder / "some.svg").read_text().startswith("<svg")
    text = (fresh.folder / "some.hoplon").read_text()
    (fresh.folder / "forged.hoplon").write_text(text.replace("place a1", "place a2"))
    forged = hoplon("verify", "forged.hoplon")
    assert forged.returncode != 0
    assert "parts from the rules at turn 3" in forged.stdout


def test_bots_meet_in_matches(hoplon: Hoplon, fresh: Fresh) -> None:
    words = [
        "--bot",
        "center",
        "--bot",
        "random",
        "--seeds",
        "1-4",
        "--paired",
        "--out",
        "runs",
        "--jobs",
        "1",
    ]
    done = hoplon("match", "four-in-a-row", *words)
    assert done.returncode == 0, done.stdout + done.stderr
    files = sorted(map(str, (fresh.folder / "runs").glob("*.hoplon")))
    assert len(files) == 8
    assert hoplon("verify", *files).stdout.count("agrees with the rules") == 8


def test_a_program_plays_by_lines_of_json(hoplon: Hoplon) -> None:
    command = f"{sys.executable} {ANYGAME}"
    for name in GAMES:
        done = hoplon("bot", "check", command, "--game", name, "--time-scale", "20", "--seeds", "1-2")
        assert done.returncode == 0, done.stdout + done.stderr
        assert "wrong" not in done.stdout


GOOD = "from hoplon_small_games.hex import GAME as HEX\nfrom dataclasses import replace\n"
BROKEN = {
    "missing": ("import nowhere\n", "cannot be loaded (ModuleNotFoundError: No module named 'nowhere')"),
    "stumbles": ("1 / 0\n", "cannot be loaded (ZeroDivisionError: division by zero)"),
    "number": ("GAME = 5\n", "broken_number:GAME is int; expected a hoplon.Game"),
    "misnamed": (GOOD + "GAME = replace(HEX, name='other')\n", "the game calls itself 'other'"),
    "hoplite": (GOOD + "GAME = replace(HEX, name='hoplite')\n", "there is another game of that name"),
    "hex": ("from hoplon_small_games.hex import GAME\n", "there is another game of that name"),
    "silent": (
        GOOD + "from hoplon.authoring.words import Phrases\n"
        "GAME = replace(HEX, name='silent', phrases=Phrases(HEX.actions, {}, {}))\n",
        "its phrases lack the action PLACE",
    ),
    "optionless": (
        GOOD + "def refuse(options):\n    raise ValueError('no seats')\n"
        "GAME = replace(HEX, name='optionless', name_seats=refuse)\n",
        "its description is not complete (ValueError: no seats)",
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A package for each way to be broken, and one that brings bots that are none."""
    folder = tmp_path_factory.mktemp("broken")
    for name, (text, _) in BROKEN.items():
        entry = f"[hoplon.games]\n{name} = broken_{name}:GAME\n"
        write_package(folder, f"zz_{name}", entry, **{f"broken_{name}": text})
    write_package(folder, "zz_bots", "[hoplon.bots]\nany.five = no_bots:FIVE\n", no_bots="FIVE = 5\n")
    return folder


def test_broken_packages_are_named_in_one_sentence_each_and_stop_nobody_else(
    hoplon: Hoplon, broken: Path
) -> None:
    done = hoplon("games", "--json", path=broken)
    assert done.returncode == 0
    found = {game["name"]: game["package"] for game in map(json.loads, done.stdout.splitlines())}
    assert sorted(found) == sorted([*GAMES, *own_names()])
    assert found["hex"] == "hoplon-small-games 1.0"
    lines = done.stderr.splitlines()
    assert len(lines) == len(BROKEN) + 1
    for name, (_, why) in BROKEN.items():
        (line,) = [line for line in lines if f"'{name}' of the package zz" in line]
        assert why in line
    assert any("no_bots:FIVE is no class derived from hoplon.Bot" in line for line in lines)


def test_a_broken_game_is_refused_and_the_others_are_played(hoplon: Hoplon, broken: Path) -> None:
    done = hoplon("play", "silent", path=broken)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "its phrases lack the action PLACE" in done.stderr
    assert "Traceback" not in done.stderr
    assert hoplon("play", "hex", "--seed", "1", stdin="place d4\nquit\n", path=broken).returncode == 0
