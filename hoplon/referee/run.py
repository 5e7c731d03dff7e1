"""One match between players of any kind, with dice, a clock, and a result for each seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from math import inf
from time import time
from typing import Any

from hoplon.core.actions import NOBODY
from hoplon.core.bot import Bot
from hoplon.core.errors import HoplonError, IllegalChoice, RunawayChain
from hoplon.core.game import Game
from hoplon.core.match import Match
from hoplon.grids.plain import draw_for
from hoplon.protocols.asking import answers_of
from hoplon.protocols.in_process import InProcess
from hoplon.protocols.player import CLOCK, LONGEST, Place, Player, Question, SeatRecord
from hoplon.referee.rounds import Round
from hoplon.sandbox.faults import BUSY, CRASH, BotFault

STOPPED, UNFINISHED, FAULT = "stopped", "unfinished", "fault"
ANNULLED = "annulled"  # the machine was too busy: the match counts for nobody
ENDING_SEATS = 2  # with more seats, the others play on after a fault


@dataclass(frozen=True)
class Fault:
    """What went wrong, in which turn, in a sentence.

    A bot raised an exception (`crash`), made an illegal choice (`illegal`) or failed as only programs do
    (the kinds in `sandbox/faults.py`); or the reactions of a turn did not end (`rules`) or the machine was
    too busy (`busy`), for which no seat is to blame.
    """

    seat: int
    turn: int
    kind: str
    text: str


@dataclass(frozen=True)
class SeatResult:
    """How a match went for one seat.

    `verdict` is `won`, `lost`, `drawn` or `fault`, or why the match has no end (`stopped`, `unfinished`,
    `annulled`).
    Times are in seconds: by the wall clock, on a processor, and waiting for one.
    """

    seat: int
    player: str
    verdict: str
    rank: int
    score: int
    choices: int
    wall: float
    cpu: float
    waited: float
    slowest: float
    late: int
    strikes: int
    excused: int
    fault: str = ""


@dataclass(frozen=True)
class Run:
    """A match as far as it went. `stopped` says why, if it has no end by the rules."""

    match: Match
    players: tuple[str, ...]
    faults: tuple[Fault, ...]
    stopped: str
    records: tuple[SeatRecord, ...]

    @property
    def fault(self) -> Fault | None:
        """The first fault that ended the match or put a seat out."""
        return self.faults[0] if self.faults else None

    @property
    def is_annulled(self) -> bool:
        """Whether the match counts for nobody."""
        return any(fault.kind == BUSY for fault in self.faults)

    @property
    def verdict(self) -> str:
        """The reason of the game's outcome, `fault`, `stopped` (turn limit), `unfinished` (deadline) or
        `annulled` (the machine was too busy)."""
        outcome = self.match.outcome
        if outcome is not None:
            return outcome.reason
        if self.is_annulled:
            return ANNULLED
        return FAULT if self.faults else self.stopped

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won; where a fault ended the match, all without one."""
        guilty = {fault.seat for fault in self.faults}
        outcome = self.match.outcome
        if outcome is not None:
            return tuple(seat for seat in outcome.winners if seat not in guilty)
        if not self.faults or NOBODY in guilty:
            return ()
        return tuple(seat for seat in range(len(self.players)) if seat not in guilty)

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of each seat, at the end or as it stands."""
        outcome = self.match.outcome
        if outcome is not None:
            return outcome.scores
        return self.match.game.scores(self.match.state.array, 0, len(self.players))

    @property
    def ranks(self) -> tuple[int, ...]:
        """The place of each seat, from 1; those on a par share one. Who failed comes after all others."""
        guilty = set() if self.is_annulled else {fault.seat for fault in self.faults}
        by_score = self.match.outcome is not None and (len(self.players) > ENDING_SEATS or self.winners)

        def standing(seat: int) -> tuple[bool, bool, int]:
            return seat in guilty, seat not in self.winners, -self.scores[seat] if by_score else 0

        standings = [standing(seat) for seat in range(len(self.players))]
        return tuple(1 + sum(other < own for other in standings) for own in standings)

    @property
    def seats(self) -> tuple[SeatResult, ...]:
        """How it went for each seat."""
        return tuple(self._seat(seat) for seat in range(len(self.players)))

    def _seat(self, seat: int) -> SeatResult:
        record, spent = self.records[seat], self.records[seat].spent
        return SeatResult(
            seat=seat,
            player=self.players[seat],
            verdict=self._verdict_of(seat),
            rank=self.ranks[seat],
            score=int(self.scores[seat]),
            choices=len(record.numbers),
            wall=round(sum(one.wall for one in spent), 6),
            cpu=round(sum(one.cpu for one in spent), 6),
            waited=round(sum(one.waited for one in spent), 6),
            slowest=round(max((one.wall for one in spent), default=0.0), 6),
            late=record.late,
            strikes=record.strikes,
            excused=record.excused,
            fault=next((fault.text for fault in self.faults if fault.seat in (seat, NOBODY)), record.fault),
        )

    def _verdict_of(self, seat: int) -> str:
        if self.is_annulled:
            return ANNULLED
        if any(fault.seat == seat for fault in self.faults):
            return FAULT
        if seat in self.winners:
            return "won"
        if self.match.outcome is None and not self.winners:
            return self.stopped or FAULT
        return "lost" if self.winners or len(self.players) == 1 else "drawn"


AnyPlayer = Player | Bot


def run(
    game: Game,
    players: Sequence[AnyPlayer],
    seed: int,
    options: Any = None,
    clock: float = CLOCK,
    longest: int = LONGEST,
    dice_seed: int = 0,
    deadline: float = inf,
) -> Run:
    """Play a match until it ends, a bot fails, or the turn limit or deadline (a `time.time()`) is reached.

    A bot's mistake never raises. With one or two seats it ends the match; with more, the others play on, and
    the first legal choice is made for the seat that failed. The bots' dice have a seed of their own.
    """
    least, most = game.seats
    if not least <= len(players) <= most:
        raise HoplonError(f"{game.name} has {least} to {most} seats, not {len(players)}")
    match = Match(game, seed, options)
    seated = [player if isinstance(player, Player) else InProcess(player) for player in players]
    with ExitStack() as leaving:
        for seat, player in enumerate(seated):
            leaving.callback(player.leave)
            player.begin(Place(match.game, seat, len(seated), match.options, dice_seed, clock, longest))
        referee = Referee(match, seated)
        stopped = referee.play(longest, deadline)
        outcome = match.outcome
        reason = outcome.reason if outcome else referee.broken or stopped
        records = tuple(
            player.end(outcome, reason, partial(match.view, seat)) for seat, player in enumerate(seated)
        )
    return Run(match, tuple(p.name for p in seated), tuple(referee.faults), stopped, records)


class Referee:
    """Asks the players and plays what they choose."""

    def __init__(self, match: Match, players: Sequence[Player]) -> None:
        self.match = match
        self.players = players
        self.faults: list[Fault] = []
        self.out: set[int] = set()
        self.is_broken = False  # a fault ended the match
        # Players in this process think one after another anyway.
        self.together = match.game.simultaneous and any(not isinstance(p, InProcess) for p in players)

    @property
    def broken(self) -> str:
        """Why the match ended before its end by the rules; empty if it has not."""
        is_busy = any(fault.kind == BUSY for fault in self.faults)
        return (ANNULLED if is_busy else FAULT) if self.is_broken else ""

    def play(self, longest: int, deadline: float) -> str:
        """Play to the end; says why if it is not one by the rules."""
        match = self.match
        while not self.is_broken:
            seat = match.to_move
            if seat is None:
                break
            if len(match.choices) >= longest:
                return STOPPED
            if deadline < inf and time() > deadline:
                return UNFINISHED
            if self.together:
                self.play_round()
            else:
                self.play_choice(seat)
        return ""

    def play_choice(self, seat: int) -> None:
        """Ask one seat and play its choice."""
        match = self.match
        legal = match.legal()
        if seat in self.out:
            self.carry_out(seat, legal[0])
            return
        player = self.players[seat]
        draw = None
        if player.is_person:
            draw = partial(draw_for, match.game, match.state.array, 0, seat)
        try:
            player.ask(Question(match.view(seat), legal, len(match.choices) + 1, draw=draw))
            choice = player.answer()
        except BotFault as fault:
            self.blame(seat, fault)
            return
        self.carry_out(seat, choice)

    def carry_out(self, seat: int, choice: str) -> None:
        """Play a choice; one that is not legal is a fault."""
        try:
            self.match.play(choice)
        except IllegalChoice as error:
            self.blame(seat, error, choice)
        except RunawayChain as error:
            self.faults.append(Fault(NOBODY, len(self.match.choices) + 1, "rules", str(error)))
            self.is_broken = True

    def play_round(self) -> None:
        """Ask all seats of a turn at once, then play what they chose, in the order of the rules."""
        turn = Round(self.match)
        while asked := turn.questions():
            thinking = {seat: self.players[seat] for seat in asked if seat not in self.out}
            for seat, player in thinking.items():
                player.ask(asked[seat])
            answers: Mapping[int, str | BotFault] = answers_of(thinking)
            for seat, question in asked.items():
                answer = answers.get(seat, question.legal[0])
                try:
                    if isinstance(answer, BotFault):
                        raise answer
                    turn.take(seat, answer)
                except (BotFault, IllegalChoice) as fault:
                    self.blame(seat, fault, "" if isinstance(fault, BotFault) else str(answer))
                    turn.take(seat, question.legal[0])
            if self.is_broken:
                return
        for seat, choice in turn.choices():
            self.carry_out(seat, choice)
            if self.is_broken:
                return

    def blame(self, seat: int, error: BotFault | IllegalChoice, choice: str = "") -> None:
        """A seat has failed, or the machine."""
        turn = len(self.match.choices) + 1
        name = self.players[seat].name
        if isinstance(error, BotFault) and error.kind == BUSY:
            text = f"the machine was too busy in turn {turn}: {name} {error}"
            self.faults.append(Fault(NOBODY, turn, BUSY, text))
            self.is_broken = True
            return
        if isinstance(error, IllegalChoice):
            kind, text = "illegal", f"{name} chose in turn {turn}: {error}"
        elif error.kind == CRASH:
            kind, text = CRASH, f"{name} {error.args[0]}, in turn {turn}"
        else:
            kind, text = error.kind, f"{name} failed in turn {turn}: it {error}"
        record = self.players[seat].record
        if not record.fault:
            record.blame(kind, text, choice)
        self.faults.append(Fault(seat, turn, kind, text))
        self.out.add(seat)
        if len(self.players) <= ENDING_SEATS:
            self.is_broken = True
