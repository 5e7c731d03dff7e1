"""Explosions (rulebook 4.4): blasts, colours of hit cells, and the list of bombs."""

from __future__ import annotations

from hoplon.core.actions import NOBODY, NOWHERE, then
from hoplon.core.kernel import rule
from hoplon.games.hexabomb.state import BY_CLOCK, NO_BOMB, NOT_HIT, UNLIT, Do
from hoplon.games.hexabomb.tables import NEUTRAL, WAYS


@rule
def countdown(s, turn):
    """Every bomb counts down by one; those at 0 explode."""
    for b in range(s.bombs):
        s.bomb_delay[b] -= 1
        if s.bomb_delay[b] == 0:
            s.lit_by[b] = BY_CLOCK
            then(turn, Do.EXPLODE, s.bomb_seat[b], b, s.bomb_cell[b], n=s.bomb_range[b])


@rule
def explode(s, bomb):
    """A blast hits the bomb's cell and runs along each way up to its range or to the first gap."""
    centre = int(s.bomb_cell[bomb])
    colour = int(s.bomb_seat[bomb]) + 1
    reach = int(s.bomb_range[bomb])
    strike(s, centre, 0, colour, bomb)
    for way in range(WAYS):
        cell = int(s.near[centre, way])
        distance = 1
        while distance <= reach and cell != NOWHERE:
            strike(s, cell, distance, colour, bomb)
            cell = int(s.near[cell, way])
            distance += 1


@rule
def strike(s, cell, distance, colour, bomb):
    """The nearest bomb colours a cell; equally near ones of several colours make it neutral."""
    if s.blast[cell] == NOT_HIT:
        s.hit[s.hits] = cell
        s.hits += 1
        s.blast[cell] = colour
        s.distance[cell] = distance
    elif distance < s.distance[cell]:
        s.blast[cell] = colour
        s.distance[cell] = distance
    elif distance == s.distance[cell] and s.blast[cell] != colour:
        s.blast[cell] = NEUTRAL
    mine = s.mine[cell]
    if mine != NO_BOMB and s.lit_by[mine] == UNLIT:
        s.lit_by[mine] = bomb


@rule
def burn(s):
    """Hit cells lose bomb and character and take their new colour; under a special character colour 1."""
    for k in range(s.hits):
        cell = s.hit[k]
        colour = s.blast[cell]
        who = s.stands[cell]
        if who != NOBODY:
            if s.special == 1 and s.seat[who] == 0:
                colour = 1
            else:
                s.stands[cell] = NOBODY
        old = s.colour[cell]
        if old != colour:
            if old != NEUTRAL:
                s.count[old - 1] -= 1
            if colour != NEUTRAL:
                s.count[colour - 1] += 1
            s.colour[cell] = colour
        s.distance[cell] = 0
        s.hit[k] = NOWHERE
    take_away_exploded(s)


@rule
def take_away_exploded(s):
    """The exploded bombs disappear; the others keep their order."""
    kept = 0
    for b in range(s.bombs):
        cell = s.bomb_cell[b]
        if s.lit_by[b] != UNLIT:
            s.mine[cell] = NO_BOMB
        else:
            s.bomb_cell[kept] = cell
            s.bomb_seat[kept] = s.bomb_seat[b]
            s.bomb_range[kept] = s.bomb_range[b]
            s.bomb_delay[kept] = s.bomb_delay[b]
            s.lit_by[kept] = UNLIT
            s.mine[cell] = kept
            kept += 1
    for b in range(kept, s.bombs):
        s.bomb_cell[b] = NOWHERE
        s.bomb_seat[b] = NOBODY
        s.bomb_range[b] = 0
        s.bomb_delay[b] = 0
        s.lit_by[b] = UNLIT
    s.bombs = kept


@rule
def forget_blasts(s):
    """The report of explosions is of one turn."""
    if s.hits > 0:
        s.hits = 0
        for c in range(s.cells):
            s.blast[c] = NOT_HIT
