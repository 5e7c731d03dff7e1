"""What a learner is told of a card battle: own things first, so that one network plays both seats."""

from __future__ import annotations

from hoplon.core.kernel import rule
from hoplon.games.cardbattle.areas import has
from hoplon.games.cardbattle.legal import question
from hoplon.games.cardbattle.observe.parts import (
    AIMED,
    ALLOWANCES_AT,
    AREAS,
    ARMY,
    ASKED,
    ATTACK,
    AWAY,
    CAME,
    CARDS_AT,
    CLAN,
    CLANS,
    CLANS_ACTIVE,
    CLASS,
    CLASSES,
    COURSE_AT,
    DECK_AT,
    DEPLETION,
    ENEMY_FIELD,
    ENEMY_REAR,
    FIELD_MARKS,
    FIRST_PREF,
    FRESH,
    HAND_AT,
    HEAP,
    HEAP_CARDS,
    HITS,
    LEFT,
    LEVEL,
    MARKS,
    MARKS_AT,
    MISSILE,
    MODULE,
    MOST_ALIKE,
    MOST_HITS,
    MOST_LEVEL,
    MOST_OF_LEADER,
    MOST_POINTS,
    MOST_ROUNDS,
    MOST_SIZE,
    MOST_TQ,
    MOST_VALUE,
    NUMBERS,
    OWN_HAND,
    OWN_REAR,
    PHASE,
    PLANES,
    POINTS,
    PREFERENCES,
    PREFS,
    PURSUIT,
    QUESTION,
    ROUND,
    ROUNDS_LEFT,
    ROUTED,
    RULE_BITS,
    RULES,
    SHARE,
    SIZE,
    SLOTS,
    SPECIALS,
    TELLING,
    TERRAIN,
    TO_GO,
    TQ,
    TRAITS,
    TRAITS_AT,
    UNUSED,
    VALUE,
)
from hoplon.games.cardbattle.playing import plays_left
from hoplon.games.cardbattle.rear import attempts_left, draws_left
from hoplon.games.cardbattle.state import (
    ATTACKERS,
    CARD,
    CARDS,
    COLUMNS,
    DECK,
    EMPTY,
    HAND,
    REAR,
    SIDE,
    TARGETS,
    Do,
    Mark,
    Module,
    Place,
)
from hoplon.games.cardbattle.tables import (
    DEFEND_KEY,
    Pref,
    Roman,
    Terrain,
)
from hoplon.games.cardbattle.units import rout_limit, rout_points


@rule
def observe(s, agent, memory, row):
    """All that a seat may know of a battle."""
    for side in range(2):
        seat = agent if side == 0 else 1 - agent
        tell_field(s, seat, side, row)
        tell_rear(s, seat, side, row)
        tell_army(s, seat, side, row)
        tell_heap(s, seat, side, row)
    tell_hand(s, agent, row)
    tell_course(s, agent, row)
    tell_question(s, agent, row)


# --- units --------------------------------------------------------------------------------------------------


@rule
def tell_bits(bits, n, first, step, row):
    """Write n bits, `step` bytes apart."""
    for bit in range(n):
        row[first + step * bit] = (bits >> bit) & 1


@rule
def tell_unit(s, u, slot, row):
    """What a unit is, and how it is."""
    kind = int(s.kind[u])
    hits = int(s.coh[u])
    row[TQ + slot] = min(int(s.tq[u]), MOST_TQ)
    row[SIZE + slot] = min(int(s.sizes[u]), MOST_SIZE)
    row[VALUE + slot] = min(int(s.value[u]), MOST_VALUE)
    row[HITS + slot] = min(hits, MOST_HITS)
    row[LEFT + slot] = min(max(rout_limit(s, u) - hits, 0), MOST_HITS)
    row[DEPLETION + slot] = min(int(s.depletion[u]), MOST_LEVEL)
    row[LEVEL + slot] = min(int(s.level_m[u]), MOST_LEVEL)
    row[MISSILE + SLOTS * int(s.missile[u]) + slot] = 1
    for k in range(TELLING):
        row[CLASS + SLOTS * int(PLANES[kind, k]) + slot] = 1


@rule
def tell_clan(s, u, slot, row):
    """The clan of a unit (14.4)."""
    if s.clan[u] >= 0:
        row[CLAN + ENEMY_FIELD * min(int(s.clan[u]), CLANS - 1) + slot] = 1


