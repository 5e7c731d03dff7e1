"""The starters of the bot kit: built as their READMEs say, they all play the same matches without a fault."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from hoplon.games import game
from hoplon.protocols.lines.process_bot import ProcessBot, ProcessSettings
from hoplon.referee.run import Run, run
from tests.needed import lacking, runs
from tests.waiting import patience

KIT = Path(__file__).parents[2] / "examples" / "bots"
SEEDS = (1, 2)
HOUSE = ProcessSettings(scale=100)  # compilers and virtual machines warm up slowly on a busy machine

Build = Callable[[Path, str], str]


def do(folder: Path, *words: str) -> None:
    done = subprocess.run(
        words, cwd=folder, capture_output=True, text=True, timeout=patience(600), check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def python(folder: Path, name: str) -> str:
    return f"{sys.executable} {folder / name}.py"


def cpp(folder: Path, name: str) -> str:
    do(folder, "g++", "-std=c++17", "-O2", "-Wall", "-Werror", f"{name}.cpp", "-o", name)
    return str(folder / name)


def java(folder: Path, name: str) -> str:
    name = {"anygame": "AnyGame", "hero": "Hero"}[name]
    do(folder, "javac", "-Xlint:all", "-Werror", f"{name}.java")
    return f"java -Xmx256m -cp {folder} {name}"


def javascript(folder: Path, name: str) -> str:
    return f"node {folder / name}.js"


def rust(folder: Path, name: str) -> str:
    do(folder, "cargo", "build", "--release", "--offline", "--quiet", "--bin", name)
    return str(folder / "target" / "release" / name)


def go(folder: Path, name: str) -> str:
    do(folder, "go", "build", "-o", f"{name}/{name}", f"./{name}")
    return str(folder / name / name)


TOOLS: dict[str, tuple[Build, str, str]] = {
    "python": (python, sys.executable, "Python"),
    "cpp": (cpp, "g++", "a C compiler"),
    "java": (java, "javac", "Java"),
    "javascript": (javascript, "node", "Node"),
    "rust": (rust, "cargo", "Rust"),
    "go": (go, "go", "Go"),
}


def can_run(tool: str) -> bool:
    """A link to a compiler that is not there is no compiler; Go knows no --version."""
    return shutil.which(tool) is not None if tool == "go" else runs(tool)


LANGUAGES = [
    pytest.param(name, marks=pytest.mark.skipif(not can_run(tool), reason=lacking(needs)))
    for name, (_, tool, needs) in TOOLS.items()
]


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the kit to build in."""
    folder = tmp_path_factory.mktemp("kit") / "bots"
    shutil.copytree(KIT, folder, ignore=shutil.ignore_patterns("target", "*.class"))
    os.environ.setdefault("GOCACHE", str(folder / ".go-cache"))
    return folder


@cache
def built(workshop: Path, language: str, starter: str) -> str:
    """The command of a starter, built once."""
    return TOOLS[language][0](workshop / language, starter)


def play(name: str, command: str, seed: int) -> Run:
    found = game(name)
    return run(found, [ProcessBot(command, found, HOUSE)], seed, longest=60)


@cache
def play_together(commands: tuple[str, ...]) -> Run:
    """A match of hexabomb for four."""
    found = game("hexabomb")
    options = found.options.from_text({"map": "crossroads", "players": "4", "turns": "4"})
    return run(found, [ProcessBot(command, found, HOUSE) for command in commands], 1, options)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("starter", "name"), [("anygame", "hoplite"), ("hero", "codekeeper")])
def test_a_starter_plays_like_the_one_in_python(
    language: str, starter: str, name: str, workshop: Path
) -> None:
    command = built(workshop, language, starter)
    for seed in SEEDS:
        played = play(name, command, seed)
        visit = played.records[0]
        assert (visit.fault, visit.stderr) == ("", "")
        assert len(played.match.choices) > 5
        model = play(name, python(workshop / "python", starter), seed)
        assert played.match.choices == model.match.choices
        assert visit.messages == model.records[0].messages


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_starter_plays_at_a_table_of_four(language: str, workshop: Path) -> None:
    model, other = (built(workshop, one, "anygame") for one in ("python", language))
    played = play_together((other, model, other, model))
    assert [(visit.fault, visit.stderr) for visit in played.records] == [("", "")] * 4
    assert set(played.match.seats) == {0, 1, 2, 3}
    assert played.match.choices == play_together((model,) * 4).match.choices


def test_every_language_has_its_readme_and_no_starter_is_long() -> None:
    for language in TOOLS:
        readme = (KIT / language / "README.md").read_text()
        assert "hoplon bot check" in readme
        assert "hoplon match" in readme
    sources = [p for p in KIT.rglob("*") if p.suffix in (".py", ".cpp", ".java", ".js", ".rs", ".go")]
    assert len(sources) == 2 * len(TOOLS)
    for path in sources:
        assert len(path.read_text().splitlines()) <= 100, path


def test_choices_can_be_picked_out_without_a_json_library() -> None:
    for name in ("hoplite", "codekeeper"):
        found = game(name)
        states = found.new_states(1)
        found.start(states, 0, found.options(), 1)
        for code in list(found.space)[:2000]:
            assert re.fullmatch(r'[^"\\\[\]]+', found.write_choice(states, 0, code))
