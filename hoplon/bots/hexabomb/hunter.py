"""The special player of sudden death: attacks who is close, circles who is not, and shuts narrow ways."""

from __future__ import annotations

from collections import deque
from collections.abc import Container

from hoplon.bots.hexabomb.sense import (
    Threat,
    asked,
    blast,
    burning,
    go,
    occupied,
    pick,
    promised,
    threats,
)
from hoplon.core.actions import NOWHERE
from hoplon.core.bot import Bot, Dice
from hoplon.core.choices import Choice, Choices
from hoplon.games.hexabomb.maps import HexMap
from hoplon.games.hexabomb.state import Do
from hoplon.games.hexabomb.tables import MOST_BOMB, WAYS
from hoplon.games.hexabomb.view import Character, Position

CLOSE = 3  # cells in a straight line at which an enemy is attacked
SMALL = 16  # cells of a place in which an enemy is worth shutting in
DETOUR = 3  # steps that a better side of an enemy may cost
SHORTEST, LONGEST = 2, 100
QUICK = (f"bomb {LONGEST} {SHORTEST}", f"bomb {MOST_BOMB} {SHORTEST}")  # the special player's, anybody's
SHUT = f"bomb {SHORTEST} {LONGEST}"


class Hunter(Bot):
    """Plays any seat, but only makes sense for the one that cannot die."""

    name = "hunter"

    def choose(self, view: Position, legal: Choices, dice: Dice, clock: float) -> Choice:  # noqa: ARG002
        """Attack, shut, or circle."""
        who = asked(view)
        prey = targets(view, who)
        if not who.alive or not prey:
            return legal[-1]
        here = view.board.number[who.cell]
        shut = occupied(view, who.id)
        steps = distances(view.board, here, shut)
        return (
            attack(view, legal, here, prey)
            or shut_way(view, legal, here, prey, shut)
            or circle(view, legal, who, prey, steps, dice)
            or clear(view, legal, here, steps, dice)
        )


def targets(p: Position, who: Character) -> set[int]:
    """The cells of live enemies; only those not under fire already, if there are any."""
    number = p.board.number
    prey = {number[c.cell] for c in p.characters if c.alive and c.seat != who.seat}
    if not prey:
        return prey
    bombs = threats(p)
    bombs += [
        Threat(number[p.characters[order.character].cell], order.range, order.delay + 1)
        for order in p.orders
        if order.kind == Do.BOMB
    ]
    fire = burning(p.board, bombs)
    return {cell for cell in prey if min(fire.get(cell, {LONGEST})) > SHORTEST + 1} or prey


def distances(board: HexMap, start: int, shut: Container[int]) -> dict[int, int]:
    """Steps to every cell that can be reached."""
    found = {start: 0}
    queue = deque([start])
    while queue:
        cell = queue.popleft()
        for to in board.near[cell]:
            if to != NOWHERE and to not in found and to not in shut:
                found[to] = found[cell] + 1
                queue.append(to)
    return found


def attack(p: Position, legal: Choices, here: int, prey: set[int]) -> Choice | None:
    """A quick and long bomb when an enemy is close in a straight line."""
    return None if prey.isdisjoint(blast(p.board, here, CLOSE)) else quick_bomb(legal)


def quick_bomb(legal: Choices) -> Choice | None:
    """The bomb of the shortest delay and the longest range; none where one lies already."""
    return next((found for text in QUICK if (found := pick(legal, text))), None)


def shut_way(p: Position, legal: Choices, here: int, prey: set[int], shut: set[int]) -> Choice | None:
    """A bomb that lies for long, on a narrow way that is an enemy's only one out of a small place."""
    if not is_narrow(p.board, here):
        return None
    for side in p.board.near[here]:
        if side == NOWHERE or side in shut - prey:
            continue
        beyond = distances(p.board, side, (shut - prey) | {here})
        if len(beyond) <= SMALL and not prey.isdisjoint(beyond):
            return pick(legal, SHUT)
    return None


def is_narrow(board: HexMap, cell: int) -> bool:
    """Do the neighbours of a cell fall apart around it?"""
    around = board.near[cell]
    edges = sum((around[way] == NOWHERE) != (around[way - 1] == NOWHERE) for way in range(WAYS))
    return edges >= 4


def circle(
    p: Position, legal: Choices, who: Character, prey: set[int], steps: dict[int, int], dice: Dice
) -> Choice | None:
    """A step towards a cell from which to attack the nearest enemy, often one where no fellow is near."""
    board = p.board
    stands = {cell: [c for c in blast(board, cell, CLOSE) if c in steps] for cell in prey}
    reached = [(min(steps[c] for c in found), cell) for cell, found in stands.items() if found]
    if not reached:
        return None
    best, target = min(reached)
    fellows = [board.number[c.cell] for c in p.characters if c.seat == who.seat and c.id != who.id]
    fellows += promised(p)
    detour = DETOUR * dice.below(2)
    goal = min(
        (c for c in stands[target] if steps[c] <= best + detour),
        key=lambda c: (
            -min((distance(board, c, f) for f in fellows), default=0) if detour else 0,
            steps[c],
            c,
        ),
    )
    return follow(p, legal, goal, steps, dice)


def follow(p: Position, legal: Choices, goal: int, steps: dict[int, int], dice: Dice) -> Choice:
    """The first step of a shortest way to a cell."""
    near = p.board.near
    trail = {goal}
    for _ in range(steps[goal] - 1):
        trail = {to for cell in trail for to in near[cell] if steps.get(to, LONGEST) == steps[cell] - 1}
    here = next(cell for cell, n in steps.items() if n == 0)
    ways = [way for way in range(WAYS) if near[here][way] in trail]
    return go(legal, ways[dice.below(len(ways))]) if ways else legal[-1]


def clear(p: Position, legal: Choices, here: int, steps: dict[int, int], dice: Dice) -> Choice:
    """Where bombs shut the ways to everybody: set one of them off, or go to where that can be done."""
    board = p.board
    lines = [blast(board, board.number[bomb.cell], LONGEST) for bomb in p.bombs]
    if any(here in line for line in lines):
        return quick_bomb(legal) or legal[-1]
    near = [(steps[cell], cell) for line in lines for cell in line if cell in steps]
    return follow(p, legal, min(near)[1], steps, dice) if near else go(legal, dice.below(WAYS))


def distance(board: HexMap, a: int, b: int) -> int:
    """Steps between two cells as if the board had no gaps."""
    (q, r), (u, v) = board.cells[a], board.cells[b]
    return max(abs(q - u), abs(r - v), abs(q + r - u - v))
