"""What an observation of a card battle consists of, and where each part of it lies in the row.

A unit is told where it lies: on an area, in a place of the hand or of the second line, the same places that
choices name. Of the cards that lie hidden only the heap is told. Units are told by what they can do, not by
the name of their type, so that armies that a learner never met mean something to it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from hoplon.core.encoding import Part
from hoplon.games.cardbattle.state import (
    CARDS,
    COLUMNS,
    DECK,
    HAND,
    REAR,
    SIDE,
    Do,
    Mark,
    Module,
    Phase,
)
from hoplon.games.cardbattle.tables import (
    CATAPHRACT,
    DEFEND_KEY,
    MARKED,
    MAY_SHOCK,
    MOUNTED,
    PILUM,
    SHOCK_KEYS,
    SUPER_KEY,
    SUPER_KEYS,
    WITHDRAWS,
    Kind,
    Missile,
    Pref,
    Special,
    Terrain,
    Trait,
)

# Where a card can lie that is told by itself: own field, own hand, the enemy's field, own second line.
OWN_HAND = COLUMNS
ENEMY_FIELD = OWN_HAND + HAND
OWN_REAR = ENEMY_FIELD + COLUMNS
SLOTS = OWN_REAR + REAR
AREAS = 2 * COLUMNS  # own columns, then the enemy's

CLASSES = len(SHOCK_KEYS)
WEAPONS = len(Missile)
LANDS = len(Terrain) - 1
CLANS = 8
MARKS = Mark.ARRIVED.bit_length()  # the markers of a unit on the field are the lower bits
TRAITS = len(Trait) - 1  # without INDIAN, which is none
MOST_TQ, MOST_SIZE, MOST_VALUE, MOST_HITS = 10, 15, 20, 20
MOST_LEVEL = 4
MOST_ALIKE = 15
MOST_POINTS = 200
MOST_ROUNDS = 100
MOST_OF_LEADER = 8
FIRST_PREF = Pref.USE_RESTRICTIONS.value
PREFS = len(Pref) - FIRST_PREF
NUMBERS = 7  # of an army
AWAY = 4  # which of them is the number of units on pursuit
ALLOWANCES = 8
QUESTIONS = Do.ASK_SHARE - Do.ASK_WITHDRAW + 1
RULE_BITS = len(Special)
SPECIALS = RULE_BITS + 5

# In what units of one class differ.
NATURES = {
    "mounted": MOUNTED != 0,
    "marked when played": MARKED != 0,
    "withdraws from heavy cavalry": WITHDRAWS[:, Kind.HC] != 0,
    "never attacks": MAY_SHOCK == 0,
    "cataphract": CATAPHRACT != 0,
    "pilum": PILUM != 0,
    "camel": np.array([kind == Kind.CA for kind in Kind]),
    "superior by a row of its own": np.array(
        [SUPER_KEYS[SUPER_KEY[kind]] != SHOCK_KEYS[DEFEND_KEY[kind]] for kind in Kind]
    ),
}
NATURE_PLANES = len(NATURES)
TELLING = 4  # planes of class and nature that a type of unit stands in, at most


def _planes() -> Any:
    """[kind]: the planes of its class and natures, the class again where there are fewer."""
    found = np.repeat(DEFEND_KEY[:, None], TELLING, axis=1).astype(np.int16)
    for kind in Kind:
        planes = [CLASSES + k for k, has_it in enumerate(NATURES.values()) if has_it[kind]]
        found[kind, 1 : 1 + len(planes)] = planes
    return found


PLANES = _planes()

UNITS = (
    Part("tq", (SLOTS,), MOST_TQ, "troop quality of the unit in each place"),
    Part("size", (SLOTS,), MOST_SIZE, "its size"),
    Part("value", (SLOTS,), MOST_VALUE, "the rout points it is worth"),
    Part("hits", (SLOTS,), MOST_HITS, "cohesion hits it has"),
    Part("left", (SLOTS,), MOST_HITS, "hits that it can still take before it routs"),
    Part("depletion", (SLOTS,), MOST_LEVEL, "how often it was depleted"),
    Part("level", (SLOTS,), MOST_LEVEL, "its manoeuvre marker"),
    Part("class", (CLASSES, SLOTS), 1, f"the row of the shock table it defends as: {', '.join(SHOCK_KEYS)}"),
    Part("nature", (NATURE_PLANES, SLOTS), 1, "; ".join(NATURES)),
    Part("missile", (WEAPONS, SLOTS), 1, "its missiles: none, J, S, A, B, P, T, M"),
    Part("clan", (CLANS, ENEMY_FIELD), 1, "the clan of a unit on the own field or in the own hand (Samurai)"),
    Part(
        "traits",
        (TRAITS, AREAS),
        1,
        "characteristics on own columns, then on the enemy's, in the order of 15.2",
    ),
    Part(
        "marks",
        (MARKS, AREAS),
        1,
        "markers on the same columns: no missile, withdrawn, flank, raiding, engaged, hidden, aiming, "
        "supplied, attacking, attacked, fought, charger, arrived",
    ),
    Part("terrain", (LANDS, AREAS), 1, "terrain of the same columns, in the order of 23.5 after clear"),
    Part("cards", (CARDS, HAND), 1, "special cards in the own hand, in the order of 2.3"),
    Part("unused", (HAND,), 1, "a unit in the own hand that has never been on the field"),
    Part("routed", (2, REAR), 1, "second line, own and enemy: in the routed group"),
    Part("fresh", (2, REAR), 1, "second line: came there this turn"),
    Part("enemy_rear", (REAR,), MOST_VALUE, "the rout points of each unit in the enemy's second line"),
)
HEAPS = (
    Part(
        "heap",
        (2, CLASSES),
        MOST_ALIKE,
        "units of each class in the own deck, and in the enemy's hidden cards",
    ),
    Part(
        "heap_cards", (2, CARDS), MOST_ALIKE, "special cards in the own deck, and in the enemy's hidden cards"
    ),
    Part("deck", (2,), DECK, "cards in the deck"),
    Part("hand", (2,), HAND, "cards in the hand"),
    Part("pursuit", (SIDE,), MOST_LEVEL + 1, "by own unit: 1 and its level while it is on pursuit"),
)
ARMIES = (
    Part(
        "army",
        (2, NUMBERS),
        MOST_OF_LEADER,
        "initiative, command and clans of the leader; units in the second line and on pursuit; routs counted "
        "for Ferocity; 1 for an INITIATIVE card just played",
    ),
    Part("points", (2,), MOST_POINTS, "rout points of the army, in percent of its level"),
    Part("to_go", (2,), MOST_POINTS, "rout points that its level is away"),
    Part(
        "rules",
        (2, SPECIALS),
        1,
        "special rules in the order of 5; early Roman, late Roman; endless; cannot be routed; wins at its "
        "turn limit",
    ),
)
COURSE = (
    Part("module", (len(Module),), 1, "the period"),
    Part("phase", (len(Phase),), 1, "the phase"),
    Part("question", (QUESTIONS,), 1, "what somebody is asked: withdraw, fire, initiative, share"),
    Part(
        "course",
        (7,),
        1,
        "the turn is the own one; it is the second of the round; the own side goes first; no shock this "
        "turn; the player who goes first now has no shock in his next turn; a setup round; an attack is open",
    ),
    Part("round", (1,), MOST_ROUNDS, "the round"),
    Part("rounds_left", (2,), MOST_ROUNDS, "rounds to the turn limit of each army that has one"),
    Part(
        "allowances",
        (ALLOWANCES,),
        MOST_OF_LEADER,
        "what the active player may still do: plays, moves, draws, flank orders, rally attempts, cohesion "
        "orders, supplies, clans",
    ),
    Part("clans_active", (CLANS,), 1, "the clans that act this turn"),
    Part(
        "preferences", (PREFS,), 1, "rules that were chosen, from use_restrictions on, in the order of 18.1"
    ),
    Part("attack", (AREAS,), 1, "units of the attack that is put together, answered or resolved"),
    Part("asked", (AREAS,), 1, "the unit of the question"),
    Part("came", (COLUMNS,), 1, "the column to which the unit came that reaction fire is about"),
    Part("aimed", (AREAS,), COLUMNS, "shots designated at the unit"),
    Part("share", (1,), MOST_HITS, "hits that are still to be shared out"),
)
PARTS = (*UNITS, *HEAPS, *ARMIES, *COURSE)


def _starts() -> dict[str, int]:
    """Where each part begins in a row."""
    found, first = {}, 0
    for part in PARTS:
        found[part.name] = first
        first += part.width
    return found


_AT = _starts()
TQ, SIZE, VALUE, HITS, LEFT = (_AT[name] for name in ("tq", "size", "value", "hits", "left"))
DEPLETION, LEVEL, CLASS, MISSILE = (_AT[name] for name in ("depletion", "level", "class", "missile"))
CLAN, TRAITS_AT, MARKS_AT, TERRAIN = (_AT[name] for name in ("clan", "traits", "marks", "terrain"))
CARDS_AT, UNUSED, ROUTED, FRESH = (_AT[name] for name in ("cards", "unused", "routed", "fresh"))
ENEMY_REAR, HEAP, HEAP_CARDS, DECK_AT = (_AT[name] for name in ("enemy_rear", "heap", "heap_cards", "deck"))
HAND_AT, PURSUIT, ARMY, POINTS, TO_GO = (_AT[name] for name in ("hand", "pursuit", "army", "points", "to_go"))
RULES, MODULE, PHASE, QUESTION = (_AT[name] for name in ("rules", "module", "phase", "question"))
COURSE_AT, ROUND, ROUNDS_LEFT = (_AT[name] for name in ("course", "round", "rounds_left"))
ALLOWANCES_AT, CLANS_ACTIVE = (_AT[name] for name in ("allowances", "clans_active"))
PREFERENCES, ATTACK, ASKED, CAME = (_AT[name] for name in ("preferences", "attack", "asked", "came"))
AIMED, SHARE = (_AT[name] for name in ("aimed", "share"))

FIELD_MARKS = (1 << MARKS) - 1
