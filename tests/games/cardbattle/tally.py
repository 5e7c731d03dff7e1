"""Counts what the turns of battles exercise: kinds, characteristics, special rules and cards, preferences.

Each line of the table names something of the rulebook that changes what happens; it is counted when it did,
as the log tells, not when a battle merely had it. Compiled, so that many battles can be counted.
"""

from __future__ import annotations

from hoplon.core.kernel import rule
from hoplon.games.cardbattle.areas import has, in_contact
from hoplon.games.cardbattle.state import (
    CARDS,
    COLUMNS,
    EMPTY,
    SIDE,
    Do,
    Edge,
    Mark,
    Phase,
    Place,
    Why,
)
from hoplon.games.cardbattle.tables import (
    CAV,
    IS_CH,
    IS_EL,
    IS_LI,
    IS_MONSTER,
    IS_SK,
    ROUTS,
    SUPER_KEY,
    SUPERIORITY,
    Answer,
    Card,
    Kind,
    Missile,
    Pref,
    Routs,
    Special,
    Superior,
    Trait,
)
from hoplon.games.cardbattle.units import follows, is_a

ACTIONS = max(Do) + 1
KINDS = len(Kind)
TRAITS = len(Trait)
SPECIALS = len(Special)
PREFS = len(Pref)
TIMES_IN_MEET = 20  # a TIMES comes so soon after SUPERIOR if at all
WITHOUT_RULES = (Pref.QUICK_ATTACK, Pref.SOUNDS)  # a matter of the screen

# Where the counters of each group begin.
KIND = ACTIONS
TRAIT = KIND + KINDS
SPECIAL = TRAIT + TRAITS
CARD_AT = SPECIAL + SPECIALS
PREF = CARD_AT + CARDS
COUNTERS = PREF + PREFS


@rule
def note(s, turn, n):
    """Count the turn just taken."""
    for i in range(turn.n):
        a = turn.log[i]
        n[a.kind] += 1
        u = int(a.what)
        if a.kind == Do.MODIFY or a.kind == Do.SHIFT:
            note_cause(n, u)
        elif a.kind <= Do.CHALLENGE or a.kind == Do.SPEND or a.kind == Do.GIVE:
            note_choice(s, n, int(a.kind), u)
        elif a.kind == Do.ASK_WITHDRAW or a.kind == Do.ASK_FIRE:
            note_answer(s, n, int(a.kind) == Do.ASK_FIRE, u)
        elif a.kind == Do.SUPERIOR:
            note_edge(s, turn, n, i)
        elif a.kind == Do.SIZES:
            note_sizes(s, n, int(a.src), int(a.dst), int(a.n))
        elif a.kind == Do.PHASE:
            note_phase(s, n, int(a.who), int(a.n))
        else:
            note_event(s, n, a)


@rule
def note_cause(n, why):
    """A modifier or a shift names what caused it."""
    if why == Why.FEAR:
        n[TRAIT + Trait.FEAR] += 1
    elif why == Why.TERROR:
        n[TRAIT + Trait.TERROR] += 1
    elif why == Why.ACID_BLOOD:
        n[TRAIT + Trait.ACID_BLOOD] += 1
    elif why == Why.SAVAGE:
        n[TRAIT + Trait.FEROCITY] += 1
    elif why == Why.UNDEAD:
        n[TRAIT + Trait.UNDEAD] += 1
    elif why == Why.STRENGTH:
        n[TRAIT + Trait.STRENGTH] += 1
    elif why == Why.FEROCITY:
        n[SPECIAL + Special.FEROCITY] += 1
    elif why == Why.SKIRMISH_CAP:
        n[PREF + Pref.SKIRMISH_HIT_CAP] += 1
    elif why == Why.LIGHT_CAVALRY_HALVED:
        n[PREF + Pref.LIGHT_CAVALRY_HALVED] += 1
    elif why == Why.DEPLETED_DEFENDER:
        n[PREF + Pref.DEPLETED_DEFENDER] += 1
    elif why == Why.INDIAN:
        n[PREF + Pref.INDIAN_ELEPHANTS] += 1
        n[TRAIT + Trait.INDIAN] += 1


