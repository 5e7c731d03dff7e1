"""How a networked game of hexabomb went: the match, and the record of who played and how."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hoplon.core.match import Match
from hoplon.protocols.netorcai.boxed import BoxedProgram
from hoplon.protocols.netorcai.local_server import Kick
from hoplon.protocols.netorcai.messages import PlayerInfo
from hoplon.protocols.netorcai.programs import Program
from hoplon.protocols.player import SeatRecord

BEFORE = 2  # turns that are played before the answer to TURN 0 counts, and that turn itself


@dataclass(frozen=True)
class Ended:
    """A program that was started, and how it ended."""

    program: Program
    code: int

    @property
    def command(self) -> str:
        """The program as it was named."""
        return self.program.name

    @property
    def printed(self) -> str:
        """What it wrote to stdout and stderr."""
        return str(self.program.printed)


@dataclass(frozen=True)
class Result:
    """How it went; the match can be saved, with a record of who played."""

    match: Match
    players: list[PlayerInfo]
    kicks: list[Kick]
    programs: list[Ended]

    def __post_init__(self) -> None:
        self.match.names = {player.player_id: player.nickname for player in self.players}

    def as_json(self) -> dict[str, Any]:
        """The record of the players, by seat, as it is kept beside a match file."""
        kicks = [
            {
                "nickname": kick.nickname,
                "seat": kick.seat,
                "address": kick.remote_address,
                "turn": kick.turn,
                "text": kick.reason,
            }
            for kick in self.kicks
        ]
        programs = [
            {
                "command": one.command,
                "seat": self.seat_of(one.program),
                "exit": one.code,
                "printed": one.printed,
                "stopped": one.program.stopped if isinstance(one.program, BoxedProgram) else [],
            }
            for one in self.programs
        ]
        seats = [self.record_of(player).as_json() for player in sorted(self.players)]
        return {"hoplon record": 1, "seats": seats, "programs": programs, "kicks": kicks}

    def seat_of(self, program: Program) -> int | None:
        """The seat of a program; built-in bots connect as they please, so theirs are not known."""
        if not isinstance(program, BoxedProgram):
            return None
        return next((p.player_id for p in self.players if p.remote_address == program.remote_address), None)

    def record_of(self, player: PlayerInfo) -> SeatRecord:
        """What is known about a player: its orders that were carried out until it left, and its stderr."""
        seat, match = player.player_id, self.match
        kick = next((kick for kick in self.kicks if kick.seat == seat), None)
        record = SeatRecord(player.nickname, nickname=player.nickname)
        characters = int(match.state.record.characters)
        last = len(match.choices) if kick is None else (kick.turn + 1) * characters
        record.numbers = [n for n, mover in enumerate(match.seats[:last], 1) if mover == seat]
        record.answers = [match.choices[n - 1] for n in record.numbers]
        if kick is not None:
            record.blame("kicked", str(kick))
        program = next((one.program for one in self.programs if self.seat_of(one.program) == seat), None)
        if isinstance(program, BoxedProgram):
            record.cpu, record.stderr = program.cpu, str(program.printed)
            record.stderr_bytes = program.printed.size
            record.errors = [
                (n, text) for asked, text in program.errors if (n := self.number(record, program, asked))
            ]
        return record

    def number(self, record: SeatRecord, program: BoxedProgram, asked: int) -> int:
        """The choice that something written to stderr belongs to, after so many TURNs; 0 if there is none.

        It is the first that the program had in the turn for which it was asked; the last, after the end.
        """
        characters = int(self.match.state.record.characters)
        turn = program.turns[asked - 1] + BEFORE if asked else 1
        later = (n for n in record.numbers if n > (turn - 1) * characters)
        return next(later, record.numbers[-1] if record.numbers else 0)
