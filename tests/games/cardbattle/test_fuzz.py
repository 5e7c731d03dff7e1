"""Random battles until every action, kind, characteristic, special rule, card and preference had its turn.

`python -m tests.games.cardbattle.test_fuzz [BATTLES]` prints the table of counters.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from hoplon.core.actions import FINE
from hoplon.core.dice import named
from hoplon.core.kernel import is_compiled, rule
from hoplon.core.quick_dice import quick_below, quick_stream
from hoplon.games.cardbattle import GAME
from hoplon.games.cardbattle.legal import nth_legal
from hoplon.games.cardbattle.listing import count_legal
from hoplon.games.cardbattle.names import Module
from hoplon.games.cardbattle.options import CardBattleOptions
from hoplon.games.cardbattle.rules import take_turn, to_move
from hoplon.games.cardbattle.setup import new_battle
from hoplon.games.cardbattle.state import ARGS, Do
from hoplon.games.cardbattle.tables import Card, Kind, Pref, Special, Trait
from tests.games.cardbattle.invariants import Broken, cards_of, whats_broken
from tests.games.cardbattle.strategies import random_options
from tests.games.cardbattle.tally import (
    CARD_AT,
    COUNTERS,
    KIND,
    PREF,
    SPECIAL,
    TRAIT,
    WITHOUT_RULES,
    note,
)

SECONDS = float(os.environ.get("HOPLON_FUZZ_SECONDS", "0"))
MOST_BATTLES = 20_000
LONGEST = 20_000
PLAYER = 0x46555A
NEVER_LOGGED = (Do.ASK_INITIATIVE, Do.ASK_SHARE)  # they wait, or they vanish
GROUPS = (
    ("actions", 0, Do, NEVER_LOGGED),
    ("kinds of units", KIND, Kind, ()),
    ("characteristics", TRAIT, Trait, ()),
    ("special rules", SPECIAL, Special, ()),
    ("special cards", CARD_AT, Card, ()),
    ("preferences", PREF, Pref, WITHOUT_RULES),
)


@rule
def pick_choice(s, key, n):
    """A random choice; the rarest one is made whenever it can be: a second attacker with a FLANK card."""
    choices = count_legal(s)
    if s.open != 0:
        for k in range(choices):
            if nth_legal(s, k) // ARGS == Do.JOIN_FLANK:
                return nth_legal(s, k)
    return nth_legal(s, quick_below(key, n, choices))


@rule
def play_counted(states, turns, options, cards, counters, seed, result):
    """One random battle, checked and counted; `result` is what broke, the fault, and the choices made."""
    s = states[0]
    turn = turns[0]
    new_battle(s, options[0], named(seed))
    cards_of(s, cards)
    key = quick_stream(seed, PLAYER, 0)
    n = 0
    while to_move(s) >= 0 and n < LONGEST and result[0] == 0 and result[1] == 0:
        take_turn(s, turn, pick_choice(s, key, n))
        note(s, turn, counters)
        n += 1
        result[0] = whats_broken(s, cards)
        result[1] = turn.fault
        result[2] = n


def battle(number: int, counters: np.ndarray) -> int:
    """Battle number n; how many choices it took."""
    options = CardBattleOptions(**random_options(Random(number), Module(number % len(Module))))
    options.check()
    states, turns = GAME.new_states(1), GAME.new_turns(1)
    room, result = GAME.options_array(options), np.zeros(3, np.int64)
    play_counted(states, turns, room, np.zeros(2, np.int64), counters, number, result)
    broken, fault, n = result.tolist()
    where = f"choice {n} of battle {number}: {options.as_text()}"
    assert broken == 0, f"{Broken(broken).name} after {where}"
    assert fault == FINE, f"fault {fault} after {where}"
    assert n < LONGEST, f"no end after {where}"
    return int(n)


def lines_of(counters: np.ndarray) -> Iterator[tuple[str, str, int]]:
    """Every counter with its group and name."""
    for group, first, members, left_out in GROUPS:
        for member in members:
            if member not in left_out:
                yield group, member.name, int(counters[first + member])


def table_of(counters: np.ndarray) -> str:
    """The counters as a table in Markdown."""
    rows = [f"| {group} | {name.lower().replace('_', ' ')} | {n} |" for group, name, n in lines_of(counters)]
    return "\n".join(["| group | what | times |", "|---|---|---:|", *rows])


def missing(counters: np.ndarray) -> list[str]:
    """What has not happened yet."""
    return [f"{group}: {name}" for group, name, n in lines_of(counters) if n == 0]


@pytest.mark.slow
@pytest.mark.skipif(not is_compiled(), reason="thousands of battles need compiled rules")
def test_fuzz_until_everything_in_the_rulebook_was_exercised():
    counters = np.zeros(COUNTERS, np.int64)
    end = time.monotonic() + SECONDS
    number = int(SECONDS and time.time()) * 1000
    last = number + MOST_BATTLES
    while time.monotonic() < end or (missing(counters) and number < last):
        battle(number, counters)
        number += 1
    print(table_of(counters))
    assert missing(counters) == []


def main(battles: int) -> int:
    """Play so many battles, or until nothing is missing, and print the table."""
    counters = np.zeros(COUNTERS, np.int64)
    played = choices = 0
    while played < battles if battles else missing(counters) and played < MOST_BATTLES:
        choices += battle(played, counters)
        played += 1
    print(table_of(counters))
    print(f"\n{played} battles, {choices} choices; never: {', '.join(missing(counters)) or 'nothing'}")
    return 1 if missing(counters) else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 0))
