"""A turn of a simultaneous game, whose seats are asked at once.

The rules ask one seat after another, and nothing happens before the last has chosen. What a seat sees and may
choose does not depend on what the others choose in the same turn, so each gets its questions from a copy of
the match in which the others choose anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from hoplon.core.match import Match
from hoplon.grids.plain import draw_for
from hoplon.protocols.player import Question


class Round:
    """The questions of one turn, and what the seats answered."""

    def __init__(self, match: Match) -> None:
        self._before = len(match.choices)
        self._order = order_of(match)
        self._copies = {seat: match.copy() for seat in self._order}
        self._answers: dict[int, list[str]] = {seat: [] for seat in self._copies}
        for seat in self._copies:
            self._go_on(seat)

    def questions(self) -> dict[int, Question]:
        """The next question for each seat that has one."""
        return {
            seat: Question(
                copy.view(seat),
                copy.legal(),
                len(copy.choices) + 1,
                draw=partial(draw_for, copy.game, copy.states_at(len(copy.choices)), 0, seat),
            )
            for seat, copy in self._copies.items()
            if self._is_asked(seat)
        }

    def take(self, seat: int, choice: str) -> None:
        """A seat has chosen; IllegalChoice if it may not."""
        self._answers[seat].append(self._copies[seat].read(choice))
        self._copies[seat].play(choice)
        self._go_on(seat)

    def choices(self) -> Iterator[tuple[int, str]]:
        """What all seats chose, in the order of the rules."""
        left = {seat: iter(answers) for seat, answers in self._answers.items()}
        for seat in self._order:
            yield seat, next(left[seat])

    def _is_asked(self, seat: int) -> bool:
        done = len(self._copies[seat].choices) - self._before
        return done < len(self._order) and self._order[done] == seat

    def _go_on(self, seat: int) -> None:
        """Let the others choose anything, up to the seat's next question or the end of the turn."""
        copy = self._copies[seat]
        while len(copy.choices) - self._before < len(self._order) and not self._is_asked(seat):
            copy.play(copy.legal()[0])


def order_of(match: Match) -> list[int]:
    """The seats in the order in which the rules ask them, up to the choice after which something happens."""
    copy = match.copy()
    order: list[int] = []
    while (seat := copy.to_move) is not None:
        order.append(seat)
        if len(copy.play(copy.legal()[0])):
            break
    return order
