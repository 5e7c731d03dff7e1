"""Fuzz until exhausted: random matches with random options until everything that can happen has happened.

With HOPLON_FUZZ_SECONDS the search goes on that long. A failure saves its match file under fuzz-failures/.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

import hoplon
from hoplon.core import replay
from hoplon.core.kernel import is_compiled
from hoplon.core.match import Match
from hoplon.games import game
from tests.games.cardbattle import strategies as cardbattle
from tests.games.hoplite import strategies as hoplite
from tests.games.hoplite import test_invariants as hoplite_invariants

SECONDS = float(os.environ.get("HOPLON_FUZZ_SECONDS", "0"))
FAILURES = Path("fuzz-failures")
MOST_MATCHES = 4000
TURNS = 60
LONGER = {"cardbattle": 1000}  # what happens late in a battle is not to be had in sixty choices
# A game without an entry is played with its defaults.
OPTIONS = {"cardbattle": cardbattle.random_options, "hoplite": hoplite.random_options}
CHECKS = {"hoplite": hoplite_invariants.check_turn}
OPEN, EMPTY = "." * 14, "/................" * 9
# What players rarely do is common in matches that begin shortly before it.
RARE = {
    "hoplite": [
        {"position": "hoplite depth=16 hero=4,4 fleece=4,5 portal=4,6 demons=F0,9"},
        {"position": "hoplite hero=5,1 magma=4,2;3,1 demons=F5,2 cooldown=3 energy=0/100 spear=4,6"},
        {"position": "hoplite hero=4,9 demons=F0,3"},
    ],
    "codekeeper": [
        {"position": f"codekeeper map=.E{OPEN}/EHE{OPEN[1:]}/.E{OPEN}{EMPTY} rng=1"},
        {"position": f"codekeeper map=H.{OPEN}/..{OPEN}/..{OPEN}{EMPTY} rng=1 turn=149"},
    ],
    "hexabomb": [{"turns": 2}],
}
UNLISTED = {"hoplite": ("resign",), "codekeeper": ("error", "timeout")}  # legal, but on no list
UNLOGGED = {
    "hexabomb": {"STAY"},  # a choice that leaves nothing to tell
    "cardbattle": {"ASK_INITIATIVE", "ASK_SHARE"},  # questions that no preference answers
}
# Battles are long and some of their events rare: tests/games/cardbattle/test_fuzz.py looks for all of them
# with compiled counters. Here so many are played through Match, with views and replays.
COUNTED_ELSEWHERE = {"cardbattle": 12}
HABITS = {"hoplite": "walk n"}  # leads down the stairs more often than chance would


def options_of(name: str, number: int, dice: Random) -> dict[str, Any]:
    """The options of match number n."""
    rare = RARE.get(name, [])
    if number % 10 < len(rare):
        return rare[number % 10]
    return OPTIONS[name](dice) if name in OPTIONS else {}


def explore(name: str, number: int, seen: set[int]) -> None:
    """Play match number n of a game to its end or some turns long."""
    dice = Random(number)
    options = options_of(name, number, dice)
    match = hoplon.new(name, seed=dice.randrange(2**63), **options)
    try:
        play(name, match, dice, seen, checked="position" not in options)
    except Exception as error:
        FAILURES.mkdir(exist_ok=True)
        path = FAILURES / f"{name}-{number}.match"
        path.write_text(replay.write(match), encoding="utf-8")
        error.add_note(f"match {number} of {name} is saved as {path}, up to the turn that failed")
        raise


def play(name: str, match: Match, dice: Random, seen: set[int], checked: bool) -> None:
    """Random turns, each checked, and now and then a replay."""
    habit = HABITS.get(name, "")
    for _ in range(LONGER.get(name, TURNS)):
        if match.is_over:
            break
        legal = match.legal()
        choice = habit if habit in legal and dice.random() < 0.3 else dice.choice(legal)
        if dice.random() < 0.005 and name in UNLISTED:
            choice = dice.choice(UNLISTED[name])
        before = match.view()
        turn = match.play(choice)
        seen.update(action.kind for action in turn.actions)
        if checked and name in CHECKS:
            CHECKS[name](before, match.view(), turn.lines())
    if not checked or dice.random() < 0.1:
        verdict = replay.verify(replay.read(replay.write(match)), match.game)
        assert verdict.agrees, str(verdict)


@pytest.mark.parametrize("name", hoplon.game_names())
def test_fuzz_until_everything_has_happened(name):
    wanted = {int(kind) for kind in game(name).actions if kind.name not in UNLOGGED.get(name, ())}
    seen: set[int] = set()
    end = time.monotonic() + SECONDS
    number = int(SECONDS and time.time()) * 1000
    most = COUNTED_ELSEWHERE.get(name, MOST_MATCHES)
    last = number + (most if is_compiled() else most // 4)
    while time.monotonic() < end or (seen != wanted and number < last):
        explore(name, number, seen)
        number += 1
    missing = {game(name).actions(kind).name for kind in wanted - seen}
    assert name in COUNTED_ELSEWHERE or missing == set(), f"never happened in {number} matches"
    assert seen <= wanted, "an action that is said to be unlogged was logged"


def test_fuzz_failures_leave_a_match_file_that_can_be_opened(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def fails(before: Any, after: Any, lines: list[str]) -> None:
        assert after.turn < 3

    monkeypatch.setitem(CHECKS, "hoplite", fails)

    def explore_some() -> None:
        for number in range(13, 20):
            explore("hoplite", number, set())

    with pytest.raises(AssertionError):
        explore_some()
    (path,) = (tmp_path / "fuzz-failures").iterdir()
    assert len(hoplon.load(path).choices) == 3