@rule
def note_choice(s, n, kind, u):
    """What a player chose to do."""
    if kind == Do.PLAY or kind == Do.RELIEVE:
        note_play(s, n, kind, u)
    elif kind == Do.REAR:
        note_retreat(s, n, u)
    elif kind == Do.ATTACK_FLANK or kind == Do.JOIN_FLANK or kind == Do.FLANK_CARD:
        n[CARD_AT + Card.FLANK] += 1
    elif kind == Do.RALLY_CARD:
        n[CARD_AT + Card.RALLY] += 1
    elif kind == Do.STEADY or kind == Do.RECOVER:
        n[CARD_AT + Card.COHESION] += 1
        n[PREF + Pref.DECK_COHESION] += 1 if s.pref[Pref.DECK_COHESION] > 0 else 0
    elif kind == Do.RESERVE:
        n[CARD_AT + Card.RESERVE] += 1
        n[PREF + Pref.DECK_RESERVE] += 1 if s.pref[Pref.DECK_RESERVE] > 0 else 0
    elif kind == Do.SPEND:
        n[CARD_AT + Card.INITIATIVE] += 1
        n[PREF + Pref.DECK_INITIATIVE] += 1 if s.pref[Pref.DECK_INITIATIVE] > 0 else 0
    elif kind == Do.SUPPLY:
        n[CARD_AT + Card.MISSILE_SUPPLY] += 1
    elif kind == Do.CHALLENGE:
        n[CARD_AT + Card.CHALLENGE] += 1
        n[PREF + Pref.DECK_CHALLENGE] += 1 if s.pref[Pref.DECK_CHALLENGE] > 0 else 0
    elif kind == Do.STREW:
        n[CARD_AT + Card.CALTROP] += 1
    elif kind == Do.ORDER:
        n[PREF + Pref.LEADER_REMOVES_COH] += 1
    elif kind == Do.DRAW or kind == Do.TAKE:
        n[PREF + Pref.DYNAMIC_PLAY_DRAW] += 1 if s.drawn == 2 else 0
    elif kind == Do.GIVE:
        n[PREF + Pref.PHALANX_DISTRIBUTION] += 1
    elif kind == Do.FLANK_ORDER and is_a(s, u, Trait.MOUNTED):
        n[TRAIT + Trait.MOUNTED] += 1


@rule
def note_play(s, n, kind, u):
    """A unit came into play."""
    n[KIND + s.kind[u]] += 1
    seat = u // SIDE
    if is_a(s, u, Trait.SPEED) and s.level_m[u] == 0:
        n[TRAIT + Trait.SPEED] += 1
    if s.played == 2:
        n[PREF + Pref.DYNAMIC_PLAY_DRAW] += 1
    if s.pref[Pref.USE_RESTRICTIONS] != 0 and not follows(s, seat, Special.MOBILITY):
        n[PREF + Pref.USE_RESTRICTIONS] += 1 if s.zones[s.kind[u]] != 7 else 0
    if IS_LI[s.kind[u]] != 0 and follows(s, seat, Special.MOBILITY):
        n[SPECIAL + Special.MOBILITY] += 1
    if s.pref[Pref.RESTRICTED_CH_MELEE] != 0 and IS_CH[s.kind[u]] != 0 and s.no_shock == 0:
        n[PREF + Pref.RESTRICTED_CH_MELEE] += 1


@rule
def note_retreat(s, n, u):
    """A unit went to the second line of its own will."""
    seat = u // SIDE
    if IS_LI[s.kind[u]] != 0:
        if follows(s, seat, Special.DISCIPLINE):
            n[SPECIAL + Special.DISCIPLINE] += 1
        else:
            n[PREF + Pref.SPECIAL_LI_MOBILITY] += 1
    elif IS_SK[s.kind[u]] == 0:
        n[SPECIAL + Special.MOBILITY] += 1


