"""Personal combat and bundori (rulebook 14.5)."""

from __future__ import annotations

from hoplon.core.actions import then
from hoplon.core.kernel import rule
from hoplon.games.cardbattle.chance import among, d10
from hoplon.games.cardbattle.state import Do
from hoplon.games.cardbattle.tables import COMBAT, STAMINA, Card
from hoplon.games.cardbattle.units import spend

WARRIORS = len(STAMINA)
NO_WARRIOR = -1
MOST_BOUTS = 40  # equal totals hurt nobody; with dice that always tie a duel would have no end


@rule
def perform_challenge(s, turn, a):
    """Carry out an action of this chapter."""
    if a.kind == Do.CHALLENGE:
        if unused(s, NO_WARRIOR) < 2:
            s.warriors = 0
        return spend(s, int(a.who), Card.CHALLENGE)
    if a.kind == Do.FIGHTERS:
        s.warriors |= (1 << int(a.src)) | (1 << int(a.dst))
        return True
    if a.kind == Do.BUNDORI:
        s.bundori[a.who] += 1
    return True  # BOUT and WOUND only tell of the duel


@rule
def react_challenge(s, turn, a):
    """What follows from an action of this chapter."""
    if a.kind == Do.CHALLENGE:
        first = draw_warrior(s, turn, NO_WARRIOR)
        then(turn, Do.FIGHTERS, src=first, dst=draw_warrior(s, turn, first))
    elif a.kind == Do.FIGHTERS:
        fight_duel(s, turn, int(a.src), int(a.dst))


@rule
def unused(s, besides):
    """Warriors of the pool that have not fought in this battle."""
    n = 0
    for w in range(WARRIORS):
        if (int(s.warriors) >> w) & 1 == 0 and w != besides:
            n += 1
    return n


@rule
def draw_warrior(s, turn, besides):
    """One warrior of the pool at random."""
    k = among(s, turn, unused(s, besides))
    for w in range(WARRIORS):
        if (int(s.warriors) >> w) & 1 == 0 and w != besides:
            if k == 0:
                return w
            k -= 1
    return 0


@rule
def fight_duel(s, turn, ours, theirs):
    """Bout after bout until one has no stamina left; the loser's army loses a head (14.5)."""
    active = int(s.active)
    life = int(STAMINA[ours])
    their_life = int(STAMINA[theirs])
    for _ in range(MOST_BOUTS):
        total = d10(s, turn) + int(COMBAT[ours])
        their_total = d10(s, turn) + int(COMBAT[theirs])
        then(turn, Do.BOUT, src=total, dst=their_total)
        if total > their_total:
            wounds = 2 if total >= 2 * their_total else 1
            their_life -= wounds
            then(turn, Do.WOUND, who=1 - active, n=wounds)
        elif their_total > total:
            wounds = 2 if their_total >= 2 * total else 1
            life -= wounds
            then(turn, Do.WOUND, who=active, n=wounds)
        if their_life <= 0:
            then(turn, Do.BUNDORI, who=1 - active)
            return
        if life <= 0:
            then(turn, Do.BUNDORI, who=active)
            return
