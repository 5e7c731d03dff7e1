"""Tests of a match as text: what a lesson asks for, what a typical mistake is, when a tip matters.

    log has stab F* x2       at least two actions of all turns begin with these words; `*` stands for anything
                             within a word, `0|1` for either
    turn has stab x2         the same, in one and the same turn
    last has strike          the same, in the last turn
    chose leap*              the player has chosen this, perhaps `x2`
    legal has bash           the player may choose this now
    position has hero=4,5    a word of the position in the game's notation
    ended, ended won         the match is over; won, lost, drawn, or the reason that the game gives
    score >= 3               also choices, turns and measure; with >=, <=, >, < and =

`lacks` instead of `has` says the opposite. Everything is tested on what the player may see.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from hoplon.core.errors import BadText
from hoplon.core.match import Match

FORMS = (
    "'log has WORDS', 'turn has WORDS', 'last has WORDS', 'legal has WORDS', 'position has WORD', "
    "each also with 'lacks', 'chose WORDS', 'ended' or 'score >= N'"
)
ORDERS: dict[str, Callable[[int, int], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "=": operator.eq,
}
TIMES = re.compile(r"x([1-9][0-9]{0,2})")
NUMBER = re.compile(r"-?[0-9]{1,9}")
AT_ONCE = ("last", "legal", "position", "choices", "turns", "score", "measure")  # need no look at the past


class Moment:
    """A match as a player sees it now."""

    def __init__(self, match: Match, seat: int) -> None:
        self.match = match
        self.seat = seat

    def lines_of(self, number: int) -> list[str]:
        """What happened at a choice, as far as the player may know."""
        match = self.match
        if not match.game.hides:
            return match.turns[number - 1].lines()
        board = match.game.board
        return [entry.text for entry in board.log(match, number, self.seat)] if board else []

    @cached_property
    def logs(self) -> list[list[str]]:
        """What happened, turn by turn."""
        return [self.lines_of(number) for number in range(1, len(self.match.choices) + 1)]

    @property
    def last(self) -> list[str]:
        """What happened at the last choice, and at those before it that others answered."""
        return self.lines_of(len(self.match.choices)) if self.match.choices else []

    @cached_property
    def chosen(self) -> list[str]:
        """The player's choices."""
        both = zip(self.match.seats, self.match.choices, strict=True)
        return [str(choice) for seat, choice in both if seat == self.seat]

    @property
    def legal(self) -> Sequence[str]:
        """What the player may choose."""
        return self.match.legal() if self.match.to_move == self.seat else ()

    @cached_property
    def words(self) -> list[str]:
        """The words of the position."""
        game, states = self.match.game, self.match.states_at(len(self.match.choices))
        known = game.concealed(states, 0, self.seat) if game.hides else states
        return game.notation(known, 0).split()

    def number(self, name: str) -> int:
        """A number that can be compared."""
        match = self.match
        if name == "choices":
            return len(self.chosen)
        if name == "turns":
            return len(match.choices)
        states = match.states_at(len(match.choices))
        if name == "score":
            return match.game.scores(states, 0, match.game.seat_count(match.options))[self.seat]
        measure = match.game.measure
        if measure is None:
            raise BadText(f"{match.game.name} has no measure")
        return measure.of(states, 0)


@dataclass(frozen=True)
class Goal:
    """One test, with the text that says it."""

    text: str
    holds: Callable[[Moment], bool]

    @property
    def is_at_once(self) -> bool:
        """Is it a question about how it stands, whatever was played before?"""
        return self.text.split()[0] in AT_ONCE


def all_hold(goals: Iterable[Goal], moment: Moment) -> bool:
    """Do all of them hold?"""
    return all(goal.holds(moment) for goal in goals)


def read_goal(text: str) -> Goal:
    """The test that a text says; BadText if it says none."""
    words = text.split()
    if words[:1] == ["ended"] and len(words) < 3:
        return Goal(text, _ended(*words[1:]))
    if words[:1] == ["chose"] and len(words) > 1:
        pattern, times = _pattern(words[1:])
        return Goal(text, lambda moment: _count(pattern, moment.chosen) >= times)
    if len(words) == 3 and words[1] in ORDERS and words[0] in ("score", "measure", "choices", "turns"):
        return Goal(text, _compared(words[0], words[1], words[2], text))
    if len(words) > 2 and words[1] in ("has", "lacks") and words[0] in COUNTED:
        counted, (pattern, times) = COUNTED[words[0]], _pattern(words[2:])
        wanted = words[1] == "has"
        return Goal(text, lambda moment: (counted(pattern, moment) >= times) == wanted)
    raise BadText(f"{text[:80]!r} is no test; expected {FORMS}")


def _pattern(words: list[str]) -> tuple[re.Pattern[str], int]:
    """Words with `*` for anything, which a line begins with, and how often."""
    times = TIMES.fullmatch(words[-1]) if len(words) > 1 else None
    return begins_with(words[:-1] if times else words), int(times[1]) if times else 1


def begins_with(words: Iterable[str]) -> re.Pattern[str]:
    """A pattern for lines that begin with these words; in a word, `*` is anything and `|` is or."""
    return re.compile(r"\s+".join(map(_word, words)) + r"(?!\S)")


def _word(word: str) -> str:
    ways = (r"\S*".join(map(re.escape, way.split("*"))) for way in word.split("|"))
    return f"(?:{'|'.join(ways)})"


def _count(pattern: re.Pattern[str], lines: Iterable[str]) -> int:
    return sum(pattern.match(line) is not None for line in lines)


COUNTED: dict[str, Callable[[re.Pattern[str], Moment], int]] = {
    "log": lambda pattern, moment: sum(_count(pattern, lines) for lines in moment.logs),
    "turn": lambda pattern, moment: max((_count(pattern, lines) for lines in moment.logs), default=0),
    "last": lambda pattern, moment: _count(pattern, moment.last),
    "legal": lambda pattern, moment: _count(pattern, moment.legal),
    "position": lambda pattern, moment: _count(pattern, moment.words),
}


def _ended(how: str = "") -> Callable[[Moment], bool]:
    def holds(moment: Moment) -> bool:
        outcome = moment.match.outcome
        if outcome is None:
            return False
        if how in ("won", "lost", "drawn"):
            has_won = moment.seat in outcome.winners
            is_drawn = not outcome.winners and len(outcome.scores) > 1
            return how == ("won" if has_won else "drawn" if is_drawn else "lost")
        return not how or outcome.reason == how

    return holds


def _compared(name: str, order: str, number: str, text: str) -> Callable[[Moment], bool]:
    if not NUMBER.fullmatch(number):
        raise BadText(f"{text[:80]!r} compares with {number[:20]!r}; expected a whole number")
    return lambda moment: ORDERS[order](moment.number(name), int(number))