@rule
def note_answer(s, n, fire, u):
    """A question stands in the log only if a preference answered it."""
    answers = int(s.answers[u // SIDE])
    whole = Answer.ALL_ALWAYS_RF if fire else Answer.ALL_ALWAYS_OW
    light = Answer.LI_ALWAYS_RF if fire else Answer.LI_ALWAYS_OW
    least = Answer.SK_ALWAYS_RF if fire else Answer.SK_ALWAYS_OW
    if (answers >> whole) & 1:
        n[PREF + whole] += 1
    elif IS_SK[s.kind[u]] != 0 and (answers >> least) & 1:
        n[PREF + least] += 1
    elif IS_LI[s.kind[u]] != 0 and (answers >> light) & 1:
        n[PREF + light] += 1
    elif not fire:
        n[PREF + Pref.CAV_ALWAYS_OW] += 1


@rule
def note_edge(s, turn, n, i):
    """Superiority that a special rule, a characteristic or a refinement changed."""
    lead = EMPTY
    other = EMPTY
    for j in range(max(i - 30, 0), i):
        if turn.log[j].kind == Do.LEAD:
            lead = other
            other = int(turn.log[j].what)
    edge = int(turn.log[i].n)
    attacker = int(s.kind[lead])
    defender = int(s.kind[other])
    printed = int(SUPERIORITY[SUPER_KEY[defender], SUPER_KEY[attacker]])
    if edge == Edge.ATTACKER and is_a(s, lead, Trait.ELEMENTAL):
        n[TRAIT + Trait.ELEMENTAL] += 1
    elif edge == Edge.ATTACKER and attacker == Kind.BI and printed != Superior.ATTACKER:
        n[SPECIAL + Special.LONG_SWORDS] += 1
    if edge == Edge.NONE and printed == Superior.DEFENDER and attacker != Kind.GC:
        n[PREF + Pref.MISSILE_CANCELS_DS] += 1
    if edge == Edge.FLANK and s.pref[Pref.FLANK_EXCEPTIONS] != 0:
        doubled = False
        for j in range(i, min(i + TIMES_IN_MEET, turn.n)):
            if turn.log[j].kind == Do.TIMES:
                doubled = True
        elephants = IS_EL[defender] != 0 and (CAV[attacker] != 0 or IS_EL[attacker] != 0)
        if not doubled and (elephants or IS_SK[defender] != 0):
            n[PREF + Pref.FLANK_EXCEPTIONS] += 1


@rule
def note_sizes(s, n, ours, theirs, shift):
    """Size ratios that the refinement rounds otherwise."""
    plain = ours // theirs - 1 if ours >= theirs else 1 - theirs // ours
    if s.pref[Pref.SIZE_ROUNDING] != 0 and shift != 0 and plain != shift:
        n[PREF + Pref.SIZE_ROUNDING] += 1


@rule
def note_phase(s, n, who, phase):
    """What a phase that begins will not allow."""
    enemies = 0
    for c in range(COLUMNS):
        u = int(s.field[COLUMNS * who + c])
        if u != EMPTY and s.missile[u] != Missile.NONE and in_contact(s, who, c):
            enemies += 1
            if phase == Phase.MISSILE and s.pref[Pref.ENGAGED_NO_MISSILE] != 0 and has(s, u, Mark.ENGAGED):
                n[PREF + Pref.ENGAGED_NO_MISSILE] += 1
    setup = s.rounds <= s.pref[Pref.SETUP_TURNS]
    if phase == Phase.MISSILE and enemies > 0 and setup and s.pref[Pref.NO_COMBAT_ON_SETUP] != 0:
        n[PREF + Pref.NO_COMBAT_ON_SETUP] += 1
    if phase == Phase.DRAW and s.pref[Pref.LEADER_REMOVES_COH] != 0 and s.rear_n[who] > 0:
        n[SPECIAL + Special.NO_LEADER_COHESION] += 1 if follows(s, who, Special.NO_LEADER_COHESION) else 0


@rule
def note_event(s, n, a):
    """Everything else that only one rule brings about."""
    kind = a.kind
    u = int(a.what)
    if kind == Do.FLANKS:
        n[TRAIT + Trait.FLY] += 1 if is_a(s, u, Trait.FLY) else 0
    elif kind == Do.WITHDRAW:
        n[TRAIT + Trait.MOUNTED] += 1 if is_a(s, u, Trait.MOUNTED) else 0
    elif kind == Do.MEND:
        n[TRAIT + Trait.REGENERATE] += 1 if is_a(s, u, Trait.REGENERATE) and s.place[u] == Place.FIELD else 0
    elif kind == Do.FLEE:
        if is_a(s, u, Trait.CONTROL):
            n[TRAIT + Trait.CONTROL] += 1
        elif IS_MONSTER[s.kind[u]] != 0:
            n[PREF + Pref.RALLY_ALL_MONSTERS] += 1
    elif kind == Do.ELIMINATE:
        tribal = follows(s, u // SIDE, Special.TRIBAL_COMMAND) and ROUTS[s.kind[u]] == Routs.ROUT
        n[SPECIAL + Special.TRIBAL_COMMAND] += 1 if tribal else 0
    elif kind == Do.FIRST:
        n[PREF + Pref.VARIABLE_INITIATIVE] += 1
    elif kind == Do.NO_SHOCK:
        n[PREF + Pref.SETUP_TURNS] += 1
    elif kind == Do.CRUSHED:
        n[PREF + Pref.ELEPHANT_FULL_TQ] += 1 if s.pref[Pref.ELEPHANT_FULL_TQ] != 0 else 0
    elif kind == Do.HIDE:
        n[PREF + Pref.FOG_OF_WAR] += 1
    elif kind == Do.AWAY:
        n[PREF + Pref.CAVALRY_PURSUIT] += 1
    elif kind == Do.PLUNDER:
        n[PREF + Pref.SECOND_LINE_ATTACK_4] += 1 if a.n == 4 else 0
    elif kind == Do.SHOT:
        n[PREF + Pref.MAGIC_MISSILES] += 1 if s.missile[u] == Missile.M else 0
        depleted = s.pref[Pref.DEPLETED_FIRE] != 0 and s.depletion[u] > 0
        n[PREF + Pref.DEPLETED_FIRE] += 1 if depleted else 0
    elif kind == Do.HIT:
        double = s.pref[Pref.CHARIOT_MISSILE_DOUBLE] != 0 and IS_CH[s.kind[u]] != 0 and a.n == 2
        n[PREF + Pref.CHARIOT_MISSILE_DOUBLE] += 1 if double else 0
    elif kind == Do.REFUSE:
        n[PREF + Pref.PHALANX_STAND] += 1
