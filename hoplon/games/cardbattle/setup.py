"""From options and a seed to the first choice of a battle (rulebook 4.2, 6.2 to 6.6).

Everything here is decided before anybody chooses, with dice of their own, so it is in no turn's log.
"""

from __future__ import annotations

import numpy as np

from hoplon.core.actions import NOBODY, blank
from hoplon.core.dice import below, keep_seed, stream
from hoplon.core.kernel import rule
from hoplon.games.cardbattle.course import MOST_ROLLS, begin_turn, lacks_shock
from hoplon.games.cardbattle.rear import shuffle_deck
from hoplon.games.cardbattle.state import (
    AREAS,
    ATTACKERS,
    ATTACKS,
    CARD,
    CARDS,
    COLUMNS,
    DECK,
    EMPTY,
    HAND,
    KINDS,
    PREFS,
    REAR,
    SIDE,
    TARGETS,
    UNITS,
    End,
    Module,
    Phase,
    Place,
)
from hoplon.games.cardbattle.tables import (
    IS_LC,
    IS_LI,
    IS_SK,
    PERIOD_LEAST,
    PERIOD_MOST,
    Kind,
    Missile,
    Natural,
    Pref,
    Terrain,
)
from hoplon.games.cardbattle.units import add_to_hand, remove_from_deck

DECK_DICE = 1
TERRAIN_DICE = 2
FIRST_DICE = 4
NOTHING = -1
SCOUTS = 2  # light missile units of the first hand
FIRST_UNITS = 4
WOODS_WIDTH = 3
# Stream, rough, marsh and forest: the terrain, the fewest and the most columns (4.2)
SCATTERED = np.array(
    [[Terrain.STREAM, 2, 4], [Terrain.ROUGH, 1, 3], [Terrain.MARSH, 1, 3], [Terrain.WOODS, 1, 3]]
)


@rule
def new_battle(s, options, seed):
    """Armies, terrain, decks and hands, and who begins."""
    clear(s)
    keep_seed(s, seed)
    s.module = options.module
    s.pbem = options.pbem
    for p in range(PREFS):
        s.pref[p] = options.pref[p]
    for k in range(KINDS):
        s.zones[k] = options.zones[k]
    for seat in range(2):
        s.answers[seat] = options.answers[seat]
        muster(s, options.army[seat], seat)
    lay_terrain(s, options, stream(seed, TERRAIN_DICE, 0))
    for seat in range(2):
        shuffle_deck(s, seat, stream(seed, DECK_DICE, seat))
        deal_first_hand(s, seat)
    choose_first(s, stream(seed, FIRST_DICE, 0))
    s.rounds = 1
    begin_turn(s, int(s.first))
    s.no_shock = 1 if lacks_shock(s) else 0


@rule
def clear(s):
    """An empty record, whatever it held before."""
    s.draws = 0
    s.turn = 0
    s.warriors = 0
    s.rounds = 0
    s.active = 0
    s.first = 0
    s.opener = 0
    s.second_half = 0
    s.phase = Phase.PLAY
    s.period = 0
    s.no_shock = 0
    s.double = 0
    s.end = End.RUNNING
    s.winner = NOBODY
    for seat in range(2):
        s.bids[seat] = 0
        s.lost[seat] = 0
        s.fled[seat] = 0
        s.raided[seat] = 0
        s.bundori[seat] = 0
        s.routs[seat] = 0
        s.deck_n[seat] = 0
        s.hand_n[seat] = 0
        s.rear_n[seat] = 0
    for i in range(2 * DECK):
        s.deck[i] = EMPTY
    for i in range(2 * HAND):
        s.hand[i] = EMPTY
    for i in range(2 * REAR):
        s.rear[i] = EMPTY
    for i in range(2 * CARDS):
        s.spent[i] = 0
    for i in range(AREAS):
        s.field[i] = EMPTY
        s.terrain[i] = Terrain.CLEAR
        s.amok[i] = EMPTY
    clear_units(s)
    clear_designations(s)