@rule
def tell_field(s, seat, side, row):
    """The areas of a side; a hidden unit of the enemy is not there (4.4)."""
    for c in range(COLUMNS):
        i = COLUMNS * seat + c
        place = COLUMNS * side + c
        if s.terrain[i] != Terrain.CLEAR:
            row[TERRAIN + AREAS * (int(s.terrain[i]) - 1) + place] = 1
        u = int(s.field[i])
        if u == EMPTY or (side == 1 and has(s, u, Mark.HIDDEN)):
            continue
        tell_unit(s, u, ENEMY_FIELD * side + c, row)
        marks = int(s.marks[u]) & FIELD_MARKS
        if marks != 0:
            tell_bits(marks, MARKS, MARKS_AT + place, AREAS, row)
        if s.traits[u] != 0:
            tell_bits(int(s.traits[u]), TRAITS, TRAITS_AT + place, AREAS, row)
        if side == 0 and s.module == Module.SAMURAI:
            tell_clan(s, u, c, row)


@rule
def tell_rear(s, seat, side, row):
    """The second line of a side (2.5)."""
    for i in range(s.rear_n[seat]):
        u = int(s.rear[REAR * seat + i])
        if side == 0:
            tell_unit(s, u, OWN_REAR + i, row)
        else:
            row[ENEMY_REAR + i] = min(int(s.value[u]), MOST_VALUE)
        if s.place[u] == Place.ROUTED:
            row[ROUTED + REAR * side + i] = 1
        if has(s, u, Mark.FRESH):
            row[FRESH + REAR * side + i] = 1


@rule
def tell_hand(s, seat, row):
    """The own hand."""
    for slot in range(s.hand_n[seat]):
        card = int(s.hand[HAND * seat + slot])
        if card >= CARD:
            row[CARDS_AT + HAND * (card - CARD) + slot] = 1
            continue
        tell_unit(s, card, OWN_HAND + slot, row)
        if not has(s, card, Mark.USED):
            row[UNUSED + slot] = 1
        if s.module == Module.SAMURAI:
            tell_clan(s, card, OWN_HAND + slot, row)


# --- armies -------------------------------------------------------------------------------------------------


@rule
def count_card(s, card, side, row):
    """One more card of a heap."""
    is_unit = card < CARD
    key = int(DEFEND_KEY[s.kind[card if is_unit else 0]])
    i = HEAP + CLASSES * side + key if is_unit else HEAP_CARDS + CARDS * side + card - CARD
    row[i] = min(int(row[i]) + 1, MOST_ALIKE)


@rule
def tell_heap(s, seat, side, row):
    """The cards whose order nobody knows; the enemy's hand, hidden units and pursuers are among his (21)."""
    row[DECK_AT + side] = int(s.deck_n[seat])
    row[HAND_AT + side] = int(s.hand_n[seat])
    for i in range(s.deck_n[seat]):
        count_card(s, int(s.deck[DECK * seat + i]), side, row)
    if side == 1:
        for i in range(s.hand_n[seat]):
            count_card(s, int(s.hand[HAND * seat + i]), side, row)
    if s.pref[Pref.CAVALRY_PURSUIT] != 0 or s.pref[Pref.FOG_OF_WAR] != 0:
        tell_absent(s, seat, side, row)


@rule
def tell_absent(s, seat, side, row):
    """Units on pursuit, and hidden ones, which `conceal` leaves nowhere."""
    away = 0
    for i in range(s.units[seat]):
        u = SIDE * seat + i
        place = s.place[u]
        if place == Place.PURSUIT:
            away += 1
            if side == 0:
                row[PURSUIT + i] = 1 + min(int(s.level_m[u]), MOST_LEVEL)
        elif side == 0 or not (place == Place.NOWHERE or (place == Place.FIELD and has(s, u, Mark.HIDDEN))):
            continue
        if side == 1:
            count_card(s, u, side, row)
    row[ARMY + NUMBERS * side + AWAY] = min(away, MOST_OF_LEADER)


