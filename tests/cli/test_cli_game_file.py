"""Commands take a Python file that holds a game: here the one that the tutorial on reactions writes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from hoplon.cli.game_file import game_in
from tests.docs.run_page import FENCE

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "tutorials" / "reactions.md").read_text("utf-8")
LEDGE = "\n\n".join(body for _, title, body in FENCE.findall(PAGE) if title == "ledge.py")
FIRST_TURN = "walk H east c4\n  bash a east d4\n    make-room b east e4\n      fall b e4\n    shove a d4 e4"


@pytest.fixture
def ledge(elsewhere, monkeypatch):
    """The file in the folder of the test; nothing of it stays behind."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    game_in.cache_clear()
    file = elsewhere / "ledge.py"
    file.write_text(LEDGE, "utf-8")
    yield file
    sys.modules.pop("ledge", None)
    game_in.cache_clear()


def test_a_file_is_played_saved_and_continued(run, ledge):
    played = run("play", "ledge.py", "--seed", "1", stdin="east\nsave mine.hoplon\nquit\n")
    assert played.exit_code == 0, played.stderr
    assert FIRST_TURN in played.stdout
    for words, left in ((["--load", "mine.hoplon"], 19), (["--resume"], 18)):
        later = run("play", "ledge.py", *words, stdin="wait\nquit\n")
        assert later.exit_code == 0, later.stderr
        assert f"{left} turns left" in later.stdout
        assert "wait H" in later.stdout


def test_programs_simulate_a_file_and_it_is_told_in_full(run, ledge):
    lines = run("simulate", "ledge.py", "--seed", "1", stdin="east\n").stdout.splitlines()
    assert "shove a d4 e4" in lines[1]
    assert "Ledge: a hero pushes guards off a terrace" in run("games", "ledge.py").stdout


def test_a_match_of_another_game_is_refused(run, ledge, saved):
    found = run("play", "ledge.py", "--load", str(saved))
    assert (found.exit_code, found.stdout) == (2, "")
    assert f"{saved} is a match of hoplite, not of ledge" in found.stderr


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "there is no file other.py; expected a Python file that holds GAME"),
        ("GAME = (", "other.py cannot be loaded (SyntaxError: "),
        ("import nothing_of_this_name", "other.py cannot be loaded (ModuleNotFoundError: "),
        ("raise SystemExit(3)", "other.py cannot be loaded (SystemExit: 3)"),
        ("", "other.py holds no GAME; expected a hoplon.Game"),
        ("GAME = 'chess'", "other.py has a GAME that is str; expected a hoplon.Game"),
    ],
)
def test_what_is_no_game_is_refused_in_one_sentence(run, ledge, content, sentence):
    if content is not None:
        ledge.with_name("other.py").write_text(content, "utf-8")
    found = run("play", "other.py")
    sys.modules.pop("other", None)
    assert (found.exit_code, found.stdout) == (2, "")
    assert sentence in found.stderr
    assert len(found.stderr.strip().splitlines()) == 1


def test_a_file_with_the_name_of_a_module_in_use_is_refused(run, ledge):
    ledge.with_name("json.py").write_text(LEDGE, "utf-8")
    found = run("play", "json.py")
    assert found.exit_code == 2
    assert "json.py cannot be loaded: a module json is there already; give it another name" in found.stderr


NOTEBOOK = """
import hoplon, sys
exec(compile(sys.stdin.read(), "<cell 1>", "exec"))
match = hoplon.new(GAME, seed=1)
print(match.play("east"))
print(len(hoplon.run(GAME, "random", seed=3).match.choices) > 1)
match.save("mine.hoplon")
print(hoplon.load("mine.hoplon", GAME).checks == match.checks)
"""


@pytest.mark.parametrize("interpreted", ["1", "0"])
def test_a_game_typed_into_a_notebook_is_played_without_a_package(ledge, monkeypatch, interpreted):
    monkeypatch.setenv("NUMBA_DISABLE_JIT", interpreted)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    done = subprocess.run(
        [sys.executable, "-c", NOTEBOOK], input=LEDGE, capture_output=True, text=True, timeout=300
    )
    assert (done.stdout, done.stderr) == (f"{FIRST_TURN}\nTrue\nTrue\n", "")