@rule
def clear_units(s):
    """No unit card exists yet."""
    for u in range(UNITS):
        s.kind[u] = 0
        s.tq[u] = 0
        s.sizes[u] = 0
        s.missile[u] = 0
        s.clan[u] = NOTHING
        s.traits[u] = 0
        s.value[u] = 0
        s.place[u] = Place.NOWHERE
        s.at[u] = EMPTY
        s.coh[u] = 0
        s.depletion[u] = 0
        s.level_m[u] = 0
        s.marks[u] = 0


@rule
def clear_designations(s):
    """Nothing is designated, nothing waits."""
    s.shots = 0
    for c in range(COLUMNS):
        s.shooter[c] = EMPTY
        s.shot_at[c] = EMPTY
    s.attacks = 0
    s.open = 0
    for i in range(ATTACKS * ATTACKERS):
        s.attacker[i] = EMPTY
    for i in range(ATTACKS * TARGETS):
        s.target[i] = EMPTY
    for i in range(ATTACKS):
        s.is_raid[i] = 0
    s.fight = 0
    s.lead_a = EMPTY
    s.lead_d = EMPTY
    s.column = 0
    s.edge = 0
    s.share = 0
    s.rampage_at = EMPTY
    s.rampage_rolls = 0
    s.amok_n = 0
    s.shaken = 0
    s.prey = 0
    s.pending.n = 0
    for i in range(len(s.pending.actions)):
        blank(s.pending.actions[i])


@rule
def muster(s, army, seat):
    """The army's cards, unshuffled, and its leader."""
    s.units[seat] = army.units
    s.initiative[seat] = army.initiative
    s.command[seat] = army.command
    s.clans[seat] = army.clans
    s.rules[seat] = army.rules
    s.roman[seat] = army.roman
    s.endless[seat] = army.endless
    s.unroutable[seat] = army.unroutable
    s.turn_limit[seat] = army.turn_limit
    s.wins_at_limit[seat] = army.wins_at_limit
    s.level[seat] = army.rout_level
    n = 0
    for i in range(army.units):
        u = SIDE * seat + i
        s.kind[u] = army.kind[i]
        s.tq[u] = army.tq[i]
        s.sizes[u] = army.sizes[i]
        s.missile[u] = army.missile[i]
        s.clan[u] = army.clan[i]
        s.traits[u] = army.traits[i]
        s.value[u] = army.value[i]
        s.place[u] = Place.DECK
        s.deck[DECK * seat + n] = u
        n += 1
    for card in range(CARDS):
        for _ in range(army.cards[card]):
            s.deck[DECK * seat + n] = CARD + card
            n += 1
    s.deck_n[seat] = n


# --- terrain ------------------------------------------------------------------------------------------------


@rule
def lay_terrain(s, options, key):
    """Natural terrain on the same columns of both fields, but where an army has its own (4.2, 4.3, 6.3)."""
    gates = s.module == Module.THERMOPYLAE
    if not gates:
        generate(s, int(options.natural), key)
    for seat in range(2):
        army = options.army[seat]
        for c in range(COLUMNS):
            i = COLUMNS * seat + c
            if gates and (c == 0 or c == COLUMNS - 1):
                s.terrain[i] = Terrain.CLIFF
            elif army.terrain[c] != NOTHING:
                s.terrain[i] = army.terrain[c]
            elif army.field_terrain != NOTHING:
                s.terrain[i] = army.field_terrain


