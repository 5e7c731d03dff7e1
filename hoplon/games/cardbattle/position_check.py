"""What can occur in a battle, and one sentence for what cannot (22.2): for files, options and the page.

The rules look things up by these numbers, so every field has its range here, and what depends on something
else is looked at beside it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from hoplon.core.cached_record import CachedRecord
from hoplon.core.errors import BadText
from hoplon.games.cardbattle.areas import in_contact
from hoplon.games.cardbattle.army import LEADER_LIMITS
from hoplon.games.cardbattle.army_check import KINDS_OF, MOST_CLANS, MOST_TURNS
from hoplon.games.cardbattle.course import has_units, holds_out
from hoplon.games.cardbattle.listing import count_legal
from hoplon.games.cardbattle.names import Answer
from hoplon.games.cardbattle.naming import CARD_WORDS, SEATS
from hoplon.games.cardbattle.preferences import EVERYWHERE, PREF_HIGH, PREF_LOW
from hoplon.games.cardbattle.state import (
    AREAS,
    ATTACKERS,
    ATTACKS,
    CARD,
    COLUMNS,
    DECK,
    EMPTY,
    SIDE,
    TARGETS,
    UNITS,
    Do,
    Edge,
    End,
    Mark,
    Module,
    Phase,
    Place,
    Why,
    turn_t,
)
from hoplon.games.cardbattle.tables import (
    CRT,
    IMPASSABLE,
    KIND_CODES,
    KIND_MODULE,
    MODULE_IDS,
    PERIOD_MOST,
    TERRAIN_NAMES,
    WARRIORS,
    Pref,
    Roman,
    Special,
)
from hoplon.games.cardbattle.units import KEPT_MARKS, rout_limit, rout_points

MOST = 30_000  # of what only ever grows; a field has 16 bits
MOST_CHOSEN = 999_999_999
MOST_HITS = 99
MOST_PURSUIT = 4
LOG = turn_t["log"].shape[0]
NUMBERED = (Do.VOID, Do.FIGHT, Do.FACE, Do.AFTER, Do.MEET)  # n is the number of an attack
CAUSES = (Do.MODIFY, Do.SHIFT)  # what is a Why
OF_CARDS = (Do.DEAL, Do.DISCARD)  # what may be a special card
QUESTIONS = (Do.ASK_WITHDRAW, Do.ASK_FIRE, Do.ASK_INITIATIVE, Do.ASK_SHARE)
MARKS = sum(mark.value for mark in Mark)
OFF_FIELD = KEPT_MARKS | Mark.FRESH | Mark.NO_MISSILE
PLACED = {Place.DECK: "deck", Place.HAND: "hand", Place.ROUTED: "rear", Place.RALLIED: "rear"}
# The phase from which on something can have been done in a turn.
FIRST_PHASE = {"moved": Phase.MOVE, "flank_orders": Phase.SHOCK, "attempts": Phase.RALLY,
               "orders": Phase.RALLY, "drawn": Phase.DRAW}  # fmt: skip
UNIT = (EMPTY, UNITS - 1)
FLAG = (0, 1)
# For each field that has no word of its own: the least and the most.
RANGES: dict[str, tuple[int, int]] = {
    "turn": (0, MOST_CHOSEN), "warriors": (0, (1 << len(WARRIORS)) - 1), "module": (0, len(Module) - 1),
    "pref": (0, MOST_HITS), "zones": (0, EVERYWHERE), "pbem": FLAG, "rounds": (1, MOST), "active": FLAG,
    "first": FLAG, "opener": FLAG, "second_half": FLAG, "phase": (0, len(Phase) - 1),
    "period": (0, PERIOD_MOST), "no_shock": FLAG, "double": FLAG, "bids": FLAG, "end": (0, len(End) - 1),
    "winner": (EMPTY, 1), "played": (0, 2), "moved": FLAG, "drawn": (0, 2),
    "flank_orders": (0, LEADER_LIMITS["command"][1]), "attempts": (0, LEADER_LIMITS["command"][1]),
    "orders": (0, 2 * LEADER_LIMITS["command"][1]), "clans_active": (0, (1 << MOST_CLANS) - 1),
    "supply": (0, COLUMNS), "initiative": LEADER_LIMITS["initiative"], "command": LEADER_LIMITS["command"],
    "clans": (0, MOST_CLANS), "rules": (0, (1 << len(Special)) - 1), "roman": (0, len(Roman) - 1),
    "endless": FLAG, "unroutable": FLAG, "turn_limit": (0, MOST_TURNS), "wins_at_limit": FLAG,
    "level": (0, MOST), "lost": (0, MOST), "fled": (0, MOST), "raided": (0, MOST), "bundori": (0, MOST // 5),
    "routs": (0, MOST), "answers": (0, (1 << len(Answer)) - 1), "spent": (0, DECK), "coh": (0, MOST_HITS),
    "depletion": (0, MOST_HITS), "level_m": (0, MOST_PURSUIT), "marks": (0, MARKS), "shots": (0, COLUMNS),
    "shooter": UNIT, "shot_at": (EMPTY, COLUMNS - 1), "attacks": (0, ATTACKS), "open": FLAG,
    "attacker": UNIT, "target": UNIT, "is_raid": FLAG, "fight": (0, ATTACKS - 1), "lead_a": UNIT,
    "lead_d": UNIT, "column": (0, CRT.shape[1] - 1), "edge": (0, len(Edge) - 1), "share": (0, MOST_HITS),
    "rampage_at": (EMPTY, COLUMNS - 1), "rampage_rolls": (0, MOST_HITS), "amok": UNIT, "amok_n": (0, AREAS),
    "shaken": (0, (1 << (ATTACKERS + TARGETS)) - 1), "prey": (0, UNITS),
}  # fmt: skip


def check(record: Any) -> None:
    """Refuse what cannot occur."""
    s = CachedRecord(record)
    for name, (least, most) in RANGES.items():
        values = getattr(s, name)
        for value in (int(values.min()), int(values.max())):
            _number(name, value, least, most)
    _check_preferences(s)
    _check_cards(s)
    columns = [getattr(s, name).tolist() for name in ("place", "coh", "depletion", "level_m", "marks")]
    for u, (place, *rest) in enumerate(zip(*columns, strict=True)):
        if place not in (Place.NOWHERE, Place.DECK) or any(rest):
            _check_unit(record, s, u)
    _check_points(s)
    _check_course(s)
    _check_designated(s)
    _check_waiting(s)
    _check_end(record, s)


def _number(name: str, value: int, least: int, most: int, why: str = "") -> None:
    if not least <= value <= most:
        expected = f"{least} to {most}" if least < most else str(least)
        raise BadText(f"{name} has {value}; expected {expected}{why}")


def _word(u: int) -> str:
    return f"{u % SIDE} of {SEATS[u // SIDE]}"


def _check_preferences(s: Any) -> None:
    for number, value in enumerate(s.pref.tolist()):
        known = number < len(Pref)
        name = f"pref {Pref(number).name.lower()}" if known else f"pref {number}"
        low, high = (int(PREF_LOW[number]), int(PREF_HIGH[number])) if known else (0, 0)
        _number(name, value, low, high)


def _check_cards(s: Any) -> None:
    """Each unit card is in exactly one place (2.1) and of a kind that the module has."""
    seen: dict[int, str] = {}
    kinds = {int(module) for module in KINDS_OF[int(s.module)]}  # type: ignore[index]
    for seat, letter in enumerate(SEATS):
        for pile in ("deck", "hand", "rear"):
            held, n = getattr(s, pile), int(getattr(s, f"{pile}_n")[seat])
            first = len(held) // 2 * seat
            for card in held[first : first + n].tolist():
                if card < CARD and card in seen:
                    raise BadText(f"unit {_word(card)} is in {seen[card]} and in {pile}{letter}")
                seen[card] = f"{pile}{letter}"
        for u in range(SIDE * seat, SIDE * seat + int(s.units[seat])):
            place = Place(int(s.place[u]))
            on_field = s.at[u] != EMPTY
            if on_field != (place == Place.FIELD) or seen.get(u, "")[:4] != PLACED.get(place, ""):
                where = f"field{letter}" if on_field else seen.get(u) or "no pile"
                raise BadText(f"unit {_word(u)} is {place.name.lower()} by its place, but in {where}")
            if place == Place.NOWHERE:
                raise BadText(f"unit {_word(u)} is nowhere by its place")
            if int(KIND_MODULE[s.kind[u]]) not in kinds:
                raise BadText(
                    f"unit {_word(u)} is {KIND_CODES[s.kind[u]]}, which module {MODULE_IDS[s.module]} has not"
                )


def _check_unit(record: Any, s: Any, u: int) -> None:
    """Hits below the limit and markers that fit the place (2.2)."""
    place, marks = Place(int(s.place[u])), int(s.marks[u])
    if place == Place.NOWHERE:
        raise BadText(f"coh, depletion, level_m or marks name unit {_word(u)}, which there is not")
    limit, name = int(rout_limit(record, u)), f"unit {_word(u)}"
    if place == Place.RALLIED or (place == Place.FIELD and not _is_sharing(s)):
        _number(f"coh of {name}", int(s.coh[u]), 0, limit - 1)
    in_rear = place in (Place.ROUTED, Place.RALLIED)
    most = MOST_PURSUIT if place == Place.PURSUIT else 0 if in_rear else 1
    _number(f"level_m of {name}", int(s.level_m[u]), 0, most)
    if place != Place.FIELD:
        if marks & ~OFF_FIELD:
            raise BadText(f"marks of {name} are {marks}, some of them for units on the field only")
        return
    seat, c = divmod(u, SIDE)[0], int(s.at[u])
    terrain = int(s.terrain[COLUMNS * seat + c])
    if IMPASSABLE[terrain]:
        raise BadText(f"{name} stands in column {c + 1}, which is {TERRAIN_NAMES[terrain].lower()}")
    touches = in_contact(record, seat, c)
    if not marks & Mark.USED:
        raise BadText(f"marks of {name} are {marks}, without {Mark.USED.value}: it has been on the field")
    if marks & Mark.HIDDEN and (touches or not s.pref[Pref.FOG_OF_WAR]):
        raise BadText(f"{name} is hidden, but in contact or without fog of war")
    if marks & Mark.ENGAGED and not touches:
        raise BadText(f"{name} is engaged, but not in contact")


def _check_points(s: Any) -> None:
    """Rout points are the values of the eliminated and routed; an endless army's dead come back (12.2)."""
    for seat, letter in enumerate(SEATS):
        units = slice(SIDE * seat, SIDE * seat + int(s.units[seat]))
        lost, fled = (
            int(s.value[units][s.place[units] == place].sum()) for place in (Place.ELIMINATED, Place.ROUTED)
        )
        _number(f"fled of {letter}", int(s.fled[seat]), fled, fled, " by the units routed")
        most = MOST if s.endless[seat] else lost
        _number(f"lost of {letter}", int(s.lost[seat]), lost, most, " by the units eliminated")
        if s.bundori[seat] and s.module != Module.SAMURAI:
            raise BadText(f"bundori of {letter} has {s.bundori[seat]}; expected 0 outside Samurai")


