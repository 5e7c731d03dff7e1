"""What the players of a match were asked, what they answered, and how: choice by choice, for debugging.

Questions are not recorded. They are made again from the match, in the lines that a program at that seat gets;
a bot in another process, or in this one, was asked the same in its own way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from hoplon.core.dialect import BadReply, Hello
from hoplon.core.errors import IllegalChoice
from hoplon.core.match import Match
from hoplon.protocols.lines.json_lines import dialect_of
from hoplon.protocols.player import SeatRecord
from hoplon.sandbox.clock import Spent


@dataclass(frozen=True)
class BotTurn:
    """One choice of a player. `number` is that of the choice in the match, `turn` counts the player's own.

    `errors` is what it wrote to stderr; `spent` is None if that is not known.
    """

    number: int
    seat: int
    player: str
    turn: int
    answer: str
    errors: str
    message: str
    spent: Spent | None

    def as_json(self) -> dict[str, Any]:
        """For programs and for the page; times in milliseconds."""
        spent = self.spent
        return {
            "number": self.number,
            "seat": self.seat,
            "player": self.player,
            "turn": self.turn,
            "answer": self.answer,
            "errors": self.errors,
            "message": self.message,
            "wall_ms": spent and round(spent.wall * 1000, 2),
            "cpu_ms": spent and round(spent.cpu * 1000, 2),
            "waited_ms": spent and round(spent.waited * 1000, 2),
        }


def turns_of(records: Sequence[SeatRecord]) -> list[BotTurn]:
    """All recorded choices, in the order of the match."""
    found = [turn for seat, record in enumerate(records) for turn in _turns_of_seat(seat, record)]
    return sorted(found, key=lambda turn: turn.number)


def _turns_of_seat(seat: int, record: SeatRecord) -> Iterator[BotTurn]:
    errors, messages = _joined(record.errors), _joined(record.messages)
    before = errors.get(0, "")  # what it wrote before the first question
    turn = 0
    for n, number in enumerate(record.numbers):
        turn = 1 if number in record.restarts else turn + 1
        yield BotTurn(
            number,
            seat,
            record.player,
            turn,
            record.answers[n] if n < len(record.answers) else "",
            before + errors.get(number, ""),
            messages.get(number, ""),
            record.spent[n] if n < len(record.spent) else None,
        )
        before = ""


def _joined(texts: Sequence[tuple[int, str]]) -> dict[int, str]:
    joined: dict[int, str] = {}
    for number, text in texts:
        joined[number] = joined.get(number, "") + text
    return joined


class Questions:
    """The questions of a match, made again."""

    def __init__(self, match: Match, records: Sequence[SeatRecord]) -> None:
        self._match = match.copy()
        self._played = len(match.choices)
        self._records = records
        self._answers = {turn.number: turn.answer for turn in turns_of(records)}
        self._dialect = dialect_of(match.game)

    def text(self, turn: BotTurn) -> str:
        """What a program was told before this choice."""
        record = self._records[turn.seat]
        self._go_to(turn.number - 1)
        match = self._match
        seconds = record.first if turn.turn == 1 else record.later
        asked = self._dialect.ask(match.view(turn.seat), match.legal(), turn.turn, seconds)
        return self._hello(turn.seat, record) + asked if turn.turn == 1 else asked

    def _hello(self, seat: int, record: SeatRecord) -> str:
        game, options = self._match.game, self._match.options
        told = game.told_options(options)
        seats = len(self._records)
        return self._dialect.hello(
            Hello(game.name, game.version, seat, seats, told, record.dice, record.first, record.later)
        )

    def _go_to(self, number: int) -> None:
        """The position after this many choices."""
        match = self._match
        while len(match.choices) > number:
            match.undo()
        while len(match.choices) < number:
            if len(match.choices) < self._played:
                match.redo()
            else:
                self._guess()

    def _guess(self) -> None:
        """Play on in a turn that somebody's fault ended: what the seat said, or anything legal.

        Nobody who was asked in that turn sees what the others chose in it.
        """
        match = self._match
        said = self._answers.get(len(match.choices) + 1, "")
        try:
            match.play(self._dialect.read(said.encode()).choice)
        except (BadReply, IllegalChoice):
            try:
                match.play(said)
            except IllegalChoice:
                match.play(match.legal()[0])
