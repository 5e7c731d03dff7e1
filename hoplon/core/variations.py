"""Variations of a match: what else could have been played, with names and comments.

Line 0 is the match itself; every other line leaves its parent after so many choices. In a match file they
follow the `end`:

    variation 1 0 12 A better shield
    dice 1 seed 5
    then 1 walk n
    comment 1 13 The archer cannot reach the hero here.

`dice` says that other dice fall from the next choice of that line on. Comments are of a line and a number of
choices, counted from the start of the match.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hoplon.core.dice import NAMED
from hoplon.core.errors import BadMatchFile, HoplonError
from hoplon.core.printable import printable

if TYPE_CHECKING:
    from hoplon.core.match import Match

WORDS = ("variation", "dice", "then", "comment")
MOST_LINES = 300
MOST_MOVES = 3000  # of all lines together
MOST_COMMENTS = 500
LONGEST_NAME = 80
LONGEST_COMMENT = 1000


@dataclass(frozen=True)
class Move:
    """A choice of a line, with the seed of other dice if they do not fall as before."""

    choice: str
    dice: int | None = None


@dataclass
class Line:
    """A variation: what it departs from, after how many choices, what it is called, and its choices."""

    parent: int
    at: int
    name: str = ""
    moves: list[Move] = field(default_factory=list)

    @property
    def end(self) -> int:
        """The number of choices after its last one."""
        return self.at + len(self.moves)


@dataclass
class Variations:
    """All lines beside a match, counted from 1, and what is said about places in them."""

    lines: list[Line] = field(default_factory=list)
    comments: dict[tuple[int, int], str] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.lines or self.comments)

    @property
    def signs(self) -> int:
        """How much text there is in all lines and comments."""
        moves = sum(len(move.choice) for line in self.lines for move in line.moves)
        return moves + sum(map(len, self.comments.values()))

    def fits(self, choices: int) -> bool:
        """Does everything depart from the first choices of a match?"""
        places = [line.at for line in self.lines if not line.parent]
        places += [at for number, at in self.comments if not number]
        return all(at <= choices for at in places)

    def line(self, number: int) -> Line:
        """A variation by its number."""
        if not 1 <= number <= len(self.lines):
            raise HoplonError(f"there is no variation {number}; there are {len(self.lines)}")
        return self.lines[number - 1]

    def origin(self, number: int, at: int) -> tuple[int, int]:
        """The line that a place belongs to: before a line has left its parent, that is the parent."""
        while number and at <= self.line(number).at:
            number = self.line(number).parent
        return number, at

    def moves_to(self, number: int, at: int) -> tuple[int, list[Move]]:
        """How many choices of the match lead towards a place, and the moves that follow them."""
        number, at = self.origin(number, at)
        moves: list[Move] = []
        while number:
            line = self.line(number)
            if at > line.end:
                raise HoplonError(f"variation {number} has no choice {at}; it ends after {line.end}")
            moves = line.moves[: at - line.at] + moves
            number, at = self.origin(line.parent, line.at)
        return at, moves

    def begin(self, parent: int, at: int, move: Move) -> int:
        """A new line; its number."""
        if len(self.lines) >= MOST_LINES:
            raise HoplonError(f"there are {MOST_LINES} variations already, which is the most")
        self._check_room()
        self.lines.append(Line(parent, at, "", [move]))
        return len(self.lines)

    def extend(self, number: int, move: Move) -> None:
        """One more choice at the end of a line."""
        self._check_room()
        self.line(number).moves.append(move)

    def _check_room(self) -> None:
        if sum(len(line.moves) for line in self.lines) >= MOST_MOVES:
            raise HoplonError(f"the variations have {MOST_MOVES} choices already, which is the most")

    def follow(self, number: int, at: int, move: Move) -> tuple[int, int] | None:
        """The place after a move that some line makes here already."""
        here = self.origin(number, at)
        for k, line in enumerate(self.lines, 1):
            if line.moves and self.origin(line.parent, line.at) == here and line.moves[0] == move:
                return k, at + 1
        if here[0]:
            line = self.line(here[0])
            if at < line.end and line.moves[at - line.at] == move:
                return here[0], at + 1
        return None

    def rename(self, number: int, name: str) -> None:
        """Call a line by a name."""
        self.line(number).name = printable(name.strip(), lines=False)[:LONGEST_NAME]

    def comment(self, number: int, at: int, text: str) -> None:
        """Say something about a place; an empty text takes it back."""
        place = self.origin(number, at)
        said = printable(" ".join(text.split()), lines=False)[:LONGEST_COMMENT]
        if not said:
            self.comments.pop(place, None)
            return
        if place not in self.comments and len(self.comments) >= MOST_COMMENTS:
            raise HoplonError(f"there are {MOST_COMMENTS} comments already, which is the most")
        self.comments[place] = said

    def remove(self, number: int) -> None:
        """Take a line away with everything that departs from it."""
        self.line(number)
        gone = {number}
        for k, line in enumerate(self.lines, 1):
            if line.parent in gone:
                gone.add(k)
        renumbered = {0: 0}
        for k in range(1, len(self.lines) + 1):
            if k not in gone:
                renumbered[k] = len(renumbered)
        self.lines = [line for k, line in enumerate(self.lines, 1) if k not in gone]
        for line in self.lines:
            line.parent = renumbered[line.parent]
        self.comments = {
            (renumbered[line], at): text for (line, at), text in self.comments.items() if line in renumbered
        }

    def written(self, seed_text: Callable[[int], str]) -> Iterator[str]:
        """The lines of a match file."""
        for number, line in enumerate(self.lines, 1):
            yield f"variation {number} {line.parent} {line.at} {line.name}".rstrip()
            for move in line.moves:
                if move.dice is not None:
                    yield f"dice {number} {seed_text(move.dice)}"
                yield f"then {number} {move.choice}"
        for (number, at), text in sorted(self.comments.items()):
            yield f"comment {number} {at} {text}"


def read_variations(lines: list[str], first: int, choices: int) -> Variations:
    """What follows the end of a match with so many choices; `first` is the number of the first line."""
    found = Variations()
    dice: dict[int, int] = {}
    for place, line in enumerate(lines, first):
        word, _, rest = line.partition(" ")
        number, _, rest = rest.partition(" ")
        if word not in WORDS:
            raise BadMatchFile(f"line {place}: there is more text after the end: {line[:60]!r}")
        try:
            _read_line(found, word, _whole(number), rest, dice, choices)
        except HoplonError as error:
            raise BadMatchFile(f"line {place}: {error}") from None
    for number_of_line, each in enumerate(found.lines, 1):
        if not each.moves:
            raise BadMatchFile(f"variation {number_of_line} has no choice")
    return found


def _read_line(
    found: Variations, word: str, number: int, rest: str, dice: dict[int, int], choices: int
) -> None:
    if word == "variation":
        parent, _, rest = rest.partition(" ")
        at, _, name = rest.partition(" ")
        above = _whole(parent)
        if number != len(found.lines) + 1 or above >= number:
            raise HoplonError(
                f"variation {number} of {above} stands here; expected {len(found.lines) + 1}, of one before"
            )
        if number > MOST_LINES:
            raise HoplonError(f"there are more than {MOST_LINES} variations")
        end = found.line(above).end if above else choices
        if not 0 <= _whole(at) <= end:
            raise HoplonError(f"variation {number} begins after {at} choices; expected 0 to {end}")
        found.lines.append(Line(above, _whole(at)))
        found.rename(number, name)
    elif word == "dice":
        kind, _, seed = rest.partition(" ")
        if kind != "seed" or not seed.isdecimal() or len(seed) > 19 or int(seed) >= NAMED:
            raise HoplonError(f"{rest[:40]!r} is no seed of dice")
        dice[number] = int(seed)
    elif word == "then":
        if not 0 < len(rest) <= LONGEST_COMMENT:
            raise HoplonError("a choice is missing or too long")
        found.extend(number, Move(rest, dice.pop(number, None)))
    else:
        at, _, text = rest.partition(" ")
        end = found.line(number).end if number else choices
        if not 0 <= _whole(at) <= end:
            raise HoplonError(f"a comment is about choice {at}; expected 0 to {end}")
        found.comment(number, _whole(at), text)


def _whole(text: str) -> int:
    if not text.isdecimal() or len(text) > 9:
        raise HoplonError(f"{text[:30]!r} is no whole number")
    return int(text)


def match_at(match: Match, variations: Variations, number: int, at: int) -> Match:
    """A match as it stands at a place of a line."""
    count, moves = variations.moves_to(number, at)
    if count > len(match.choices):
        raise HoplonError(f"the match has no choice {count}; it has {len(match.choices)}")
    here = match.copy()
    while len(here.choices) > count:
        here.undo()
    for move in moves:
        if move.dice is not None:
            here.use_dice(move.dice)
        here.play(move.choice)
    return here