def _check_course(s: Any) -> None:
    """Allowances are kept, and what is designated belongs to its phase (7)."""
    dynamic = s.pref[Pref.DYNAMIC_PLAY_DRAW] != 0
    command = int(s.command[s.active])
    _number("second_half", int(s.second_half), int(s.active != s.first), int(s.active != s.first))
    _number("played", int(s.played), 0, 2 if dynamic else 1)
    _number("drawn", int(s.drawn), 0, 2 - int(s.played) if dynamic else 1)
    for name, most in (("flank_orders", command), ("attempts", command), ("orders", 2 * command)):
        _number(name, int(getattr(s, name)), 0, most, f" with command {command}")
    if s.phase == Phase.SHOCK and s.no_shock and s.end == End.RUNNING:
        raise BadText("phase is the shock phase, but no_shock says that this turn has none")
    for phase, names in ((Phase.SHOCK, ("attacks", "open")), (Phase.MISSILE, ("shots", "supply"))):
        for name in names:
            if s.phase != phase:
                _number(name, int(getattr(s, name)), 0, 0, f" outside the {phase.name.lower()} phase")
    for name, phase in FIRST_PHASE.items():
        if s.phase < phase:
            _number(name, int(getattr(s, name)), 0, 0, f" before the {phase.name.lower()} phase")
    if s.open and not s.attacks:
        raise BadText("open has 1, but there is no attack")
    if not s.pref[Pref.VARIABLE_INITIATIVE]:
        for name in ("period", "double"):
            _number(name, int(getattr(s, name)), 0, 0, " without variable initiative")


