"""What programs did in the arena besides choosing, for whoever debugs them: kept within limits."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hoplon.core.errors import BadMatchFile
from hoplon.core.leaving import WAYS
from hoplon.core.match import Match
from hoplon.protocols.player import SeatRecord, dice_for
from hoplon.protocols.program_names import bot_name
from hoplon.protocols.seated_bot import CLOCK, FIRST_CLOCK, BotSaid
from hoplon.referee.bot_turns import BotTurn, Questions, turns_of
from hoplon.referee.record_file import read_record
from hoplon.sandbox.clock import Spent
from hoplon.server.programs import without_paths
from hoplon.server.refusals import Refused
from hoplon.server.seated_match import SeatedMatch
from hoplon.server.stored_match import BotRow, StoredMatch

LONGEST_ERRORS = 4000  # characters of stderr for one choice
LONGEST_ANSWER = 500
MOST_KEPT = 2 << 20  # characters for all bots of a match; beyond that only times are kept
SEAT = 0  # the number of the row that is about a whole seat


def shortened(text: str, longest: int) -> str:
    """The beginning and the end of a long text."""
    if len(text) <= longest:
        return text
    half = longest // 2
    return f"{text[:half]}\n… {len(text) - 2 * half} characters left out …\n{text[-half:]}"


def row_of(seat: int, number: int, said: BotSaid, space: int) -> BotRow:
    """What is kept of one choice, if there is space for that many characters."""
    spent = said.spent and (said.spent.wall, said.spent.cpu, said.spent.waited)
    times: dict[str, Any] = {"spent": spent, "turn": said.turn}
    if said.turn == 1 and said.sandbox:
        times["sandbox"] = said.sandbox
    texts = {
        "answer": shortened(said.answer, LONGEST_ANSWER),
        "errors": shortened(said.errors, LONGEST_ERRORS),
        "message": shortened(said.message, LONGEST_ANSWER),
    }
    content = json.dumps(times | texts)
    return BotRow(seat, number, content if len(content) <= space else json.dumps(times))


def rows_of(text: str, match: Match) -> tuple[list[str], list[BotRow]]:
    """The players in a record file, and what is kept of it; Refused says what is wrong with it."""
    try:
        records = read_record(text, match)
    except BadMatchFile as error:
        raise Refused("malformed", str(error)[:600]) from None
    rows, space = [], MOST_KEPT
    for seat, record in enumerate(records):
        if not record.numbers:
            continue
        fault = record.fault_kind, record.fault[:1000], record.fault_line[:LONGEST_ANSWER]
        head = {
            "player": record.player[:200],
            "dice": record.dice,
            "sandbox": record.sandbox[:LONGEST_ANSWER],
            "clock": (record.first, record.later),
            "fault": fault,
            "stderr": shortened("" if record.errors else record.stderr, 4 * LONGEST_ERRORS),
        }
        rows.append(BotRow(seat, SEAT, json.dumps(head)))
    for turn in turns_of(records):
        said = BotSaid(turn.answer, turn.errors, turn.message, turn.spent, turn.turn)
        rows.append(row_of(turn.seat, turn.number, said, space))
        space -= len(rows[-1].content)
    return [record.player[:200] if record.numbers else "" for record in records], rows


def records_of(card: StoredMatch, rows: Iterable[BotRow]) -> list[SeatRecord]:
    """What is kept, as the record of a match."""
    records = [
        SeatRecord(seat.bot, dice_for(card.dice, n), FIRST_CLOCK, CLOCK) for n, seat in enumerate(card.seats)
    ]
    for seat, record in zip(card.seats, records, strict=True):
        if seat.fault:
            record.blame("fault", seat.fault)
        if seat.left:
            record.blame(seat.left, f"{seat.name} {WAYS[seat.left]}")
    for row in sorted(rows, key=lambda row: row.number):
        record, content = records[row.seat], json.loads(row.content)
        if row.number == SEAT:
            record.player, record.dice, record.stderr = content["player"], content["dice"], content["stderr"]
            record.first, record.later = content["clock"]
            record.sandbox = content.get("sandbox", "")
            record.blame(*(content["fault"][n] for n in (0, 1, 2)))
            continue
        if content["turn"] == 1 and record.numbers:
            record.restarts.append(row.number)
        record.sandbox = content.get("sandbox", record.sandbox)
        record.numbers.append(row.number)
        record.answers.append(content.get("answer", ""))
        record.spent.append(Spent(*(content["spent"] or (0.0, 0.0, 0.0))))
        if errors := content.get("errors"):
            record.errors.append((row.number, errors))
        if message := content.get("message"):
            record.messages.append((row.number, message))
    return records


def _without_paths(record: SeatRecord) -> SeatRecord:
    """A record that names programs, and files in what they wrote, without folders."""
    bot = record.player
    return replace(
        record,
        player=bot_name(bot),
        fault=without_paths(record.fault, bot),
        fault_line=without_paths(record.fault_line, bot),
        stderr=without_paths(record.stderr, bot),
        answers=[without_paths(text, bot) for text in record.answers],
        errors=[(number, without_paths(text, bot)) for number, text in record.errors],
        messages=[(number, without_paths(text, bot)) for number, text in record.messages],
    )


@dataclass(frozen=True)
class BotRecords:
    """What is kept about the bots of one match, for somebody who may see it, and perhaps paths in it."""

    table: SeatedMatch
    records: Sequence[SeatRecord]
    tells_paths: bool = False

    def shown(self) -> list[SeatRecord]:
        """The records as they are shown."""
        return [record if self.tells_paths else _without_paths(record) for record in self.records]

    def told(self, after: int) -> dict[str, Any]:
        """Who they are, and what they did after this many choices."""
        records = self.shown()
        turns = [turn.as_json() for turn in turns_of(records) if turn.number > after]
        seats = [
            {
                "seat": n,
                "player": record.player,
                "sandbox": record.sandbox,
                "fault": record.fault,
                "line": record.fault_line,
                "stderr": record.stderr,
            }
            for n, record in enumerate(records)
            if record.numbers
        ]
        return {"seats": seats, "turns": turns}

    def question(self, number: int) -> dict[str, Any]:
        """What the bot was told before this choice."""
        turn = next((turn for turn in turns_of(self.records) if turn.number == number), None)
        if turn is None or not self._is_still_so(turn):
            raise Refused("unknown", f"nothing is recorded about choice {number}")
        return {"number": number, "told": Questions(self.table.match, self.records).text(turn)}

    def _is_still_so(self, turn: BotTurn) -> bool:
        """Was this seat asked then? The last choice may have been taken back meanwhile."""
        match = self.table.match
        if turn.number <= len(match.choices):
            return match.seats[turn.number - 1] == turn.seat
        return not match.is_over
