"""The special player of sudden death: attacks who is close, circles who is not, and shuts narrow ways."""

from __future__ import annotations

from collections import deque

from hoplon.bots.hexabomb.sense import asked, blast, go, occupied, pick, promised
from hoplon.core.actions import NOWHERE
from hoplon.core.bot import Bot, Dice
from hoplon.core.choices import Choice, Choices
from hoplon.games.hexabomb.maps import HexMap
from hoplon.games.hexabomb.tables import SPECIAL_BOMBS, WAYS
from hoplon.games.hexabomb.view import Character, Position

CLOSE = 3  # steps from which an enemy is attacked
HUNTING = 9  # steps from which a narrow way is worth shutting
AROUND = 2  # steps from an enemy at which hunters try to stand
SHORTEST, LONGEST = 2, 100


class Hunter(Bot):
    """Plays any seat, but only makes sense for the one that cannot die."""

    name = "hunter"

    def choose(self, view: Position, legal: Choices, dice: Dice, clock: float) -> Choice:  # noqa: ARG002
        """Attack, shut, or circle."""
        who = asked(view)
        here = view.board.number[who.cell]
        prey = [view.board.number[c.cell] for c in view.characters if c.alive and c.seat != who.seat]
        if not who.alive or not prey:
            return legal[-1]
        steps = distances(view.board, here)
        return (
            attack(view, legal, here, prey, steps)
            or shut_way(view, legal, here, prey, steps)
            or circle(view, legal, who, prey, dice)
        )


def distances(board: HexMap, start: int, shut: frozenset[int] = frozenset()) -> dict[int, int]:
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


def attack(p: Position, legal: Choices, here: int, prey: list[int], steps: dict[int, int]) -> Choice | None:
    """A quick bomb when an enemy is close and in line, with room to spare behind it."""
    near = [cell for cell in prey if steps.get(cell, CLOSE + 1) <= CLOSE]
    for reach in SPECIAL_BOMBS:
        if reach > CLOSE and near and set(near) & set(blast(p.board, here, reach)):
            return pick(legal, f"bomb {reach} {SHORTEST}")
    return None


def shut_way(p: Position, legal: Choices, here: int, prey: list[int], steps: dict[int, int]) -> Choice | None:
    """A bomb that lies for long, on a narrow way not far from an enemy."""
    if not is_narrow(p.board, here) or min(steps.get(cell, LONGEST) for cell in prey) > HUNTING:
        return None
    return pick(legal, f"bomb {SPECIAL_BOMBS[0]} {LONGEST}")


def is_narrow(board: HexMap, cell: int) -> bool:
    """Do the neighbours of a cell fall apart around it?"""
    around = board.near[cell]
    edges = sum((around[way] == NOWHERE) != (around[way - 1] == NOWHERE) for way in range(WAYS))
    return edges >= 4


def circle(p: Position, legal: Choices, who: Character, prey: list[int], dice: Dice) -> Choice:
    """A step towards a cell around the nearest enemy, on the side where no fellow is."""
    board = p.board
    here = board.number[who.cell]
    shut = frozenset(occupied(p, who.id))
    steps = distances(board, here, shut)
    fellows = [board.number[c.cell] for c in p.characters if c.seat == who.seat and c.id != who.id]
    fellows += promised(p)
    target = min(prey, key=lambda cell: (distance(board, here, cell), cell))
    ring = [c for c in steps if distance(board, c, target) <= AROUND] or list(steps)
    goal = min(
        ring,
        key=lambda c: (
            distance(board, c, target)
            - AROUND * min((distance(board, c, f) for f in fellows), default=0)
            + steps[c],
            c,
        ),
    )
    back = distances(board, goal, shut - {here})
    ways = [way for way in range(WAYS) if back.get(board.near[here][way], LONGEST) < back.get(here, LONGEST)]
    ways = [way for way in ways if board.near[here][way] not in shut]
    if ways:
        return go(legal, ways[dice.below(len(ways))])
    return go(legal, dice.below(WAYS))


def distance(board: HexMap, a: int, b: int) -> int:
    """Steps between two cells as if the board had no gaps."""
    (q, r), (u, v) = board.cells[a], board.cells[b]
    return max(abs(q - u), abs(r - v), abs(q + r - u - v))
