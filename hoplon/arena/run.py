"""One match, played by bots in this process: seats, dice, a clock, and what goes wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from hoplon.core.bot import Bot
from hoplon.core.dice import below, stream
from hoplon.core.errors import HoplonError
from hoplon.core.game import Game
from hoplon.core.match import Match

BOT_DICE = 0x424F54
LONGEST = 2000
CLOCK = 1.0


class SeatDice:
    """The dice of one seat. They have their own seed, so nothing about the match's dice can be learnt."""

    def __init__(self, seed: int, seat: int) -> None:
        self._key = stream(seed, BOT_DICE, seat)
        self._drawn = 0

    def below(self, sides: int) -> int:
        """One of 0 … sides - 1."""
        self._drawn += 1
        return int(below(self._key, self._drawn - 1, sides))


@dataclass(frozen=True)
class Fault:
    """What a bot did wrong: `crash` or `illegal`, in which turn, in a sentence."""

    seat: int
    turn: int
    kind: str
    text: str


@dataclass(frozen=True)
class Run:
    """A match as far as it went. `slowest` and `seconds` are the time each seat took, for one choice and in all."""

    match: Match
    bots: tuple[str, ...]
    fault: Fault | None
    seconds: tuple[float, ...]
    slowest: tuple[float, ...]

    @property
    def verdict(self) -> str:
        """The reason of the game's outcome, `fault`, or `stopped` at the turn limit."""
        if self.fault is not None:
            return "fault"
        outcome = self.match.outcome
        return "stopped" if outcome is None else outcome.reason

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won."""
        outcome = self.match.outcome
        return () if outcome is None or self.fault is not None else outcome.winners


def run(
    game: Game,
    bots: Sequence[Bot],
    seed: int,
    options: Any = None,
    clock: float = CLOCK,
    longest: int = LONGEST,
    dice_seed: int = 0,
) -> Run:
    """Play a match to its end, to a bot's fault or to the turn limit; a bot's mistake never raises."""
    least, most = game.seats
    if not least <= len(bots) <= most:
        raise HoplonError(f"{game.name} has {least} to {most} seats, not {len(bots)}")
    match = Match(game, seed, options)
    dice = [SeatDice(dice_seed, seat) for seat in range(len(bots))]
    seconds = [0.0] * len(bots)
    slowest = [0.0] * len(bots)
    fault = None
    while len(match.choices) < longest:
        seat = match.to_move
        if seat is None:
            break
        began = perf_counter()
        fault = _move(match, bots[seat], seat, dice[seat], clock)
        took = perf_counter() - began
        seconds[seat] += took
        slowest[seat] = max(slowest[seat], took)
        if fault is not None:
            break
    return Run(match, tuple(b.name for b in bots), fault, tuple(seconds), tuple(slowest))


def _move(match: Match, bot: Bot, seat: int, dice: SeatDice, clock: float) -> Fault | None:
    """Ask a bot for its choice and play it."""
    turn = len(match.choices) + 1
    try:
        choice = bot.choose(match.view(seat), match.legal(), dice, clock)
    except Exception as error:
        text = f"{bot.name} raised {type(error).__name__} in turn {turn}: {error}"
        return Fault(seat, turn, "crash", text)
    try:
        match.play(str(choice))
    except HoplonError as error:
        return Fault(seat, turn, "illegal", f"{bot.name} chose in turn {turn}: {error}")
    return None