@rule
def tell_army(s, seat, side, row):
    """The leader, the rout points and the special rules of a side."""
    i = ARMY + NUMBERS * side
    row[i] = min(int(s.initiative[seat]), MOST_OF_LEADER)
    row[i + 1] = min(int(s.command[seat]), MOST_OF_LEADER)
    row[i + 2] = min(int(s.clans[seat]), MOST_OF_LEADER)
    row[i + 3] = int(s.rear_n[seat])
    row[i + 5] = min(int(s.routs[seat]), MOST_OF_LEADER)
    row[i + 6] = int(s.bids[seat])
    points = max(rout_points(s, seat), 0)
    level = max(int(s.level[seat]), 1)
    row[POINTS + side] = min(100 * points // level, MOST_POINTS)
    row[TO_GO + side] = min(max(level - points, 0), MOST_POINTS)
    i = RULES + SPECIALS * side
    tell_bits(int(s.rules[seat]), RULE_BITS, i, 1, row)
    i += RULE_BITS
    if s.roman[seat] != Roman.NO:
        row[i + int(s.roman[seat]) - 1] = 1
    row[i + 2] = int(s.endless[seat])
    row[i + 3] = int(s.unroutable[seat])
    row[i + 4] = int(s.wins_at_limit[seat])
    if s.turn_limit[seat] > 0:
        row[ROUNDS_LEFT + side] = min(max(int(s.turn_limit[seat]) - int(s.rounds), 0), MOST_ROUNDS)


# --- the course of the battle -------------------------------------------------------------------------------


@rule
def tell_course(s, agent, row):
    """Round, phase and what may still be done this turn (7)."""
    active = int(s.active)
    command = int(s.command[active])
    row[MODULE + int(s.module)] = 1
    row[PHASE + int(s.phase)] = 1
    row[ROUND] = min(int(s.rounds), MOST_ROUNDS)
    if active == agent:
        row[COURSE_AT] = 1
    if s.second_half != 0:
        row[COURSE_AT + 1] = 1
    if s.first == agent:
        row[COURSE_AT + 2] = 1
    if s.no_shock != 0:
        row[COURSE_AT + 3] = 1
    if s.double != 0:
        row[COURSE_AT + 4] = 1
    if s.rounds <= s.pref[Pref.SETUP_TURNS]:
        row[COURSE_AT + 5] = 1
    if s.open != 0:
        row[COURSE_AT + 6] = 1
    row[ALLOWANCES_AT] = max(plays_left(s), 0)
    row[ALLOWANCES_AT + 1] = max(1 - int(s.moved), 0)
    row[ALLOWANCES_AT + 2] = max(draws_left(s), 0)
    row[ALLOWANCES_AT + 3] = min(max(command - int(s.flank_orders), 0), MOST_OF_LEADER)
    row[ALLOWANCES_AT + 4] = min(max(attempts_left(s), 0), MOST_OF_LEADER)
    if s.pref[Pref.LEADER_REMOVES_COH] != 0:
        row[ALLOWANCES_AT + 5] = min(max(2 * command - int(s.orders), 0), MOST_OF_LEADER)
    row[ALLOWANCES_AT + 6] = min(int(s.supply), MOST_OF_LEADER)
    tell_clans(s, active, row)
    for i in range(PREFS):
        row[PREFERENCES + i] = min(int(s.pref[FIRST_PREF + i]), 1)


@rule
def tell_clans(s, active, row):
    """The clans that act this turn, and how many more may (14.4)."""
    if s.module != Module.SAMURAI:
        return
    left = int(s.clans[active])
    for clan in range(CLANS):
        if (int(s.clans_active) >> clan) & 1:
            row[CLANS_ACTIVE + clan] = 1
            left -= 1
    row[ALLOWANCES_AT + 7] = min(max(left, 0), MOST_OF_LEADER)


@rule
def area_of(s, u, agent):
    """The area of a unit on the field, own columns first; EMPTY if it has left, or was never there."""
    if u == EMPTY or s.place[u] != Place.FIELD:
        return EMPTY
    return int(s.at[u]) + (0 if u // SIDE == agent else COLUMNS)


@rule
def tell_question(s, agent, row):
    """What was designated this phase, and what is asked about it."""
    for i in range(s.shots):
        row[AIMED + (COLUMNS if s.active == agent else 0) + int(s.shot_at[i])] += 1
    asked = question(s)
    fight = int(s.attacks) - 1
    if asked != 0:
        row[QUESTION + asked - Do.ASK_WITHDRAW] = 1
        a = s.pending.actions[s.pending.n - 1]
        if asked == Do.ASK_FIRE:
            row[CAME + int(a.dst)] = 1
        elif asked == Do.ASK_SHARE:
            fight = int(s.fight)
            row[SHARE] = min(max(int(a.n), 0), MOST_HITS)
        i = area_of(s, int(a.what), agent)
        if i != EMPTY:
            row[ASKED + i] = 1
    elif s.open == 0:
        return
    if fight >= 0:
        tell_attack(s, fight, agent, row)


@rule
def tell_attack(s, fight, agent, row):
    """Who takes part in an attack."""
    for k in range(ATTACKERS):
        i = area_of(s, int(s.attacker[ATTACKERS * fight + k]), agent)
        if i != EMPTY:
            row[ATTACK + i] = 1
    for k in range(TARGETS):
        i = area_of(s, int(s.target[TARGETS * fight + k]), agent)
        if i != EMPTY:
            row[ATTACK + i] = 1
