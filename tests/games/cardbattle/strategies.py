"""Random battles of every module, with random preferences."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from hoplon.core.match import Match
from hoplon.games.cardbattle.armies import inline, of_option, read, supplied, supplied_files
from hoplon.games.cardbattle.names import Answer, Module, Natural, Pref
from hoplon.games.cardbattle.options import CHOSEN_PREFS
from hoplon.games.cardbattle.preferences import PREF_HIGH, PREF_IS_FLAG, PREF_MODULES
from tests.games.cardbattle.invariants import Broken, cards_of, whats_broken

NATURAL = tuple(option.name.lower() for option in Natural if option != Natural.RANDOM)
ANSWERS = tuple(answer.name.lower() for answer in Answer)
TURNS = 1000  # what happens late in a battle is not to be had in sixty choices
# Battles are long and some of their events rare: test_fuzz.py of this folder looks for all of them with
# compiled counters. So many are played through Match, with views and replays.
MATCHES = 12
PARSERS = {
    "armies": (read, [file.read_text(encoding="utf-8") for file in list(supplied_files().values())[:3]]),
    "armies in a line": (of_option, [inline(army) for army in supplied()[:3]]),
}
UNLOGGED = frozenset({"ASK_INITIATIVE", "ASK_SHARE"})  # questions that no preference answers


def check_match(match: Match) -> None:
    """Nothing is broken, whatever the cards were before."""
    states, cards = match.state.array, np.zeros(2, np.int64)
    cards_of(states[0], cards)
    broken = Broken(int(whats_broken(states[0], cards)))
    assert broken == Broken.NOTHING, broken.name


def random_options(dice: Random, module: Module | None = None) -> dict[str, Any]:
    """Armies of one module, terrain, answers and preferences; each preference is on every third time."""
    chosen = dice.choice(list(Module)) if module is None else module
    armies = [army for army in supplied() if army.module == chosen]
    first = dice.choice(armies)
    others = [army for army in armies if not (army.cannot_be_routed and first.cannot_be_routed)]
    options: dict[str, Any] = {"army_a": first.id, "army_b": dice.choice(others).id}
    for pref in CHOSEN_PREFS:
        if PREF_MODULES[pref] >> chosen & 1 and dice.random() < 1 / 3:
            options[pref.name.lower()] = random_value(pref, dice)
    if chosen != Module.THE_300:
        if dice.random() < 0.2:
            options["terrain"] = ("random",)
        elif dice.random() < 0.6:
            options["terrain"] = tuple(name for name in NATURAL if dice.random() < 0.3)
    for seat in ("answers_a", "answers_b"):
        options[seat] = tuple(name for name in ANSWERS if dice.random() < 0.15)
    if options.get("use_restrictions") and dice.random() < 0.3:
        options["restrictions"] = ("HC:both", "SK:wings")
    options["pbem"] = dice.random() < 0.1
    return options


def random_value(pref: Pref, dice: Random) -> Any:
    """A flag turned, or a number in its range."""
    if PREF_IS_FLAG[pref]:
        return pref != Pref.MAGIC_MISSILES  # the only one that is on by default
    return dice.randint(0, int(PREF_HIGH[pref]))
