"""What a league consists of: the league, its bots, and their versions, as they are in the database."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property

from sqlalchemy import RowMapping

from hoplon.core.game import Game
from hoplon.games import game
from hoplon.league.settings import Settings, read_settings

# States of a bot.
IN, DISQUALIFIED, WITHDRAWN = "in", "disqualified", "withdrawn"
# States of a version. Results of one that is set aside stay, and count for nobody else.
TRIAL, PLAYING, ASIDE, REPLACED = "trial", "playing", "aside", "replaced"
# States of a pairing.
OPEN, LEASED, DONE, VOID = "open", "leased", "done", "void"
# Kinds of versions: how they are played.
BUILTIN, PYTHON, COMMAND, PACKAGE = "builtin", "python", "command", "package"
NETWORK, NETORCAI, REMOTE, PERSON = "network", "netorcai", "remote", "person"
KINDS = (BUILTIN, PYTHON, COMMAND, PACKAGE, NETWORK, NETORCAI, REMOTE, PERSON)
AWAY = (REMOTE, PERSON)  # only an arena can ask them
TRIAL_STAGE = 0
BYE = "bye"  # what a pairing needs that nobody plays; `REMOTE`: what only an arena can play


@dataclass(frozen=True)
class League:
    """A tournament: one game, its options, a format, and how matches are played."""

    id: str
    name: str
    game: str
    rules: int
    options: tuple[tuple[str, str], ...]
    format: str
    settings: Settings
    secret: str
    made: float
    closed: float | None

    @cached_property
    def found(self) -> Game:
        """The game; UnknownGame if it is not installed."""
        return game(self.game)

    @cached_property
    def kept(self) -> dict[int, str]:
        """The seats that the game keeps for bots of its own, and which."""
        return self.found.bots_kept(self.found.options.from_text(dict(self.options)))

    @cached_property
    def seats(self) -> tuple[int, ...]:
        """The seats that bots of the league take."""
        count = self.found.seat_count(self.found.options.from_text(dict(self.options)))
        return tuple(seat for seat in range(count) if seat not in self.kept)


@dataclass(frozen=True)
class Bot:
    """Who takes part, under one name, with one version after another."""

    id: str
    league: str
    name: str
    number: int
    owner: str
    state: str
    reason: str
    made: float


@dataclass(frozen=True)
class Version:
    """A bot as it was when it was added: it never changes. `name` is that of the bot."""

    id: int
    bot: str
    name: str
    league: str
    number: int
    kind: str
    source: str
    digest: str
    state: str
    reason: str
    prior: int | None
    made: float
    played: int
    faults: int
    bot_number: int
    bot_state: str

    @property
    def label(self) -> str:
        """What it is called where versions are told apart."""
        return self.name if self.number == 1 else f"{self.name} {self.number}"

    @property
    def is_paired(self) -> bool:
        """Whether it is given matches against others."""
        return self.state == PLAYING and self.bot_state == IN

    @property
    def counts(self) -> bool:
        """Whether its results count for others: not if it was set aside or disqualified."""
        return self.state in (PLAYING, REPLACED) and self.bot_state != DISQUALIFIED


def league_of(row: RowMapping) -> League:
    """A league from its row."""
    return League(
        id=row["id"],
        name=row["name"],
        game=row["game"],
        rules=row["rules"],
        options=tuple((name, text) for name, text in json.loads(row["options"])),
        format=row["format"],
        settings=read_settings(row["settings"]),
        secret=row["secret"],
        made=row["made"],
        closed=row["closed"],
    )
