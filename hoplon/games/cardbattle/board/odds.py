"""The arithmetic and the exact chances of attacks, shots and withdrawals, as a viewer may know them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from hoplon.core.board import Json
from hoplon.core.choices import Choice
from hoplon.core.match import Match
from hoplon.games.cardbattle.choices import argument_of, kind_of
from hoplon.games.cardbattle.missile import MODIFIERS, shot_drm, strength_of
from hoplon.games.cardbattle.naming import SEATS, Names
from hoplon.games.cardbattle.odds import EDGES, odds, odds_for, volley_odds, withdrawal_odds
from hoplon.games.cardbattle.state import ATTACKERS, COLUMNS, EMPTY, TARGETS, Do, Edge
from hoplon.games.cardbattle.sums import sums_for
from hoplon.games.cardbattle.tables import (
    ATTACK_KEY,
    DEFEND_KEY,
    MODULE_IDS,
    SHOCK_KEYS,
    SUPER_KEY,
    SUPER_KEYS,
    Module,
)
from hoplon.games.cardbattle.tally import Tally, as_seen, is_fought, tally_of
from hoplon.games.cardbattle.words import WHY_WORDS

DESIGNATES = (Do.ATTACK, Do.ATTACK_FLANK, Do.JOIN, Do.JOIN_FLANK, Do.ALSO, Do.FLANK_CARD)


def _percent(chance: Fraction) -> float:
    return round(float(100 * chance), 1)


def _spread(chances: Mapping[int, Fraction]) -> list[tuple[int, float]]:
    return [(n, _percent(chance)) for n, chance in sorted(chances.items())]


def _mean(chances: Mapping[int, Fraction]) -> float:
    return round(float(sum((n * chance for n, chance in chances.items()), Fraction(0))), 2)


def attack_json(names: Names, states: Any, k: int, viewer: int) -> Json:
    """A designated attack with its numbers; `states` is what the viewer knows."""
    s = states[0]
    attackers = [int(u) for u in s.attacker[ATTACKERS * k : ATTACKERS * (k + 1)] if u != EMPTY]
    targets = [int(u) for u in s.target[TARGETS * k : TARGETS * (k + 1)] if u != EMPTY]
    found: Json = {
        "number": k + 1,
        "attackers": [names.unit(u) for u in attackers],
        "targets": [names.unit(u) for u in targets],
        "second_line": bool(s.is_raid[k]),
        "open": bool(s.open) and k == int(s.attacks) - 1,
        "sum": None,
        "odds": None,
        "charts": {},
    }
    tally = tally_of(names, s, k, viewer)
    if tally is not None:
        found["sum"] = asdict(tally)
        found["charts"] = _places(names, s, tally)
        found["odds"] = _odds_json(names, odds(states, 0, k))
    return found


def _places(names: Names, s: Any, tally: Tally) -> dict[str, tuple[str, str]]:
    """Row and column of each chart that an attack reads; the die decides about the row of the results."""
    attacker, defender = (
        int(s.kind[names.read_unit(word)]) for word in (tally.lead_attacker, tally.lead_defender)
    )
    found = {
        "crt": ("", str(tally.column)),
        "shock": (SHOCK_KEYS[DEFEND_KEY[defender]], SHOCK_KEYS[ATTACK_KEY[attacker]]),
    }
    if tally.edge != EDGES[Edge.FLANK]:
        found["superiority"] = (SUPER_KEYS[SUPER_KEY[defender]], SUPER_KEYS[SUPER_KEY[attacker]])
    return found


def _odds_json(names: Names, chances: Any) -> Json:
    return {
        "hits": [_spread(side) for side in chances.hits],
        "mean": [_mean(side) for side in chances.hits],
        "gone": [(names.unit(u), _percent(chance)) for u, chance in chances.rout.items()],
    }


def volley_json(names: Names, states: Any, firer: int, target: int) -> Json:
    """A shot: what it needs, and its chances."""
    s = states[0]
    modifiers = [(WHY_WORDS[why], int(shot_drm(s, firer, target, why))) for why in MODIFIERS]
    chances = volley_odds(states, 0, firer, target)
    return {
        "unit": names.unit(firer),
        "target": names.unit(target),
        "strength": int(strength_of(s, firer)),
        "high": MODULE_IDS[s.module] == MODULE_IDS[Module.SAMURAI],  # high dice hit there (14.3)
        "modifiers": [(why, n) for why, n in modifiers if n],
        "hits": _spread(chances.hits),
        "gone": _percent(chances.rout),
        "runs_out": _percent(chances.runs_out),
        "bursts": _percent(chances.bursts),
    }


def shots_json(names: Names, states: Any) -> list[Json]:
    """All shots that are designated; a target that has left gives none."""
    s = states[0]
    found = []
    for k in range(int(s.shots)):
        firer, column = int(s.shooter[k]), int(s.shot_at[k])
        enemy = 1 - int(s.active)
        target = int(s.field[COLUMNS * enemy + column])
        shot: Json = {"unit": names.unit(firer), "column": column + 1, "volley": None}
        if target != EMPTY and s.at[firer] != EMPTY:
            shot["volley"] = volley_json(names, states, firer, target)
        found.append(shot)
    return found


def question_json(names: Names, states: Any, question: Any) -> Json | None:
    """What a seat is asked, with the chances of a yes."""
    if question is None:
        return None
    s = states[0]
    top = s.pending.actions[int(s.pending.n) - 1]
    found: Json = asdict(question) | {"withdrawal": None, "volley": None, "cell": None, "target": None}
    unit = int(top.what)
    if unit >= 0 and s.at[unit] != EMPTY:
        found["cell"] = f"{question.seat}{int(s.at[unit]) + 1}"
    if question.asks == "withdraw":
        chances = withdrawal_odds(states, 0, unit)
        found["withdrawal"] = {
            "hits": _spread(chances.hits),
            "marked": _percent(chances.marked),
            "gone": _percent(chances.rout),
        }
    elif question.asks == "fire":
        target = int(s.field[COLUMNS * (1 - int(top.who)) + int(top.dst)])
        if target != EMPTY:
            found["volley"] = volley_json(names, states, unit, target)
            found["target"] = f"{SEATS[1 - int(top.who)]}{int(top.dst) + 1}"
    return found


def ahead(names: Names, match: Match, choice: Choice, viewer: int) -> Json:
    """The numbers that a choice would lead to; worked out on what the viewer knows, and with other dice."""
    kind, n = Do(kind_of(choice.code)), argument_of(choice.code)
    now = match.states_at(len(match.choices))[0]
    states = as_seen(now, viewer)
    s = states[0]
    seat = int(s.active)
    if kind == Do.AIM:
        firer, target = (
            int(s.field[COLUMNS * seat + n // COLUMNS]),
            int(s.field[COLUMNS * (1 - seat) + n % COLUMNS]),
        )
        return {} if target == EMPTY else {"volley": volley_json(names, states, firer, target)}
    if kind in DESIGNATES:
        game = match.game
        game.entries.forget_dice(states, 0, 0)
        if game.entries.allows(states, 0, choice.code):
            game.entries.play(states, 0, game.new_turns(1), 0, choice.code)
            if states["attacks"][0] and is_fought(states[0], int(states["attacks"][0]) - 1):
                return {"attack": attack_json(names, states, int(states["attacks"][0]) - 1, viewer)}
    if kind == Do.FLANK_ORDER and s.attacks:
        return {"attack": _ordered(names, states, int(s.field[COLUMNS * seat + n]))}
    return {}


def _ordered(names: Names, states: Any, unit: int) -> Json:
    """The attack that is being put together if the order to the flank succeeds."""
    s = states[0]
    k = int(s.attacks) - 1
    attackers = [int(u) for u in s.attacker[ATTACKERS * k : ATTACKERS * (k + 1)] if u != EMPTY]
    targets = [int(u) for u in s.target[TARGETS * k : TARGETS * (k + 1)] if u != EMPTY]
    numbers = sums_for(states, 0, attackers, targets, (unit,))
    chances = odds_for(states, 0, attackers, targets, (unit,))
    return {
        "number": k + 1,
        "attackers": [names.unit(u) for u in attackers],
        "targets": [names.unit(u) for u in targets],
        "second_line": False,
        "open": True,
        "charts": {"crt": ("", str(numbers.column))},
        "sum": {
            "lead_attacker": names.unit(numbers.lead_attacker),
            "lead_defender": names.unit(numbers.lead_defender),
            "sizes": numbers.sizes,
            "base": numbers.base,
            "shifts": [("size", numbers.size_shift)] * bool(numbers.size_shift)
            + [(WHY_WORDS[why], shift) for why, shift in numbers.shifts if shift],
            "column": numbers.column,
            "edge": "if the order succeeds: on the flank",
            "times": numbers.times,
        },
        "odds": _odds_json(names, chances),
    }
