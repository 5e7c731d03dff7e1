"""The rolls of a match that mattered most, named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from hoplon.analysis.analyse import amount
from hoplon.analysis.luck import Step
from hoplon.core.board import ALL
from hoplon.core.likely import WHAT, percent
from hoplon.core.match import Match
from hoplon.core.outcomes import outcomes
from hoplon.core.talents import Quantity

SAID = 3  # things that fell, of one roll


@dataclass(frozen=True)
class Roll:
    """What fell in one turn, how likely that was, and what it was worth to a seat."""

    number: int
    seat: int
    luck: float
    error: float
    what: tuple[str, ...]
    chance: float | None

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        return {
            "turn": self.number, "seat": self.seat, "luck": round(self.luck, 6),
            "error": round(self.error, 6), "what": list(self.what), "chance": self.chance,
        }  # fmt: skip

    def text(self, quantity: Quantity, names: tuple[str, ...]) -> str:
        """One line for people."""
        sign = "+" if self.luck >= 0 else ""
        what = "; ".join(self.what) or "what was dealt anew"
        return f"turn {self.number}: {what}: {sign}{amount(quantity, self.luck)} for {names[self.seat]}"


def name_rolls(match: Match, steps: list[Step], most: int) -> Iterator[Roll]:
    """The luckiest and the unluckiest rolls of each seat, in the order of play.

    In a game for two, what one seat gains the other loses: there the first seat's are enough.
    """
    seats = len(steps[0].before) if steps else 0
    for seat in range(1 if seats == 2 else seats):
        rolled = sorted((step for step in steps if step.luck(seat)), key=lambda step: step.luck(seat))
        chosen = {step.number: step for step in (*rolled[:most], *rolled[-most:])}
        for number in sorted(chosen):
            step = chosen[number]
            yield Roll(number, seat, step.luck(seat), step.errors[seat], _what(match, number), step.chance)


def _what(match: Match, number: int) -> tuple[str, ...]:
    """The actions of a turn that could have been others, the least likely first."""
    choice = match.choices[number - 1]
    past = Match(match.game, match.seed, match.options)
    past._place(match.states_at(number - 1).copy())
    found = outcomes(past, choice, samples=50)
    likely: dict[Any, Fraction] = {}
    for each in found.tree:
        likely[each.action[:WHAT]] = likely.get(each.action[:WHAT], Fraction(0)) + each.probability
    happened = Counter(action[:WHAT] for action in match.turns[number - 1].actions)
    phrases, sentences = match.game.phrases, _sentences(match, number)
    said = []
    for action in match.turns[number - 1].actions:
        chance = likely.get(action[:WHAT], Fraction(0)) / happened[action[:WHAT]]
        if 0 < chance < 1:
            text = phrases.write(action)
            said.append((chance, f"{sentences.get(text, text)} ({percent(chance, found.exact)})"))
    said.sort(key=lambda each: each[0])
    return tuple(dict.fromkeys(text for _, text in said))[:SAID]


def _sentences(match: Match, number: int) -> dict[str, str]:
    """What people read instead of the lines of a log."""
    board = match.game.board
    log = board.log(match, number, ALL) if board is not None else ()
    return {entry.text: entry.says.rstrip(".") for entry in log if entry.says}
