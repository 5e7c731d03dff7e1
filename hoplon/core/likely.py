"""Several logs of one turn as a single one, each action with its probability."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from hoplon.core.actions import NO_CAUSE
from hoplon.core.text import Action, Turn

WHAT = Action._fields.index(
    "cause"
)  # so many fields say what an action is; the rest, where it stands in a log


class Likely(NamedTuple):
    """An action of a joined log, placed there as in a turn log, and how probable it is."""

    action: Action
    probability: Fraction


@dataclass
class _Branch:
    """An action with all that can follow from it."""

    action: Action
    probability: Fraction = Fraction(0)
    branches: list[_Branch] = field(default_factory=list)


def joined(turns: Iterable[tuple[Turn, Fraction]]) -> tuple[Likely, ...]:
    """The logs with their probabilities as one log, in the order of play; what they share is there once."""
    root = _Branch(Action(0))
    for turn, probability in turns:
        _add(root, turn, probability)
    return tuple(_flat(root))


def _add(root: _Branch, turn: Turn, probability: Fraction) -> None:
    places: list[_Branch] = []
    begun: dict[int, int] = {}  # by cause: how many of its branches come before the next
    for action in turn.actions:
        siblings = (root if action.cause == NO_CAUSE else places[action.cause]).branches
        at = begun.get(action.cause, 0)
        what = action[:WHAT]
        here = next((k for k in range(at, len(siblings)) if siblings[k].action[:WHAT] == what), None)
        if here is None:
            here = at
            siblings.insert(at, _Branch(action))
        siblings[here].probability += probability
        places.append(siblings[here])
        begun[action.cause] = here + 1


def _flat(root: _Branch) -> Iterator[Likely]:
    """The branches as a log, depth first."""
    number = -1

    def follow(branch: _Branch, cause: int, depth: int) -> Iterator[Likely]:
        nonlocal number
        for each in branch.branches:
            number += 1
            place = number
            yield Likely(each.action._replace(cause=cause, depth=depth), each.probability)
            yield from follow(each, place, depth + 1)

    yield from follow(root, NO_CAUSE, 0)


def percent(probability: Fraction, exact: bool = True) -> str:
    """A probability for people, in whole per cent; empty if it is certain."""
    if probability == 1:
        return ""
    whole = round(probability * 100)
    text = f"{min(max(whole, 1), 99)}\N{NO-BREAK SPACE}%"
    if whole in (0, 100):
        return f"{'under' if whole == 0 else 'over'} {text}"
    return text if exact else f"about {text}"
