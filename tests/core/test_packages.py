"""What other packages supply: a package that is damaged or hostile stops nobody else."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.waiting import patience

MODULE = """
from dataclasses import replace
from tests.core.duel import GAME as DUEL
from hoplon import Bot

GOOD = replace(DUEL, name="good")
ODD = replace(DUEL, name="odd", phrases=None)
STRAY = replace(DUEL, name="other")
TAKEN = replace(DUEL, name="hoplite")
LOST = replace(DUEL, name="lost", rulebook=__import__("pathlib").Path("nowhere.md"))

class Fine(Bot):
    def choose(self, view, legal, dice, clock):
        return legal[0]

class Unfinished(Bot):
    pass
"""
ENTRIES = """[hoplon.games]
good = brought:GOOD
odd = brought:ODD
stray = brought:STRAY
hoplite = brought:TAKEN
lost = brought:LOST
gone = brought:NOTHING
leaves = leaving:GAME
text = brought:__doc__

[hoplon.bots]
good.fine = brought:Fine
any.first = brought:Fine
good.unfinished = brought:Unfinished
good.none = brought:GOOD
"""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder of packages, good and bad."""
    (tmp_path / "brought.py").write_text(MODULE, encoding="utf-8")
    (tmp_path / "leaving.py").write_text("raise SystemExit('bye')\n", encoding="utf-8")
    for name, entries in (("brought", ENTRIES), ("damaged", "[hoplon.games]\nno equals sign\n")):
        folder = tmp_path / f"{name}-1.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n", "utf-8")
        (folder / "entry_points.txt").write_text(entries, encoding="utf-8")
    return tmp_path


def run(site: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The command line where those packages are installed."""
    path = os.pathsep.join([str(site), *(part for part in sys.path if part)])
    return subprocess.run(
        [sys.executable, "-m", "hoplon.cli", *words],
        env=os.environ | {"PYTHONPATH": path, "NUMBA_DISABLE_JIT": "1", "COLUMNS": "200"},
        capture_output=True, text=True, timeout=patience(120.0), check=False,
    )  # fmt: skip


def test_each_bad_package_is_named_in_one_sentence_and_the_good_ones_play(site: Path) -> None:
    listed = run(site, "games", "--json")
    assert listed.returncode == 0, listed.stderr
    assert '"name":"good"' in listed.stdout.replace(" ", "")
    assert '"name":"hoplite"' in listed.stdout.replace(" ", "")
    said = listed.stderr.splitlines()
    for name, why in {
        "odd": "description is not complete",
        "stray": "calls itself 'other'",
        "hoplite": "another game of that name",
        "lost": "no rulebook",
        "gone": "cannot be loaded",
        "leaves": "SystemExit: bye",
        "text": "expected a hoplon.Game",
        "good.unfinished": "does not define choose()",
        "good.none": "is no class derived from hoplon.Bot",
    }.items():
        assert len([line for line in said if repr(name) in line and why in line]) == 1, (name, listed.stderr)
    assert any("cannot be read" in line for line in said)
    assert "Traceback" not in listed.stderr


def test_a_bad_game_is_refused_by_its_reason_and_bots_of_packages_play(site: Path, tmp_path: Path) -> None:
    bad = run(site, "simulate", "odd")
    assert bad.returncode == 2
    assert "'odd' of the package brought 1 is left out" in bad.stderr
    out = str(tmp_path / "out")
    bots = ("--bot", "fine", "--bot", "first")
    match = ("match", "good", *bots, "--seeds", "1", "--longest", "9", "--out", out)
    played = run(site, *match)
    assert played.returncode == 0, played.stderr
    listed = run(site, "games", "hoplite")
    assert "first" in listed.stdout  # a bot for any game