def _check_designated(s: Any) -> None:
    """Units named exist; those of the attacks and shots of this phase are on the right side."""
    for name in ("shooter", "attacker", "target", "lead_a", "lead_d", "amok"):
        for u in np.ravel(getattr(s, name)).tolist():
            if u != EMPTY and s.place[u] == Place.NOWHERE:
                raise BadText(f"{name} names unit {_word(u)}, which there is not")
    if s.prey and s.place[s.prey - 1] == Place.NOWHERE:
        raise BadText(f"prey names unit {_word(int(s.prey) - 1)}, which there is not")
    active, attacks, shots = int(s.active), int(s.attacks), int(s.shots)
    for name, most, seat in (
        ("attacker", ATTACKERS * attacks, active),
        ("target", TARGETS * attacks, 1 - active),
        ("shooter", shots, active),
    ):
        for u in getattr(s, name)[:most].tolist():
            if u != EMPTY and u // SIDE != seat:
                raise BadText(f"{name} names unit {_word(u)}; expected one of {SEATS[seat]}")
    for k in range(shots):
        if s.shooter[k] == EMPTY or s.shot_at[k] == EMPTY:
            raise BadText(f"shot {k} has no shooter or no column")


def _is_sharing(s: Any) -> bool:
    return bool(s.pending.n and s.pending.actions[s.pending.n - 1].kind == Do.ASK_SHARE)


