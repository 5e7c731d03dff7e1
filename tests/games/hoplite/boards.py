"""Short tests from pictures: a board before, one choice, what is logged, the board after.

Pictures are those of the rulebook (1.3). Side by side, the first is before and the second after, with `->`
anywhere between them. Unless `demons_act` is said, all demons are stunned for this one turn, so that the
picture after shows the moment before the demons act.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from textwrap import dedent
from typing import Any

from hoplon.core.match import Match
from hoplon.core.outcomes import outcomes
from hoplon.games.hoplite import GAME
from hoplon.games.hoplite.changes import mark_bombs
from hoplon.games.hoplite.notation import write
from hoplon.games.hoplite.options import HopliteOptions
from hoplon.games.hoplite.picture import diagram, read_diagram
from hoplon.games.hoplite.tables import DEMON_NAMES, FULL_CHARGE, LETTERS
from hoplon.games.hoplite.view import DemonView, Position
from hoplon.games.hoplite.words import read_cell

IDLE = ("patience",)


def panels(pictures: str) -> list[str]:
    """The pictures that stand side by side."""
    lines = [line for line in dedent(pictures).splitlines() if line.strip()]
    starts = [at for at, c in enumerate(lines[0]) if c == lines[0].split()[0]]
    width = starts[1] - starts[0] if len(starts) > 1 else 1000
    return [
        "\n".join(line[n * width : (n + 1) * width].replace("->", "  ") for line in lines)
        for n in range(len(starts))
    ]


def position(picture: str, **values: Any) -> Position:
    """The position of one picture, with other values given by name."""
    return read_diagram(dedent(picture).strip("\n"), **values)


def match_of(start: Position, seed: int = 1) -> Match:
    """A match that begins with a position."""
    return Match(GAME, seed, HopliteOptions(position=write(start)))


def board(picture: str, seed: int = 1, demons_act: bool = True, **values: Any) -> Match:
    """A match that begins with a picture."""
    start = position(picture, **values)
    if not demons_act:
        start = replace(start, demons=tuple(replace(d, stunned=1) for d in start.demons))
    return match_of(start, seed)


def demons(*texts: str, stunned: int = 0) -> tuple[DemonView, ...]:
    """Demons written as letter and tile; small letters are without charge."""
    kinds = [LETTERS.index(text[0].upper()) for text in texts]
    return tuple(
        DemonView(n, DEMON_NAMES[kind], text[1:], int(FULL_CHARGE[kind]) * text[0].isupper(), stunned)
        for n, (kind, text) in enumerate(zip(kinds, texts, strict=True))
    )


def scene(hero: str, *texts: str, stunned: int = 0, seed: int = 1, **values: Any) -> Match:
    """A match on open ground; the hero may idle unless other prayers are given."""
    values.setdefault("prayers", IDLE)
    return match_of(Position(hero=hero, demons=demons(*texts, stunned=stunned), **values), seed)


def with_bombs(match: Match, *tiles: str) -> Match:
    """The match with bombs as they can lie within a turn only, several on a tile or under a demon."""
    states = match.state.array
    cells = [read_cell(tile) for tile in tiles]
    states["bomb"][0, : len(cells)], states["bombs"][0] = cells, len(cells)
    mark_bombs(states[0])
    match._place(states)
    return match


def shows(
    pictures: str, choice: str, log: str = "", seed: int = 1, demons_act: bool = False, **values: Any
) -> Position:
    """Play the choice; the log is as written and the board as in the second picture."""
    before, *after = panels(pictures)
    match = board(before, seed, demons_act, **values)
    match.play(choice)
    if log:
        assert happened(match, demons_act) == dedent(log).strip("\n")
    if after:
        assert diagram(match.view()) == diagram(read_diagram(after[0]))
    return match.view()


def happened(match: Match, demons_act: bool = True) -> str:
    """The log of the last turn; without what waiting demons do, if they do not act."""
    lines = str(match.turns[-1]).splitlines()
    return "\n".join(line for line in lines if demons_act or not line.startswith("recharge"))


def played(match: Match, *choices: str) -> Position:
    """Play some choices and return the position."""
    for choice in choices:
        match.play(choice)
    return match.view()


def chances(match: Match, choice: str, of: Callable[[Position], Any]) -> dict[Any, Fraction]:
    """How likely each value of a question about the next position is; exact."""
    found = outcomes(match, choice)
    assert found.exact
    table: dict[Any, Fraction] = {}
    for result in found.results:
        answer = of(GAME.view(result.state.array, 0, 0))
        table[answer] = table.get(answer, Fraction(0)) + result.probability
    assert sum(table.values()) == 1
    return table


def steps_of(match: Match, demon: int = 0, choice: str = "idle") -> dict[str, Fraction]:
    """Where a demon stands after the turn, and how likely; demons count from 0 as in the picture."""
    return chances(match, choice, lambda p: next(d.cell for d in p.demons if d.id == demon))


HALF, THIRD, FIFTH, SURE = Fraction(1, 2), Fraction(1, 3), Fraction(1, 5), Fraction(1)
