"""Random battles of every module keep every limit and come to an end."""

from __future__ import annotations

import copy
import json
import os
import subprocess
import sys
from random import Random
from typing import Any

import numpy as np
import pytest

from hoplon.core.actions import FINE
from hoplon.core.batch import Batch
from hoplon.core.kernel import is_compiled
from hoplon.games.cardbattle import GAME
from hoplon.games.cardbattle.names import Module
from hoplon.games.cardbattle.options import CardBattleOptions
from tests.games.cardbattle.invariants import Broken, cards_of, whats_broken
from tests.games.cardbattle.strategies import random_options
from tests.waiting import patience

LONGEST = 20_000  # choices; there is no rule against a battle without end
BATTLES = 60 if is_compiled() else 2


def fight(number: int, module: Module, checks: int) -> int:
    """One random battle, looked at after every choice; how many choices it took."""
    dice = Random(f"{module} {number}")
    options = CardBattleOptions(**random_options(dice, module))
    options.check()
    states, turns = GAME.new_states(1), GAME.new_turns(1)
    GAME.entries.start(states, 0, GAME.options_array(options), dice.randrange(2**63))
    cards = np.zeros(2, np.int64)
    cards_of(states[0], cards)
    room = np.zeros(GAME.most_choices, np.int64)
    where = f"battle {number} of {module.name}: {options}"
    for turn in range(LONGEST):
        broken = Broken(whats_broken(states[0], cards))
        assert broken == Broken.NOTHING, f"{broken.name} after choice {turn} of {where}"
        if GAME.entries.mover(states, 0) < 0:
            return turn
        n = GAME.entries.legal(states, 0, room)
        listed = room[:n].tolist()
        assert listed == sorted(set(listed)), where
        if checks and dice.random() < 0.02:
            every = dice.sample(GAME.space, checks) + listed
            allowed = [code for code in every if GAME.entries.allows(states, 0, code)]
            assert set(allowed) == set(every) & set(listed), where
        GAME.entries.play(states, 0, turns, 0, dice.choice(listed))
        assert turns[0]["fault"] == FINE, f"fault after choice {turn} of {where}"
    raise AssertionError(f"no end of {where}")


@pytest.mark.representative
@pytest.mark.parametrize("module", list(Module), ids=lambda module: module.name.lower())
def test_random_battles_keep_every_limit_and_end(module):
    for number in range(BATTLES):
        fight(number, module, checks=40)


def test_every_choice_listed_is_legal_and_no_other():
    states, turns = GAME.new_states(1), GAME.new_turns(1)
    GAME.entries.start(states, 0, GAME.options_array(CardBattleOptions()), 3)
    room = np.zeros(GAME.most_choices, np.int64)
    dice = Random(3)
    for _ in range(60 if is_compiled() else 5):
        listed = room[: GAME.entries.legal(states, 0, room)].tolist()
        allowed = [code for code in range(-1, max(GAME.space) + 2) if GAME.entries.allows(states, 0, code)]
        assert allowed == listed
        assert set(listed) <= set(GAME.space)
        GAME.entries.play(states, 0, turns, 0, dice.choice(listed))


def test_a_new_battle_forgets_the_old_one():
    states, turns = GAME.new_states(1), GAME.new_turns(1)
    options = GAME.options_array(CardBattleOptions(fog_of_war=True, terrain=("woods", "marsh")))
    GAME.entries.start(states, 0, options, 5)
    fresh = copy.copy(states[0].tobytes())
    room = np.zeros(GAME.most_choices, np.int64)
    dice = Random(5)
    for _ in range(300):
        if GAME.entries.mover(states, 0) < 0:
            break
        listed = room[: GAME.entries.legal(states, 0, room)].tolist()
        GAME.entries.play(states, 0, turns, 0, dice.choice(listed))
    assert states[0].tobytes() != fresh
    GAME.entries.start(states, 0, options, 5)
    assert states[0].tobytes() == fresh


SCRIPT = """
import json
from tests.games.cardbattle.test_invariants import stories
print(json.dumps(stories()))
"""


def stories() -> list[Any]:
    """Check numbers of a random battle of each module: they hold every log; and the last position."""
    told = []
    for module in Module:
        options = CardBattleOptions(**random_options(Random(f"story {module}"), module))
        batch = Batch(GAME, 1, seed=11, options=options, threads=1, longest=LONGEST)
        results = batch.play_randomly(500, checked=True)
        told.append([results["check"].tolist(), batch.states.tobytes().hex()])
    return told


@pytest.mark.skipif(not is_compiled(), reason="compares with compiled rules")
def test_battles_of_every_module_are_the_same_interpreted_and_compiled():
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)},
        capture_output=True, text=True, timeout=patience(300), check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout) == stories()
