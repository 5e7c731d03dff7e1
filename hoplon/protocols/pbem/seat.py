"""A match from one player's side: what was verified, and the player's turn as far as it is played."""

from __future__ import annotations

from dataclasses import dataclass

from hoplon.core.errors import HoplonError
from hoplon.core.match import Match
from hoplon.core.text import Turn
from hoplon.protocols.pbem.kept import BEGUN, SECRET, BadFolder, Kept
from hoplon.protocols.pbem.letter_game import INVITER, Stage
from hoplon.protocols.pbem.verify import Course


@dataclass
class LetterSeat:
    """One side of a match. `match` includes its unfinished turn, and is None until the dice are known."""

    kept: Kept
    course: Course
    side: int
    match: Match | None

    @property
    def is_own_turn(self) -> bool:
        """Does this side play next?"""
        return self.course.letter.acceptance is not None and self.course.next_side == self.side

    @property
    def stage(self) -> Stage | None:
        """How far this side's turn has got, if it is its turn."""
        if self.match is None or not self.is_own_turn:
            return None
        return self.course.table.stage(self.match, self.side)

    @property
    def is_complete(self) -> bool:
        """Is this side's turn complete, so that it can be sent?"""
        return self.stage in (Stage.PASSED, Stage.OVER)

    @property
    def start(self) -> int:
        """How many choices came before the next turn."""
        return len(self.course.match.choices) if self.course.match else 0

    @property
    def waits_for(self) -> str:
        """What comes next, in words."""
        turn = f"turn {self.course.next_turn}"
        if self.is_complete:
            return f"{turn} is complete and wants to be exported"
        if self.is_own_turn:
            return f"{turn} is yours"
        if self.course.match is not None and self.course.match.is_over:
            return f"the match is over: {self.course.match.outcome}"
        return f"{turn if self.course.letter.acceptance else 'the acceptance'} of the other side is awaited"

    def play(self, text: str) -> list[Turn]:
        """Make a choice and keep it; returns what happened, with the answers for the absent player."""
        if self.match is None or self.stage is not Stage.CHOOSING:
            raise HoplonError(f"{text!r} cannot be played: {self.waits_for}")
        match = self.match.copy()  # whatever fails leaves the position as it was
        match.play(text)
        self.course.table.answer_for_absent(match, self.side)
        made = zip(match.choices[self.start :], match.seats[self.start :], strict=True)
        self.kept.keep_begun(
            self.course.next_turn, [str(choice) for choice, seat in made if seat == self.side]
        )
        before, self.match = len(self.match.turns), match
        return self.course.table.tell(match, self.side, before)

    def secret(self) -> bytes:
        """The secret that the next turn reveals."""
        return self.kept.secret(secret_number(self.course.next_turn, self.side))


def secret_number(turn: int, side: int) -> int:
    """Which of its secrets a side reveals in a turn; B revealed its first in the acceptance."""
    return (turn + 1) // 2 if side == INVITER else turn // 2 + 1


def sit_down(kept: Kept, course: Course) -> LetterSeat:
    """A player's seat, with the unfinished turn as far as it is played."""
    greeting = (course.letter.invitation, course.letter.acceptance)[kept.side]
    if greeting is None or kept.secret(0) != greeting.anchor:
        raise BadFolder(
            f"{kept.where(SECRET)} is damaged: it is not the secret that the letter was begun with"
        )
    seat = LetterSeat(kept, course, kept.side, course.match)
    if not seat.is_own_turn:
        return seat
    match = course.begin_turn(seat.secret())
    try:
        course.table.answer_for_absent(match, seat.side)
        for text in kept.begun(course.next_turn):
            course.table.watch(len(match.choices))
            if course.table.stage(match, seat.side) is not Stage.CHOOSING:
                raise HoplonError(f"the turn was complete before {text!r}")
            match.play(text)
            course.table.answer_for_absent(match, seat.side)
    except HoplonError as error:
        raise BadFolder(f"{kept.where(BEGUN)} is damaged: {error}") from None
    seat.match = match
    return seat
