"""Compiled parts of the seeker: the believed position, and a search that plays it with the game's rules."""

from __future__ import annotations

from hoplon.core.kernel import rule
from hoplon.games.codekeeper.cells import (
    HEIGHT,
    WIDTH,
    bit_cell,
    cheb,
    drop,
    has,
    is_on_board,
    lowest,
    window,
)
from hoplon.games.codekeeper.legal import ATTACK, CELL_BITS
from hoplon.games.codekeeper.rules import take_turn
from hoplon.games.codekeeper.setup import add_monster, clear, enter, list_monsters
from hoplon.games.codekeeper.state import MAX_MONSTERS, NOTHING, End, Weapon
from hoplon.games.codekeeper.tables import REACH, STRENGTH
from hoplon.games.codekeeper.weapons import MOST_HIT, hit_cell

MOST = 64  # choices looked at in one position
WORST = -(1 << 40)
HASTE = 4


@rule
def believe(states, ground, item, kind, life, hero, numbers):
    """Fill a position with what is known; unknown cells are closed. Returns whether all monsters fit."""
    s = states[0]
    clear(s)
    for x in range(WIDTH):
        for y in range(HEIGHT):
            c = 16 * x + y
            if ground[c] == 1:
                drop(s.walls, c)
                s.loot[c] = item[c]
            if kind[c] != NOTHING and s.monsters < MAX_MONSTERS:
                add_monster(s, kind[c], c, life[c])
    s.hero = hero
    enter(s)
    list_monsters(s)
    s.turn = numbers[0]
    s.health = numbers[1]
    s.score = numbers[2]
    for weapon in range(1, 4):
        s.charges[weapon] = numbers[2 + weapon]
    s.rng = numbers[6]


@rule
def hits_fighters(s, weapon, aim):
    """How many fighters a blow hits."""
    found = 0
    for k in range(MOST_HIT):
        c = hit_cell(weapon, int(s.hero), aim, k)
        if c >= 0 and s.at[c] != NOTHING and s.kind[s.at[c]] > 0:
            found += 1
    return found


@rule
def list_choices(s, choices, armed):
    """The choices worth a look: steps and sword, waiting, and with `armed` blows that hit a fighter."""
    hero = int(s.hero)
    x = hero >> 4
    y = hero & 15
    n = 0
    for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        if is_on_board(x + dx, y + dy) and not has(s.walls, hero + 16 * dx + dy):
            choices[n] = hero + 16 * dx + dy
            n += 1
    choices[n] = hero
    n += 1
    if not armed:
        return n
    for dx in range(-1, 2):
        for dy in range(-1, 2):
            if (dx != 0 or dy != 0) and is_on_board(x + dx, y + dy):
                c = hero + 16 * dx + dy
                if s.charges[1] > 0 and hits_fighters(s, 1, c) > 0:
                    choices[n] = ATTACK + (1 << CELL_BITS) + c
                    n += 1
                if s.charges[2] > 0 and hits_fighters(s, 2, c) > 0:
                    choices[n] = ATTACK + (2 << CELL_BITS) + c
                    n += 1
    if s.charges[3] > 0:
        near = window(s.occupied, hero)
        while near != 0 and n < MOST:
            c = bit_cell(hero, lowest(near))
            near &= near - 1
            if s.kind[s.at[c]] > 0:
                choices[n] = ATTACK + (Weapon.BOW.value << CELL_BITS) + c
                n += 1
    return n


@rule
def worth(s, field, fear, prices, plies):
    """What a position is worth, in points: score, health, charges, and the way still to go."""
    if s.end == End.EXIT:
        return int(s.score) + plies * prices[0] + prices[5]
    if s.end == End.DEAD:
        return int(s.score) - prices[4] + int(s.health)
    value = int(s.score) - fear[max(int(s.health), 0)] - field[int(s.hero)]
    for weapon in range(1, 4):
        value += prices[weapon] * min(int(s.charges[weapon]), 9)
    # Monsters that will strike again before they can be dealt with.
    hero = int(s.hero)
    near = window(s.occupied, hero)
    threat = 0
    while near != 0:
        c = bit_cell(hero, lowest(near))
        near &= near - 1
        kind = int(s.kind[s.at[c]])
        if cheb(c, hero) <= REACH[kind]:
            threat += STRENGTH[kind]
    return value - threat * prices[6]


@rule
def search(states, turns, field, fear, prices, choices, counts, places, best, haste, depth, armed, nodes):
    """The best first choice looking `depth` turns ahead, its worth, and how many turns were played.

    What is left of the way counts a little after every turn, so that nothing is put off.
    """
    turn = turns[0]
    chosen = int(states[0].hero)
    d = 0
    played = 0
    haste[0] = 0
    counts[0] = list_choices(states[0], choices[0], True)
    places[0] = 0
    best[0] = WORST
    while True:
        if places[d] < counts[d]:
            choice = choices[d, places[d]]
            places[d] += 1
            states[d + 1] = states[d]
            s = states[d + 1]
            take_turn(s, turn, choice)
            played += 1
            haste[d + 1] = haste[d] - (field[int(s.hero)] >> HASTE)
            if s.end != End.RUNNING or d + 1 >= depth or played > nodes:
                value = worth(s, field, fear, prices, depth - d - 1) + haste[d + 1]
                if value > best[d]:
                    best[d] = value
                    if d == 0:
                        chosen = choice
            else:
                d += 1
                counts[d] = list_choices(s, choices[d], d < armed)
                places[d] = 0
                best[d] = WORST
        else:
            if d == 0:
                break
            value = best[d]
            d -= 1
            if value > best[d]:
                best[d] = value
                if d == 0:
                    chosen = choices[0, places[0] - 1]
    return chosen, best[0], played