@rule
def generate(s, options, key):
    """The terrain dialog: one bit an option, in this order (4.2)."""
    draws = 0
    if (options >> Natural.RANDOM) & 1 != 0:
        options = 1 << below(key, draws, Natural.RANDOM.value)
        draws += 1
    if (options >> Natural.RIVER) & 1 != 0:
        bank = below(key, draws, 2) * (COLUMNS - 1)
        lay_columns(s, bank, bank + 1, Terrain.RIVER)
        draws += 1
    if (options >> Natural.GORGE) & 1 != 0:
        width = 1 + below(key, draws, 2)
        lay_columns(s, 0, width, Terrain.CLIFF)
        lay_columns(s, COLUMNS - width, COLUMNS, Terrain.CLIFF)
        draws += 1
    if (options >> Natural.WOODS) & 1 != 0:
        edge = below(key, draws, 2) * (COLUMNS - WOODS_WIDTH)
        lay_columns(s, edge, edge + WOODS_WIDTH, Terrain.WOODS)
        draws += 1
    for i in range(len(SCATTERED)):
        if (options >> (Natural.STREAM + i)) & 1 != 0:
            n = SCATTERED[i, 1] + below(key, draws, SCATTERED[i, 2] - SCATTERED[i, 1] + 1)
            draws += 1
            for _ in range(n):
                scatter(s, SCATTERED[i, 0], key, draws)
                draws += 1


@rule
def lay_columns(s, first, last, terrain):
    """Terrain on those of some columns that are still clear, on both fields."""
    for c in range(first, last):
        if s.terrain[c] == Terrain.CLEAR:
            s.terrain[c] = terrain
            s.terrain[COLUMNS + c] = terrain


@rule
def scatter(s, terrain, key, draw):
    """Terrain on one random column that is still clear; none if none is."""
    clear_columns = 0
    for c in range(COLUMNS):
        if s.terrain[c] == Terrain.CLEAR:
            clear_columns += 1
    if clear_columns == 0:
        return
    k = below(key, draw, clear_columns)
    for c in range(COLUMNS):
        if s.terrain[c] == Terrain.CLEAR:
            if k == 0:
                s.terrain[c] = terrain
                s.terrain[COLUMNS + c] = terrain
                return
            k -= 1


# --- hands and the first player -----------------------------------------------------------------------------


@rule
def deal_first_hand(s, seat):
    """Two light missile units, then units to four, then the top of the deck to seven (6.2)."""
    scouts = 0
    units = 0
    i = int(s.deck_n[seat]) - 1
    while i >= 0 and scouts < SCOUTS:
        card = int(s.deck[DECK * seat + i])
        if card < CARD and is_scout(s, card):
            take(s, seat, card)
            scouts += 1
        i -= 1
    units = scouts
    i = int(s.deck_n[seat]) - 1
    while i >= 0 and units < FIRST_UNITS:
        card = int(s.deck[DECK * seat + i])
        if card < CARD:
            take(s, seat, card)
            units += 1
        i -= 1
    while s.hand_n[seat] < HAND and s.deck_n[seat] > 0:
        take(s, seat, int(s.deck[DECK * seat + s.deck_n[seat] - 1]))


@rule
def is_scout(s, u):
    """SK, LI or LC with missiles; TP or YU in the Samurai module (6.2)."""
    if s.missile[u] == Missile.NONE:
        return False
    kind = int(s.kind[u])
    light = IS_SK[kind] != 0 or IS_LI[kind] != 0 or IS_LC[kind] != 0
    return light or kind == Kind.TP or kind == Kind.YU


@rule
def take(s, seat, card):
    """A card from the deck into the hand."""
    remove_from_deck(s, seat, card)
    add_to_hand(s, seat, card)


@rule
def choose_first(s, key):
    """Both roll d10 + initiative, ties again; the creator of a game by mail begins without a roll (6.4)."""
    margin = 1 if s.pbem != 0 else 0
    draws = 0
    while margin == 0 and draws < 2 * MOST_ROLLS:
        left = (below(key, draws, 10) + 9) % 10
        right = (below(key, draws + 1, 10) + 9) % 10
        margin = left + int(s.initiative[0]) - right - int(s.initiative[1])
        draws += 2
    s.first = 1 if margin < 0 else 0
    s.opener = s.first
    if s.pref[Pref.VARIABLE_INITIATIVE] != 0:
        s.period = PERIOD_LEAST + below(key, draws, PERIOD_MOST - PERIOD_LEAST + 1)
