"""One match between bots, in this process or as programs, with dice, a clock and a record of faults."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from math import inf
from pathlib import Path
from time import perf_counter, time
from traceback import extract_tb
from typing import Any

from hoplon.bots.dice import SeatDice
from hoplon.core.actions import NOBODY
from hoplon.core.bot import Bot
from hoplon.core.errors import HoplonError, IllegalChoice, RunawayChain
from hoplon.core.game import Game
from hoplon.core.match import Match
from hoplon.protocols.lines.process_bot import LONGEST, BotLog, ProcessBot
from hoplon.sandbox.faults import BotFault

CLOCK = 1.0


@dataclass(frozen=True)
class Fault:
    """What went wrong, in which turn, in a sentence.

    A bot raised an exception (`crash`), made an illegal choice (`illegal`) or failed as only programs do
    (the kinds in `sandbox/faults.py`); or the reactions of a turn did not end (`rules`), for which no seat is
    to blame.
    """

    seat: int
    turn: int
    kind: str
    text: str


@dataclass(frozen=True)
class Run:
    """A match as far as it went.

    `seconds` is each seat's total thinking time, `slowest` its longest choice, and `late` how many of its
    choices took longer than the clock allows: a bot in this process cannot be interrupted.
    """

    match: Match
    bots: tuple[str, ...]
    fault: Fault | None
    stopped: str
    seconds: tuple[float, ...]
    slowest: tuple[float, ...]
    late: tuple[int, ...]
    bot_logs: tuple[BotLog | None, ...] = ()

    @property
    def verdict(self) -> str:
        """The reason of the game's outcome, `fault`, `stopped` (turn limit) or `unfinished` (deadline)."""
        if self.fault is not None:
            return "fault"
        outcome = self.match.outcome
        return self.stopped if outcome is None else outcome.reason

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won; after a fault, all but the one at fault."""
        if self.fault is not None:
            if self.fault.seat == NOBODY:
                return ()
            return tuple(seat for seat in range(len(self.bots)) if seat != self.fault.seat)
        outcome = self.match.outcome
        return () if outcome is None else outcome.winners


def run(
    game: Game,
    bots: Sequence[Bot | ProcessBot],
    seed: int,
    options: Any = None,
    clock: float = CLOCK,
    longest: int = LONGEST,
    dice_seed: int = 0,
    deadline: float = inf,
) -> Run:
    """Play a match until it ends, a bot fails, or the turn limit or deadline (a `time.time()`) is reached.

    A bot's mistake never raises. The bots' dice have a seed of their own.
    """
    least, most = game.seats
    if not least <= len(bots) <= most:
        raise HoplonError(f"{game.name} has {least} to {most} seats, not {len(bots)}")
    match = Match(game, seed, options)
    dice = [SeatDice(dice_seed, seat) for seat in range(len(bots))]
    took: list[list[float]] = [[] for _ in bots]
    fault = None
    stopped = ""
    with ExitStack() as programs:
        for seat, bot in enumerate(bots):
            if isinstance(bot, ProcessBot):
                programs.callback(bot.leave)
                bot.begin(seat, len(bots), match.options, dice[seat], longest)
        while fault is None:
            mover = match.to_move
            if mover is None:
                break
            if len(match.choices) >= longest:
                stopped = "stopped"
                break
            if time() > deadline:
                stopped = "unfinished"
                break
            fault = _move(match, bots[mover], mover, dice[mover], clock, took[mover])
        reason = "fault" if fault else match.outcome.reason if match.outcome else stopped
        bot_logs = [bot.end(match.outcome, reason) if isinstance(bot, ProcessBot) else None for bot in bots]
    return Run(
        match,
        tuple(b.name for b in bots),
        fault,
        stopped,
        tuple(sum(times) for times in took),
        tuple(max(times, default=0.0) for times in took),
        tuple(sum(seconds > clock for seconds in times) for times in took),
        tuple(bot_logs),
    )


def _move(
    match: Match, bot: Bot | ProcessBot, seat: int, dice: SeatDice, clock: float, took: list[float]
) -> Fault | None:
    """Ask a bot for its choice and play it."""
    turn = len(match.choices) + 1
    view, legal = match.view(seat), match.legal()
    began = perf_counter()
    try:
        choice = str(bot.choose(view, legal, dice, clock))
    except BotFault as error:
        return Fault(seat, turn, error.kind, f"{bot.name} failed in turn {turn}: it {error}")
    except Exception as error:
        last = extract_tb(error.__traceback__)[-1]
        where = f"{Path(last.filename).name}, line {last.lineno}"
        text = f"{bot.name} raised {type(error).__name__} in turn {turn}: {error} ({where})"
        return Fault(seat, turn, "crash", text)
    finally:
        took.append(perf_counter() - began)
    try:
        match.play(choice)
    except IllegalChoice as error:
        fault = Fault(seat, turn, "illegal", f"{bot.name} chose in turn {turn}: {error}")
        if isinstance(bot, ProcessBot):
            bot.blame(fault.kind, fault.text, choice)
        return fault
    except RunawayChain as error:
        return Fault(NOBODY, turn, "rules", str(error))
    return None
