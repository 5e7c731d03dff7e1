"""What a choice would lead to, before it is made: everything that can happen, in sentences with chances."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from hoplon.core.likely import Likely, percent
from hoplon.core.match import Match
from hoplon.core.outcomes import outcomes
from hoplon.core.sentences import begin
from hoplon.core.text import Action, Turn
from hoplon.games.hoplite.state import Do
from hoplon.games.hoplite.story import entity, sentences
from hoplon.games.hoplite.words import write_cell

MOST = 500  # falls of the dice that are counted; of more, some are tried
TRIED = 200
DRAWN = {Do.STEP: "walks to", Do.LOB: "throws a bomb to"}  # the dice choose among tiles


@dataclass(frozen=True)
class Line:
    """An action that can happen, its sentence, and its chance unless it is certain."""

    action: Action
    says: str
    probability: Fraction
    chance: str


def foresee(match: Match, choice: str) -> tuple[Line, ...]:
    """Everything that can follow from a choice; the tiles that the dice choose among stand in one line."""
    found = outcomes(match, choice, MOST, TRIED)
    tree = found.tree
    says = sentences(Turn(tuple(likely.action for likely in tree), match.game.phrases), True)
    drawn: dict[tuple[int, int, int], list[Likely]] = {}
    for likely in tree:
        if likely.action.kind in DRAWN and likely.probability < 1:
            drawn.setdefault(_chooser(likely.action), []).append(likely)
    lines: list[Line] = []
    place: dict[int, int] = {-1: -1}
    for n, (action, probability) in enumerate(tree):
        said, chance = says[n], percent(probability, found.exact)
        ways = drawn.get(_chooser(action), []) if probability < 1 else []
        if ways and ways[0].action != action:
            continue
        if ways:
            probability = Fraction(sum(way.probability for way in ways))
            said, chance = _ways(ways, found.exact), ""
        place[n] = len(lines)
        lines.append(Line(action._replace(cause=place[action.cause]), said, probability, chance))
    return tuple(lines)


def _chooser(action: Action) -> tuple[int, int, int]:
    return action.cause, action.kind, action.who


def _ways(ways: list[Likely], exact: bool) -> str:
    """Where a demon may walk or throw to, each tile with its chance."""
    tiles = [f"{write_cell(way.action.dst)} ({percent(way.probability, exact)})" for way in ways]
    rest = 1 - sum(way.probability for way in ways)
    action = ways[0].action
    told = f"{entity(action)} {DRAWN[Do(action.kind)]} " + " or ".join(tiles)
    if rest:
        told += (
            f" or {'stays' if action.kind == Do.STEP else 'throws none'} ({percent(Fraction(rest), exact)})"
        )
    return begin(told)
