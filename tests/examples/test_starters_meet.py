"""Starters in several languages against each other: a series killed, resumed, and played by two commands."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from tests.examples.test_starters import TOOLS, can_run, workshop
from tests.needed import lacking
from tests.waiting import patience, until

__all__ = ["workshop"]
WANTED = 4
SPOKEN = [name for name, (_, tool, _) in TOOLS.items() if can_run(tool)]
pytestmark = pytest.mark.skipif(len(SPOKEN) < WANTED, reason=lacking("compilers for four languages"))


def rows(out: Path) -> list[dict[str, Any]]:
    try:
        whole = (out / "rows.jsonl").read_text().rpartition("\n")[0]
    except FileNotFoundError:
        return []
    return [json.loads(line) for line in whole.splitlines()]


def words(out: Path, bots: list[str], game: list[str]) -> list[str]:
    command = [sys.executable, "-m", "hoplon.cli", "match", *game, "--out", str(out), "--jobs", "2"]
    for bot in bots:
        command += ["--bot", bot]
    return [*command, "--sandbox", "none", "--time-scale", "100"]


def begin(command: list[str]) -> subprocess.Popen[bytes]:
    quiet = subprocess.DEVNULL
    return subprocess.Popen(command, stdout=quiet, stderr=quiet, env=os.environ | {"NUMBA_DISABLE_JIT": "1"})


@pytest.mark.parametrize("game", ["hexabomb", "cardbattle"])
def test_four_languages_meet_in_a_series_that_is_killed_and_shared(
    game: str, workshop: Path, tmp_path: Path
) -> None:
    bots = [TOOLS[name][0](workshop / name, "anygame") for name in SPOKEN[:WANTED]]
    shape = {
        "hexabomb": ["hexabomb", "--seeds", "1-6", "-o", "turns=3", "-o", "map=crossroads"],
        "cardbattle": ["cardbattle", "--seeds", "1", "--longest", "20"],
    }[game]
    command = words(tmp_path, bots, shape)
    first = begin(command)
    until(lambda: len(rows(tmp_path)) >= 2, "two matches are played", first)
    first.kill()
    first.wait()
    both = [begin(command) for _ in range(2)]
    for process in both:
        assert process.wait(patience(600)) == 0
    found = rows(tmp_path)
    assert len({row["key"] for row in found}) == len(found) == 6
    assert {seat["fault"] for row in found for seat in row["seats"]} == {""}
    sat = Counter(seat["player"] for row in found for seat in row["seats"])
    if game == "hexabomb":
        assert sat == Counter(dict.fromkeys(bots, 6))
    else:
        met = Counter(frozenset(seat["player"] for seat in row["seats"]) for row in found)
        assert met == Counter(frozenset(two) for two in combinations(bots, 2))