def _check_waiting(s: Any) -> None:
    """What waits names units, columns and attacks that exist, and at rest a question is on top."""
    waiting = int(s.pending.n)
    for k in range(waiting):
        _check_action(s, s.pending.actions[k])
    if not waiting:
        return
    top = s.pending.actions[waiting - 1]
    if int(top.kind) not in QUESTIONS or top.who < 0:
        raise BadText("the last of pending is no question to A or B")
    word = Do(int(top.kind)).name.lower()
    if top.kind in (Do.ASK_WITHDRAW, Do.ASK_FIRE):
        if top.what < 0 or s.place[top.what] != Place.FIELD or top.what // SIDE != top.who:
            raise BadText(f"{word} in pending is about a unit that {SEATS[top.who]} has not on the field")
    if top.kind == Do.ASK_FIRE and (top.dst < 0 or s.field[COLUMNS * (1 - top.who) + top.dst] == EMPTY):
        raise BadText("ask_fire in pending names a column without an enemy")
    if top.kind in (Do.ASK_WITHDRAW, Do.ASK_SHARE) and (s.phase != Phase.SHOCK or not s.attacks):
        raise BadText(f"{word} is in pending, but there is no attack")
    if top.kind == Do.ASK_SHARE:
        _number("share", int(s.share), int(top.n), int(top.n), " as ask_share in pending")
        _number("share", int(s.share), 1, MOST_HITS, " while hits are shared out")
        _number("fight", int(s.fight), 0, int(s.attacks) - 1, " while hits are shared out")
    if top.kind == Do.ASK_INITIATIVE and not s.pref[Pref.VARIABLE_INITIATIVE]:
        raise BadText("ask_initiative is in pending without variable initiative")


def _check_action(s: Any, action: Any) -> None:
    kind = Do(int(action.kind))
    word = f"{kind.name.lower()} in pending"
    if kind in CAUSES:
        _number(f"what of {word}", int(action.what), 0, len(Why) - 1)
    else:
        is_card = kind in OF_CARDS and CARD <= action.what < CARD + len(CARD_WORDS)
        is_unit = EMPTY <= action.what < UNITS and (
            action.what == EMPTY or s.place[action.what] != Place.NOWHERE
        )
        if not (is_unit or is_card) or not EMPTY <= action.who <= 1:
            raise BadText(f"{word} names no army or unit")
    if not EMPTY <= action.dst < COLUMNS or not EMPTY <= action.src < COLUMNS:
        raise BadText(f"{word} names no column")
    if kind in NUMBERED:
        _number(f"n of {word}", int(action.n), 0, max(0, int(s.attacks) - 1))
    elif kind == Do.ROUND:
        _number(f"n of {word}", int(action.n), int(s.rounds) + 1, int(s.rounds) + 1)
    else:
        _number(f"n of {word}", int(action.n), -MOST_HITS, MOST_HITS)
    for name in ("cause", "depth"):
        _number(f"{name} of {word}", int(action[name]), -1, LOG - 1)


def _check_end(record: Any, s: Any) -> None:
    """How a battle has ended follows from its points, units and rounds (12.3)."""
    end, winner = End(int(s.end)), int(s.winner)
    if end == End.RUNNING:
        _number("winner", winner, EMPTY, EMPTY, " in a battle that goes on")
        if count_legal(record) < 1:
            raise BadText("nobody may choose anything, but the battle goes on")
        return
    if s.pending.n:
        raise BadText("something is pending, but the battle is over")
    excess = [int(rout_points(record, seat)) - int(s.level[seat]) for seat in range(2)]
    routed = [excess[seat] >= 0 and not s.unroutable[seat] for seat in range(2)]
    gone = [not s.unroutable[seat] and not has_units(record, seat) for seat in range(2)]
    held = [bool(holds_out(record, seat)) for seat in range(2)]
    if end == End.BOTH_ROUTED:
        fits, best = all(routed), EMPTY if excess[0] == excess[1] else int(excess[1] < excess[0])
    elif end == End.ROUTED:
        fits, best = routed[0] != routed[1], int(routed[0])
    elif end == End.NO_UNITS:
        fits, best = any(gone) and not any(routed), EMPTY if all(gone) else int(gone[0])
    else:
        fits, best = any(held), EMPTY if all(held) else int(held[1])
    if not fits:
        raise BadText(f"end has {end.value}, {end.name.lower().replace('_', ' ')}, which does not hold here")
    _number("winner", winner, best, best, " by this end")
