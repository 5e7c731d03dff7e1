"""Which positions of hexabomb hold no puzzle: nobody is near, all is decided, nothing burns or everything."""

from __future__ import annotations

from typing import Any

from hoplon.core.actions import NOWHERE
from hoplon.core.match import Match
from hoplon.core.puzzles import Puzzle
from hoplon.core.riddles import Riddles
from hoplon.games.hexabomb.fuses import is_hit, turns_to_explosion
from hoplon.games.hexabomb.legal import asked_character, is_free, kind_of, way_of
from hoplon.games.hexabomb.state import ALIVE, Do

OPENING = 8  # turns in which everybody only paints
NEAR = 5  # steps: from further away, neither a bomb nor anybody matters soon


def idle(match: Match) -> str:
    """Why nothing is to be found in a position."""
    s = match._states[0]
    who = asked_character(s)
    if s.wait[who] != ALIVE:
        return "the character that is asked is dead"
    if s.turn < OPENING:
        return "the match has hardly begun"
    if _is_decided(s, int(s.seat[who])):
        return "the match is decided"
    if not _has_company(s, who):
        return f"there is neither a bomb nor a rival within {NEAR} steps"
    burning = {_burns(s, _end(s, who, choice.code)) for choice in match.legal()}
    if burning == {False}:
        return "no choice ends in fire: what is best shows only by how others play on"
    return "every choice ends in fire" if burning == {True} else ""


def pointless(match: Match, puzzle: Puzzle) -> str:
    """Why a solution is none that a solver could find."""
    s = match._states[0]
    who = asked_character(s)
    if _burns(s, _end(s, who, match.read(puzzle.solution).code)):
        return f"{puzzle.solution} ends in fire, and there is a choice that does not"
    return ""


def sight(match: Match) -> str:
    """The board, and whose order is asked for; turn and scores may differ."""
    words = match.game.notation(match._states, 0).split()
    told = (word for word in words if not word.startswith(("turn=", "score=", "asked=")))
    return " ".join((str(asked_character(match._states[0])), *told))


def _is_decided(s: Any, seat: int) -> bool:
    """Could nobody make up for the difference if all cells were one's own from now on?"""
    own, left = int(s.score[seat]), (int(s.turns) - int(s.turn)) * int(s.cells)
    best = max(int(s.score[other]) for other in range(s.special, s.seats) if other != seat)
    return abs(own - best) > left


def _has_company(s: Any, who: int) -> bool:
    cell, seat = int(s.at[who]), s.seat[who]
    foes = (int(s.at[k]) for k in range(s.characters) if s.seat[k] != seat and s.wait[k] == ALIVE)
    bombs = (int(s.bomb_cell[k]) for k in range(s.bombs))
    return any(_steps(s, cell, other) <= NEAR for other in (*foes, *bombs))


def _steps(s: Any, one: int, other: int) -> int:
    dq, dr = int(s.q[one]) - int(s.q[other]), int(s.r[one]) - int(s.r[other])
    return max(abs(dq), abs(dr), abs(dq + dr))


def _end(s: Any, who: int, choice: int) -> int:
    """Where a character is after its order, if it finds its way free."""
    cell = int(s.at[who])
    if kind_of(choice) != Do.MOVE:
        return cell
    to = int(s.near[cell, way_of(choice)])
    return to if to != NOWHERE and is_free(s, to) else cell


def _burns(s: Any, cell: int) -> bool:
    """Does a bomb go off this turn that hits a cell?"""
    return any(turns_to_explosion(s, k) <= 1 and is_hit(s, cell, k) for k in range(s.bombs))


RIDDLES = Riddles(idle, pointless, sight)
