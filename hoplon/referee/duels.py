"""Many matches between two bots: the same seeds, on several cores, one row for each match."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from pathlib import Path

from hoplon.bots import bot
from hoplon.core.bot import Bot
from hoplon.core.errors import BadOption
from hoplon.core.replay import write
from hoplon.games import game
from hoplon.protocols.lines.command import is_command
from hoplon.referee.results import file_name, put
from hoplon.referee.run import CLOCK, run
from hoplon.referee.series import serve_parent, write_options

LONGEST = 20_000  # choices; a battle has a few hundred
NOBODY = ""


@dataclass(frozen=True)
class Duel:
    """One match to play: a bot in each seat, on a seed. `options` are strings, as in a match file."""

    game: str
    bots: tuple[str, str]
    seed: int
    options: tuple[tuple[str, str], ...] = ()
    clock: float = CLOCK
    longest: int = LONGEST
    folder: str = ""


@dataclass(frozen=True)
class DuelRow:
    """The result of a match between two bots; `winner` is the name of a bot, or empty."""

    game: str
    first: str
    second: str
    seed: int
    options: str
    verdict: str
    winner: str
    turns: int
    seconds_first: float
    seconds_second: float
    slowest: float
    fault: str = ""

    @property
    def key(self) -> tuple[str, str, int]:
        """Identifies a match within its series."""
        return self.first, self.second, self.seed


def play(duel: Duel) -> DuelRow:
    """Play one match and save its file if the job names a folder. A bot that fails loses."""
    found = game(duel.game)
    options = found.options.from_text(dict(duel.options))
    bots = [find_bot(name, duel.game) for name in duel.bots]
    done = run(found, bots, duel.seed, options, duel.clock, duel.longest, dice_seed=duel.seed)
    if duel.folder:
        put(Path(duel.folder) / match_file(duel), write(done.match))
    winners = done.winners
    if done.fault and done.fault.seat >= 0:
        winners = (1 - done.fault.seat,)
    return DuelRow(
        game=duel.game,
        first=duel.bots[0],
        second=duel.bots[1],
        seed=duel.seed,
        options=write_options(duel.options),
        verdict=done.verdict,
        winner=duel.bots[winners[0]] if len(winners) == 1 else NOBODY,
        turns=len(done.match.choices),
        seconds_first=round(done.seconds[0], 3),
        seconds_second=round(done.seconds[1], 3),
        slowest=round(max(done.slowest), 3),
        fault=done.fault.text if done.fault else "",
    )


def match_file(duel: Duel) -> str:
    """The name of the match file of a match."""
    return f"{duel.game}-{file_name(duel.bots[0])}-{file_name(duel.bots[1])}-{duel.seed}.hoplon"


@cache
def find_bot(text: str, name: str) -> Bot:
    """One bot for a process; programs of their own cannot play games for two yet."""
    if is_command(text):
        raise BadOption(f"{text!r} is a program; matches between two bots are for the bots of Hoplon")
    return bot(text, name)


def duels_of(
    name: str,
    pairs: Sequence[tuple[str, str]],
    seeds: Sequence[int],
    options: tuple[tuple[str, str], ...],
    clock: float,
    longest: int,
    folder: str,
    paired: bool,
) -> list[Duel]:
    """The matches of a series; paired, each seed is played again with the seats swapped."""
    seated = list(pairs)
    if paired:
        seated += [(second, first) for first, second in pairs]
    return [Duel(name, bots, seed, options, clock, longest, folder) for seed in seeds for bots in seated]


def play_all(duels: Sequence[Duel], processes: int) -> Iterator[DuelRow]:
    """Play all matches, in any order. Bad bots and options are refused before the first."""
    for one in {(duel.game, duel.bots, duel.options): duel for duel in duels}.values():
        game(one.game).options.from_text(dict(one.options))
        for name in one.bots:
            find_bot(name, one.game)
    if processes == 1 or len(duels) < 2:
        yield from map(play, duels)
        return
    pool = ProcessPoolExecutor(processes, get_context("spawn"), serve_parent, (os.getpid(),))
    try:
        for done in as_completed([pool.submit(play, duel) for duel in duels]):
            yield done.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
