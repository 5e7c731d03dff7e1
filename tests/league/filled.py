"""Small leagues whose matches were really played, written into the tables without a worker."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count, permutations
from pathlib import Path
from typing import Any

from sqlalchemy import update

from hoplon.bots import bot as find_bot
from hoplon.core.bot import Bot, Dice
from hoplon.core.choices import Choice, Choices
from hoplon.core.replay import write
from hoplon.games import game
from hoplon.league.entries import DONE, OPEN, PLAYING, League
from hoplon.league.settings import Settings
from hoplon.league.store import Entrant, Store
from hoplon.league.tables import attempts, pairing_seats, pairings, results, versions
from hoplon.protocols.in_process import InProcess
from hoplon.referee.record_file import as_json
from hoplon.referee.run import Run, run

STDERR = """Traceback (most recent call last):
  File "/home/somebody/bots/{name}/main.py", line 7
KeyError: 'wall'
"""
MADE = 1_790_000_000.0  # when the first match began
PATIENT = 60.0  # seconds for a choice: rules may have to be compiled first


@dataclass(frozen=True)
class Entry:
    """A bot: as good as a strong one that often, otherwise at random; it may crash in some matches."""

    name: str
    skill: float = 0.0
    crashes: bool = False
    kind: str = "command"


class Mixed(Bot):
    """Now and then as good as another bot, otherwise at random."""

    def __init__(self, entry: Entry, strong: Bot | None) -> None:
        self.entry, self.strong = entry, strong
        self.name = f"python3 /home/somebody/bots/{entry.name}/main.py"
        self.turns = 0

    def forget(self) -> None:
        self.turns = 0
        if self.strong:
            self.strong.forget()

    def choose(self, view: Any, legal: Choices, dice: Dice, clock: float) -> Choice:
        self.turns += 1
        if self.entry.crashes and self.turns == 5 and dice.below(2):
            raise KeyError("wall")
        if self.strong and dice.below(1000) < 1000 * self.entry.skill:
            return self.strong.choose(view, legal, dice, clock)
        return legal[dice.below(len(legal))]


class Filling:
    """Writes a league, match by match."""

    def __init__(
        self,
        where: Path | str,
        name: str,
        game_name: str,
        entries: Sequence[Entry],
        strong: str = "",
        options: Sequence[tuple[str, str]] = (),
        format: str = "round-robin",
    ) -> None:
        self.store = Store(str(where), is_new=True)
        found = game(game_name)
        settings = Settings(paired=True, trial=0)
        self.league: League = self.store.add_league(name, game_name, found.version, options, format, settings)
        self.players: dict[int, InProcess] = {}
        for entry in entries:
            self.join(entry, find_bot(strong, game_name) if strong and entry.skill else None)
        self.numbers = count(1)

    def join(self, entry: Entry, strong: Bot | None = None) -> int:
        """A bot, or a new version of one."""
        source = f"python3 /home/somebody/bots/{entry.name}/main.py"
        entrant = Entrant(entry.kind, source, f"{len(self.players):064x}")
        made = self.store.add_version(self.league, entry.name, entrant)
        assert made is not None
        with self.store.changing() as connection:
            connection.execute(update(versions).where(versions.c.id == made.id).values(state=PLAYING))
        self.players[made.id] = InProcess(Mixed(entry, strong))
        return made.id

    def round_robin(self, seeds: Sequence[int]) -> None:
        """Everybody meets everybody on each seed, at each seat."""
        seats = len(self.league.seats)
        for seed in seeds:
            for seated in permutations(self.players, seats):
                self.play(seated, seed)

    def play(self, seated: Sequence[int], seed: int, stage: int = 1) -> int:
        """Play one match and write it down; the id of its attempt."""
        league = self.league
        options = league.found.options.from_text(dict(league.options))
        number = next(self.numbers)
        done = run(
            league.found, [self.players[one] for one in seated], seed, options, PATIENT, dice_seed=number
        )
        for seat, record in enumerate(done.records):
            if record.fault:
                entry = self.players[seated[seat]].bot.entry  # type: ignore[attr-defined]
                record.errors.append((record.numbers[-1], STDERR.format(name=entry.name)))
        return self.keep(seated, seed, done, number, stage)

    def keep(self, seated: Sequence[int], seed: int, done: Run, number: int, stage: int = 1) -> int:
        """Write down a match."""
        league = self.league
        block = f"{seed} {' '.join(map(str, sorted(seated)))}"
        with self.store.changing() as connection:
            pairing = connection.execute(
                pairings.insert().values(
                    league=league.id, number=number, stage=stage, seed=seed, block=block, state=DONE,
                    reason="", needs="", attempt=1, worker="", until=0.0,
                )
            ).inserted_primary_key[0]  # type: ignore[index]  # fmt: skip
            attempt = connection.execute(
                attempts.insert().values(
                    league=league.id, pairing=pairing, attempt=1, worker="", began=MADE + 60 * number,
                    ended=MADE + 60 * number + 30, counts=True, again="", reason=done.verdict,
                    turns=len(done.match.choices), measure=0, arena="",
                    file=zlib.compress(write(done.match).encode()),
                    record=zlib.compress(json.dumps(as_json(done.records)).encode()),
                )
            ).inserted_primary_key[0]  # type: ignore[index]  # fmt: skip
            for seat, version in enumerate(seated):
                connection.execute(pairing_seats.insert().values(pairing=pairing, seat=seat, version=version))
                row = vars(replace(done.seats[seat], player=""))
                row.pop("player")
                connection.execute(
                    results.insert().values(**row, pairing=pairing, league=league.id, version=version)
                )
        return int(attempt)

    def open_pairing(self, seated: Sequence[int], seed: int) -> None:
        """Somebody is still to play."""
        with self.store.changing() as connection:
            pairing = connection.execute(
                pairings.insert().values(
                    league=self.league.id, number=next(self.numbers), stage=1, seed=seed, block="",
                    state=OPEN, reason="", needs="", attempt=0, worker="", until=0.0,
                )
            ).inserted_primary_key[0]  # type: ignore[index]  # fmt: skip
            for seat, version in enumerate(seated):
                connection.execute(pairing_seats.insert().values(pairing=pairing, seat=seat, version=version))

    def close(self) -> None:
        """Let go of the database."""
        self.store.close()


DUEL = (
    Entry("anna", 0.7),
    Entry("Björn", 0.35),
    Entry("chance", kind="builtin"),
    Entry("doris", 0.2, crashes=True),
)


def duels(where: Path | str, seeds: Sequence[int] = (1, 2)) -> Filling:
    """Four bots of different strengths in card battles, two at a time; one of them crashes."""
    filling = Filling(where, "Evening cup", "cardbattle", DUEL, "judge")
    filling.round_robin(seeds)
    return filling


CLASS = ("anna", "Björn", "chance", "doris", "Eudoxia", "frank_the_tank", "gamma-ray", "Hipparchia", "iris")


def class_cup(where: Path | str) -> Filling:
    """Nine bots of as many strengths on a map, not all of whose matches are played yet."""
    entries = [
        Entry(
            name, n * 4 % 9 / 11, crashes=name == "doris", kind="builtin" if name == "chance" else "package"
        )
        for n, name in enumerate(CLASS)
    ]
    filling = Filling(where, "Class 4b", "hexabomb", entries, "hunter")
    filling.round_robin((1,))
    first, second, *_ = filling.players
    for seed in range(2, 20):
        filling.open_pairing((first, second), seed)
    return filling
