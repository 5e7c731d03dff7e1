"""The matches that puzzles are looked for in: of bots on seeds, or in match files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from random import Random

import hoplon
from hoplon.bots import bot
from hoplon.bots.dice import SeatDice
from hoplon.core.errors import BadOption, HoplonError
from hoplon.core.game import Game
from hoplon.core.match import Match
from hoplon.core.themes import Source, themes_of

LONGEST = 1500  # choices of a match
APART = 1_000_000  # matches of one seed
CLOCK = 1e6
SUFFIX = ".hoplon"


@dataclass(frozen=True)
class Dig:
    """One match to look for puzzles in: of bots on a seed, or in a file."""

    game: str
    number: int
    seed: int = 0
    source: Source | None = None
    file: str = ""

    def __str__(self) -> str:
        if self.source is None:
            return Path(self.file).name
        options = "".join(f" {name}={value}" for name, value in self.source.options.items())
        slips = f" slips={self.source.slips}" if self.source.slips else ""
        return f"{','.join(self.source.bots)}{slips}{options} seed={self.seed}"

    @property
    def seat(self) -> int | None:
        """Whose choices are looked at, if not all."""
        return self.source.seat if self.source else None

    def match(self) -> Match:
        """The match, played or read."""
        if self.source is None:
            match = hoplon.load(Path(self.file))
            if match.game.name != self.game:
                raise BadOption(f"{self.file} is a match of {match.game.name}; expected {self.game}")
            return match
        return played(hoplon.game(self.game), self.source, self.seed)


def played(game: Game, source: Source, seed: int) -> Match:
    """A match of bots that make a random choice now and then, so that they get into trouble."""
    match = Match(game, seed, game.options.from_text(source.options))
    seats = match.game.seat_count(match.options)
    names = source.bots * seats if len(source.bots) == 1 else source.bots
    if len(names) < seats:
        raise BadOption(f"there are {len(names)} bots for {seats} seats: {', '.join(names)}")
    bots = [bot(name, match.game) for name in names[:seats]]
    dice = [SeatDice(seed, seat) for seat in range(seats)]
    slips = Random(seed)
    for one in bots:
        one.forget()
    while (seat := match.to_move) is not None and len(match.choices) < LONGEST:
        legal = match.legal()
        choice = bots[seat].choose(match.view(seat), legal, dice[seat], CLOCK)
        if slips.randrange(100) < source.slips:
            choice = legal[slips.randrange(len(legal))]
        match.play(choice)
    return match


def digs_of(game: Game, wanted: str, seed: int) -> Iterator[Dig]:
    """The matches to look in, one after another.

    `wanted` is a folder of match files, bots such as `learned,greedy`, or empty: the game's own list.
    """
    if wanted and Path(wanted).is_dir():
        files = sorted(Path(wanted).glob(f"*{SUFFIX}"))
        if not files:
            raise BadOption(f"--from {wanted} holds no match files; expected some that end in {SUFFIX}")
        yield from (Dig(game.name, number, file=str(path)) for number, path in enumerate(files))
        return
    sources = themes_of(game).sources
    if wanted:
        sources = tuple(replace(one, bots=tuple(wanted.split(","))) for one in sources)
    if not sources:
        raise HoplonError(f"{game.name} does not say which matches puzzles are looked for in")
    for number in count():
        yield Dig(game.name, number, seed * APART + number, sources[number % len(sources)])
