"""A greedy painter: walks to the nearest cell of another colour, bombs where that paints more, flees fire."""

from __future__ import annotations

from hoplon.bots.hexabomb.sense import (
    Threat,
    asked,
    blast,
    burning,
    first_step,
    go,
    is_last_fire,
    occupied,
    out_of,
    pick,
    promised,
    threats,
)
from hoplon.core.bot import Bot, Dice
from hoplon.core.choices import Choice, Choices
from hoplon.games.hexabomb.view import Character, Position

WORTH_A_BOMB = 6  # cells gained beyond which a bomb is better than a few steps
RANGE, SHORTEST, LONGEST = 4, 2, 4
MATE = 20  # what a dead fellow costs in cells


class Painter(Bot):
    """Looks one target ahead for each character on its own."""

    name = "greedy"

    def choose(self, view: Position, legal: Choices, dice: Dice, clock: float) -> Choice:  # noqa: ARG002
        """Revive, bomb, walk to paint, or get out of the way."""
        who = asked(view)
        if not who.alive:
            return pick(legal, "revive") or legal[-1]
        return drop(view, legal, who) or walk(view, legal, who, dice)


def walk(p: Position, legal: Choices, who: Character, dice: Dice) -> Choice:
    """A step towards the nearest cell to paint that does not end in fire."""
    board, own = p.board, who.seat + 1
    start = board.number[who.cell]
    fire = burning(board, threats(p))
    shut = occupied(p, who.id)
    taken = promised(p)

    def paints(cell: int, turn: int) -> bool:
        return p.colours[cell] != own and cell not in taken and is_last_fire(fire, cell, turn)

    found = first_step(board, start, shut, fire, paints)
    if found is None:
        found = first_step(board, start, shut, fire, out_of(fire))
    if found is None:
        return legal[dice.below(len(legal))]
    return go(legal, found[0])


def drop(p: Position, legal: Choices, who: Character) -> Choice | None:
    """A bomb that paints enough and that its dropper can run away from."""
    board = p.board
    here = board.number[who.cell]
    if who.held == 0 or pick(legal, f"bomb {RANGE} {SHORTEST}") is None:
        return None
    if gain(p, who, here) < WORTH_A_BOMB:
        return None
    shut = occupied(p, who.id)
    for delay in range(SHORTEST, LONGEST + 1):
        fire = burning(board, [*threats(p), Threat(here, RANGE, delay + 1)])
        # The bomb shows `delay` after this turn, so seen from now it burns one turn later.
        if 1 in fire.get(here, ()):
            return None
        if first_step(board, here, shut, fire, out_of(fire), first_turn=2) is not None:
            return pick(legal, f"bomb {RANGE} {delay}")
    return None


def gain(p: Position, who: Character, cell: int) -> int:
    """Cells that a bomb would win, less its fellows that would have to run."""
    own = who.seat + 1
    hit = blast(p.board, cell, RANGE)
    mates = {
        p.board.number[c.cell] for c in p.characters if c.alive and c.seat == who.seat and c.id != who.id
    }
    foes = {p.board.number[c.cell] for c in p.characters if c.alive and c.seat != who.seat}
    return sum(
        (p.colours[c] != own) + 2 * (p.colours[c] not in (0, own)) + 3 * (c in foes) - MATE * (c in mates)
        for c in hit
    )
