"""What a seat cannot know in the middle of a turn: the orders that the others have given (rulebook 8)."""

from __future__ import annotations

from hoplon.core.dice import below, stream
from hoplon.core.kernel import rule
from hoplon.games.hexabomb.legal import asked_character, count_legal, nth_legal
from hoplon.games.hexabomb.rules import write_order
from hoplon.games.hexabomb.setup import blank_order

ORDER_DICE = 0xB0B


@rule
def conceal(s, seat):
    """Only the seat's own orders stay; everybody else seems to have said nothing."""
    kept = 0
    for k in range(s.ordered):
        if s.orders[k].seat == seat:
            s.orders[kept] = s.orders[k]
            kept += 1
    for k in range(kept, s.ordered):
        blank_order(s.orders[k])
    s.ordered = kept


@rule
def redeal(s, seat, seed):
    """Everybody else who was asked has given any order that was legal; the seed says which."""
    conceal(s, seat)
    key = stream(seed, ORDER_DICE, 0)
    own = int(s.ordered)
    room = len(s.orders)
    for k in range(own - 1, -1, -1):  # own orders wait at the end of the list while it is written anew
        to = room - own + k
        if to != k:
            s.orders[to] = s.orders[k]
            blank_order(s.orders[k])
    asked = int(s.asked)
    waiting = room - own
    s.asked = 0
    s.ordered = 0
    while s.asked < asked:
        who = asked_character(s)
        if s.seat[who] != seat:
            write_order(s, nth_legal(s, below(key, who, count_legal(s))))
            continue
        s.asked += 1
        if waiting < room and s.orders[waiting].who == who:
            n = int(s.ordered)
            if n != waiting:
                s.orders[n] = s.orders[waiting]
                blank_order(s.orders[waiting])
            s.ordered = n + 1
            waiting += 1
