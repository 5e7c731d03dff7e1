"""What bots of hexabomb work out from a view: blasts, when cells will burn, and ways around them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from hoplon.core.actions import NOWHERE
from hoplon.core.choices import Choice, Choices
from hoplon.games.hexabomb.maps import HexMap
from hoplon.games.hexabomb.state import Do
from hoplon.games.hexabomb.tables import WAY_NAMES, WAYS
from hoplon.games.hexabomb.view import Character, Position

FARTHEST = 24  # steps that a bot looks ahead


@dataclass(frozen=True)
class Threat:
    """A bomb on a numbered cell."""

    cell: int
    range: int
    delay: int


def blast(board: HexMap, cell: int, reach: int) -> list[int]:
    """The cells that a bomb hits."""
    hit = [cell]
    for way in range(WAYS):
        at = board.near[cell][way]
        for _ in range(reach):
            if at == NOWHERE:
                break
            hit.append(at)
            at = board.near[at][way]
    return hit


def threats(p: Position) -> list[Threat]:
    """The bombs of a position."""
    return [Threat(p.board.number[b.cell], b.range, b.delay) for b in p.bombs]


def burning(board: HexMap, bombs: Iterable[Threat]) -> dict[int, set[int]]:
    """For each cell the turns from now in which it burns; bombs set each other off."""
    bombs = list(bombs)
    reach = [set(blast(board, b.cell, b.range)) for b in bombs]
    when = [b.delay for b in bombs]
    for a in sorted(range(len(bombs)), key=lambda bomb: bombs[bomb].delay):
        lit = [a]
        while lit:
            cells = reach[lit.pop()]
            for b, other in enumerate(bombs):
                if when[b] > when[a] and other.cell in cells:
                    when[b] = when[a]
                    lit.append(b)
    found: dict[int, set[int]] = {}
    for cells, time in zip(reach, when, strict=True):
        for cell in cells:
            found.setdefault(cell, set()).add(time)
    return found


def occupied(p: Position, but: int) -> set[int]:
    """Cells that cannot be entered now: bombs, and live characters that have not been told to move."""
    number = p.board.number
    leaving = {order.character for order in p.orders if order.kind == Do.MOVE}
    standing = {number[c.cell] for c in p.characters if c.alive and c.id != but and c.id not in leaving}
    return standing | promised(p) | {number[b.cell] for b in p.bombs}


def promised(p: Position) -> set[int]:
    """Cells that own characters were told to go to in this turn."""
    number = p.board.number
    return {
        p.board.near[number[p.characters[order.character].cell]][order.way]
        for order in p.orders
        if order.kind == Do.MOVE
    }


def first_step(
    board: HexMap,
    start: int,
    shut: set[int],
    fire: dict[int, set[int]],
    is_goal: Callable[[int, int], bool],
    first_turn: int = 1,
) -> tuple[int, int] | None:
    """The way of the first step towards the nearest goal without burning, and the turns it takes.

    `is_goal(cell, turn)` is asked of cells in the order of turns. To wait is a step too, WAYS. With
    `first_turn` 2 the character spends the coming turn where it is.
    """
    origin = WAYS if first_turn > 1 else NOWHERE
    queue = deque([(start, first_turn - 1, origin)])
    seen = {(start, first_turn - 1)}
    while queue:
        cell, turn, first = queue.popleft()
        if turn >= FARTHEST:
            return None
        for way in range(WAYS + 1):
            to = cell if way == WAYS else board.near[cell][way]
            after = turn + 1
            if to == NOWHERE or (to, after) in seen or after in fire.get(to, ()):
                continue
            if to != cell and to in shut and (after <= 1 or to not in fire):
                continue
            seen.add((to, after))
            step = way if first == NOWHERE else first
            if is_goal(to, after):
                return step, after
            queue.append((to, after, step))
    return None


def is_last_fire(fire: dict[int, set[int]], cell: int, turn: int) -> bool:
    """Does nothing burn on this cell any more after this turn?"""
    return all(time <= turn for time in fire.get(cell, ()))


def out_of(fire: dict[int, set[int]]) -> Callable[[int, int], bool]:
    """The goal to be where nothing burns any more."""
    return lambda cell, turn: is_last_fire(fire, cell, turn)


def pick(legal: Choices, text: str) -> Choice | None:
    """The legal choice that reads so."""
    return next((choice for choice in legal if choice == text), None)


def go(legal: Choices, way: int) -> Choice:
    """The choice of a step; staying if there is none that way."""
    text = "stay" if way >= WAYS else f"move {WAY_NAMES[way]}"
    return pick(legal, text) or legal[-1]


def asked(p: Position) -> Character:
    """The character that a bot has to order."""
    found = p.to_order
    assert found is not None
    return found
