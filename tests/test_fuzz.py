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
from tests.strategies import strategies

SECONDS = float(os.environ.get("HOPLON_FUZZ_SECONDS", "0"))
FAILURES = Path("fuzz-failures")
MOST_MATCHES = 4000


def options_of(name: str, number: int, dice: Random) -> dict[str, Any]:
    """The options of match number n."""
    said = strategies(name)
    rare: dict[int, dict[str, Any]] = dict(enumerate(said.RARE))
    return rare.get(number % 10) or said.random_options(dice)


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
    said = strategies(name)
    for _ in range(said.TURNS):
        if match.is_over:
            break
        legal = match.legal()
        choice = said.HABIT if said.HABIT in legal and dice.random() < 0.3 else dice.choice(legal)
        if dice.random() < 0.005 and said.UNLISTED:
            choice = dice.choice(said.UNLISTED)
        before = match.view()
        turn = match.play(choice)
        seen.update(action.kind for action in turn.actions)
        if checked and said.check_turn:
            said.check_turn(before, match.view(), turn.lines())
    if not checked or dice.random() < 0.1:
        verdict = replay.verify(replay.read(replay.write(match)), match.game)
        assert verdict.agrees, str(verdict)


@pytest.mark.parametrize("name", hoplon.game_names())
def test_fuzz_until_everything_has_happened(name):
    said = strategies(name)
    wanted = {int(kind) for kind in game(name).actions if kind.name not in said.UNLOGGED}
    seen: set[int] = set()
    end = time.monotonic() + SECONDS
    number = int(SECONDS and time.time()) * 1000
    most = said.MATCHES or MOST_MATCHES
    last = number + (most if is_compiled() else most // 4)
    while time.monotonic() < end or (seen != wanted and number < last):
        explore(name, number, seen)
        number += 1
    missing = {game(name).actions(kind).name for kind in wanted - seen}
    assert said.MATCHES or missing == set(), f"never happened in {number} matches"
    assert seen <= wanted, "an action that is said to be unlogged was logged"


def test_fuzz_failures_leave_a_match_file_that_can_be_opened(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    name, turns = hoplon.game_names()[0], []

    def fails(before: Any, after: Any, lines: list[str]) -> None:
        turns.append(lines)
        assert len(turns) < 3

    monkeypatch.setattr(strategies(name), "check_turn", fails)
    with pytest.raises(AssertionError):
        explore(name, 9, set())
    (path,) = (tmp_path / "fuzz-failures").iterdir()
    assert len(hoplon.load(path).choices) == 3
