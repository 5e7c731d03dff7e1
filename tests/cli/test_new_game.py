"""`hoplon new-game`: what it refuses, and that what it writes is a sound game at once."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from hoplon.cli import app, new_game

ROOT = Path(__file__).parents[2]
TEMPLATES = ROOT / "hoplon" / "authoring" / "template"
ALL = list(product(new_game.Grid, (1, 2, new_game.MOST_SEATS), (False, True)))
# Every grid, every number of seats, with and without secrets; `make fuzz` takes all of them.
COMBINATIONS = ALL if "HOPLON_FUZZ_SECONDS" in os.environ else [ALL[n] for n in (0, 3, 8, 11, 13, 16)]
MOST_LINES = 150  # of a file that an author reads first

REFUSED = {
    "upper case": (["Chess"], "the name 'Chess' cannot be used; expected a lower-case letter first"),
    "a digit first": (["4-in-a-row"], "the name '4-in-a-row' cannot be used"),
    "a dash last": (["stones-"], "the name 'stones-' cannot be used"),
    "no name": ([""], "the name '' cannot be used"),
    "a path": (["../stones"], "the name '../stones' cannot be used"),
    "too long": (["a" * 41], "40 at most"),
    "a word of Python": (["class"], "'class' is a word of Python itself"),
    "a game of Hoplon": (["hoplite"], "there is a game 'hoplite' already"),
    "a game of another package": (["stone-age"], "there is a game 'stone-age' already"),
    "a module of Python": (["json"], "there is a Python package 'json' already"),
    "an installed package": (["typing-extensions"], "there is a Python package 'typing-extensions' already"),
    "no seat": (["stones", "--seats", "0"], "there are 0 seats; expected 1 to 8"),
    "too many seats": (["stones", "--seats", "9"], "there are 9 seats; expected 1 to 8"),
    "seats are no number": (["stones", "--seats", "two"], "'--seats'"),
    "no such grid": (["stones", "--grid", "triangle"], "'--grid'"),
    "the folder exists": (["there"], "there exists; choose another name, or another place with --out"),
    "the place is a file": (["stones", "--out", "file"], "file"),
}


@pytest.mark.parametrize(("words", "sentence"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_is_refused_and_nothing_is_written(run, tmp_path, monkeypatch, words, sentence):
    (tmp_path / "there").mkdir()
    (tmp_path / "file").touch()
    monkeypatch.setattr(new_game, "brought", lambda _group: [SimpleNamespace(name="stone-age")])
    found = run("new-game", *words)
    assert (found.exit_code, found.stdout) == (2, "")
    assert found.stderr.startswith("hoplon: ")
    assert found.stderr.count("\n") == 1
    assert sentence in found.stderr
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["file", "there"]


def test_a_failure_half_way_leaves_nothing(run, tmp_path, monkeypatch):
    monkeypatch.setattr(new_game, "TRACE", "raise SystemExit('no room')")
    found = run("new-game", "stones")
    assert (found.exit_code, found.stderr) == (2, "hoplon: the new game does not run: no room\n")
    assert list(tmp_path.iterdir()) == []


def test_a_package_is_written_and_the_next_steps_are_told(run, tmp_path):
    found = run("new-game", "stone-age", "--out", "games")
    assert found.exit_code == 0, found.stderr
    folder = tmp_path / "games" / "stone-age"
    assert f"cd {folder.relative_to(tmp_path)}\n" in found.stdout
    assert sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()) == [
        "README.md",
        "pyproject.toml",
        "stone_age/README.md",
        "stone_age/__init__.py",
        "stone_age/bots.py",
        "stone_age/game.py",
        "stone_age/rules.py",
        "tests/test_game.py",
        "tests/test_rules.py",
        "tests/traces/stone-age/first.trace",
    ]
    texts = [path.read_text("utf-8") for path in folder.rglob("*") if path.is_file()]
    assert not any(word in text for text in texts for word in ("my-game", "my_game", "My Game"))
    assert list((tmp_path / "games").iterdir()) == [folder]


def test_names_are_replaced_at_once():
    words = new_game.wording("my_game-my-game", new_game.Grid.SQUARE, 2)
    assert new_game.reworded("my-game = my_game", words) == "my_game-my-game = my_game_my_game"


def test_every_word_that_is_replaced_is_in_a_template():
    text = "\n".join(
        path.read_text("utf-8") for path in TEMPLATES.rglob("*") if path.suffix in new_game.WRITTEN
    )
    for grid, seats in product(new_game.Grid, (1, 2, 3)):
        assert [word for word in new_game.wording("x", grid, seats) if word not in text] == []


@dataclass(frozen=True)
class Packages:
    """A package of every combination, each announced as an installed one would be."""

    folder: Path
    names: list[str]

    @property
    def paths(self) -> list[Path]:
        """The folders of the packages."""
        return [self.folder / name for name in self.names]


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Packages:
    """Write them all."""
    folder, names = tmp_path_factory.mktemp("packages"), []
    for grid, seats, hidden in COMBINATIONS:
        name = f"{'secret-' if hidden else ''}{grid}-for-{seats}"
        words = ["new-game", name, "--grid", grid, "--seats", str(seats), "--out", str(folder)]
        made = CliRunner().invoke(app, words + ["--hidden"] * hidden)
        assert made.exit_code == 0, made.stderr
        module = name.replace("-", "_")
        announced = folder / f"{module}-0.1.dist-info"
        announced.mkdir()
        (announced / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 0.1\n")
        (announced / "entry_points.txt").write_text(
            f"[hoplon.games]\n{name} = {module}.game:GAME\n"
            f"[hoplon.bots]\n{name}.greedy = {module}.bots:Greedy\n"
        )
        names.append(name)
    return Packages(folder, names)


def test_every_package_is_in_shape(packages: Packages):
    rules = ROOT / "pyproject.toml"
    for words in (["format", "--check"], ["check", "--config", str(rules), "--no-cache"]):
        for path in packages.paths if words[0] == "check" else [packages.folder]:
            done = subprocess.run(
                [sys.executable, "-m", "ruff", *words, "."],
                cwd=path,
                capture_output=True,
                text=True,
                check=False,
            )
            assert done.returncode == 0, done.stdout + done.stderr


def test_every_game_is_short(packages: Packages):
    for path in packages.paths:
        for file in path.glob("*/*.py"):
            lines = len(file.read_text("utf-8").splitlines())
            assert lines <= MOST_LINES, f"{file} has {lines} lines"


def test_new_games_pass_their_own_tests_and_all_of_them_when_fuzzed(packages: Packages):
    """As plain Python; that compiled rules do the same is for the package that is really installed."""
    path = os.pathsep.join(
        map(str, [ROOT, packages.folder, *packages.paths, *(part for part in sys.path if part)])
    )
    slow = "compiled_plays or simulated_gpu or programs_can or later_matches or batch_plays or undo_restores"
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "--import-mode=importlib",
            "-p",
            "no:cacheprovider",
            "-c",
            os.devnull,
        ]
        + ["-q", "-W", "error", "-W", "ignore::pytest.PytestWarning", "-k", f"not ({slow})"]
        + [str(one / "tests") for one in packages.paths],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
