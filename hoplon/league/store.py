"""Leagues in a database: SQLite by a path, PostgreSQL by a URL, perhaps beside the matches of an arena.

`Store` holds what is said once: leagues, bots, versions. Giving out pairings and taking results is in
`queue.py`, what is said about results in `report.py`. Several processes may have one database open; times are
those of the database.
"""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, Select, func, select, update

from hoplon.core.errors import BadOption, HoplonError, hint
from hoplon.core.folders import BESIDE
from hoplon.league.database import SQLITE, failing_as_one_sentence, named_of, now_of, open_engine, writing
from hoplon.league.entries import (
    AWAY,
    DISQUALIFIED,
    IN,
    LEASED,
    OPEN,
    PLAYING,
    REMOTE,
    REPLACED,
    TRIAL,
    VOID,
    WITHDRAWN,
    Bot,
    League,
    Version,
    league_of,
)
from hoplon.league.migrations import migrate
from hoplon.league.names import address_of, check_name
from hoplon.league.settings import Settings
from hoplon.league.tables import bots, events, leagues, pairing_seats, pairings, versions

DAY = 86_400.0
MOST_NEW = 20  # versions of a bot in a day, where they come from outside: in the leagues of an arena


class TooOften(HoplonError):
    """A bot has had too many versions; `wait` is in how many seconds it may have another."""

    def __init__(self, text: str, wait: float) -> None:
        super().__init__(text)
        self.wait = wait


@dataclass(frozen=True)
class Entrant:
    """What a version plays with, before it is in a league: see `sources.py`."""

    kind: str
    source: str
    digest: str
    bundle: bytes | None = None


@dataclass(frozen=True)
class Event:
    """Something that happened, for people."""

    number: int
    at: float
    kind: str
    bot: str
    text: str


class Store:
    """The database of leagues. Whatever it has against a question is a HoplonError of one sentence."""

    def __init__(self, where: str, is_new: bool = False) -> None:
        """Open a database: a path, or a URL; `is_new` if it need not be there yet."""
        self.where = where
        self.named = named_of(where)
        self.engine: Engine = open_engine(where, is_new)
        self.now = now_of(self.engine)
        try:
            with failing_as_one_sentence(self.named):
                migrate(self.engine)
        except HoplonError:
            self.engine.dispose()
            raise

    @property
    def files(self) -> list[Path]:
        """The files of the database, if it is in files: no program may see them."""
        name = self.engine.url.database
        if self.engine.dialect.name != SQLITE or not name or name.startswith((":", "file:")):
            return []
        return [Path(os.path.abspath(name + end)) for end in BESIDE]

    @classmethod
    def beside(cls, engine: Engine) -> Store:
        """The leagues in a database that this process has open already; its tables are up to date.

        A second look at the file would lose SQLite's locks, which are those of the whole process.
        """
        made = cls.__new__(cls)
        made.where = engine.url.render_as_string(hide_password=False)
        made.named, made.engine, made.now = named_of(made.where), engine, now_of(engine)
        return made

    def close(self) -> None:
        """Let go of the database."""
        self.engine.dispose()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection to read with."""
        with failing_as_one_sentence(self.named), self.engine.connect() as connection:
            yield connection

    @contextmanager
    def changing(self) -> Iterator[Connection]:
        """A transaction: all of it happens, or nothing."""
        with failing_as_one_sentence(self.named), self.engine.connect() as connection, writing(connection):
            yield connection

    # Leagues.

    def leagues(self) -> list[League]:
        """All leagues, the oldest first."""
        with self.reading() as connection:
            rows = connection.execute(select(leagues).order_by(leagues.c.made, leagues.c.id)).mappings().all()
        return [league_of(row) for row in rows]

    def league(self, named: str = "") -> League:
        """The league of this name or id; the only one if none is named."""
        found = self.leagues()
        if not found:
            raise BadOption(f"the database {self.named!r} has no league; 'hoplon league new' makes one")
        if not named:
            if len(found) > 1:
                several = ", ".join(league.name for league in found)
                raise BadOption(
                    f"the database {self.named!r} has {len(found)} leagues; expected --league with one of "
                    f"{several}"
                )
            return found[0]
        for league in found:
            if named in (league.id, league.name):
                return league
        names = [league.name for league in found]
        otherwise = f"it has {', '.join(names)}"
        raise BadOption(
            f"the database {self.named!r} has no league {named!r}; {hint(named, names, otherwise)}"
        )

    def add_league(
        self,
        name: str,
        game: str,
        rules: int,
        options: Sequence[tuple[str, str]],
        format: str,
        settings: Settings,
        is_secret: bool = False,
    ) -> League:
        """Make a league; BadOption if the name is taken."""
        check_name(name, "league")
        row = {
            "id": address_of(name),
            "name": name,
            "game": game,
            "rules": rules,
            "options": json.dumps(list(options)),
            "format": format,
            "settings": settings.as_json(),
            "secret": secrets.token_hex(32) if is_secret else "",
            "token": "",
            "settled": 0,
        }
        with self.changing() as connection:
            taken = connection.execute(select(leagues.c.name).where(leagues.c.id == row["id"])).scalar()
            if taken is not None:
                raise BadOption(
                    f"the database {self.named!r} has a league {taken!r} already; choose another name"
                )
            connection.execute(leagues.insert().values(**row, made=self.now))
        return self.league(str(row["id"]))

    def close_league(self, league: League, closed: bool = True) -> None:
        """Pair no more, or again."""
        with self.changing() as connection:
            when = self.now if closed else None
            connection.execute(update(leagues).where(leagues.c.id == league.id).values(closed=when))
            self.note(connection, league, "closed" if closed else "opened", "", "")

    def set_token(self, league: League, digest: str) -> None:
        """The hash of the word that workers elsewhere say; empty: none may work."""
        with self.changing() as connection:
            connection.execute(update(leagues).where(leagues.c.id == league.id).values(token=digest))

    def token(self, league: League) -> str:
        """The hash of the word that workers elsewhere say."""
        with self.reading() as connection:
            return str(connection.execute(select(leagues.c.token).where(leagues.c.id == league.id)).scalar())

    # Bots and their versions.

    def bots(self, league: League) -> list[Bot]:
        """All bots, in the order of joining."""
        wanted = select(bots).where(bots.c.league == league.id).order_by(bots.c.number)
        with self.reading() as connection:
            return [Bot(**row) for row in connection.execute(wanted).mappings()]

    def bot(self, league: League, name: str) -> Bot:
        """The bot of this name or id; BadOption if there is none."""
        found = self.bots(league)
        for bot in found:
            if name in (bot.name, bot.id):
                return bot
        names = [bot.name for bot in found]
        otherwise = f"it has {', '.join(names) or 'none'}"
        raise BadOption(f"the league {league.name} has no bot {name!r}; {hint(name, names, otherwise)}")

    def versions(self, league: League) -> list[Version]:
        """All versions of all bots, in the order of joining; those of one bot together."""
        with self.reading() as connection:
            return versions_in(connection, league)

    def version(self, number: int) -> Version:
        """The version with this id; BadOption if there is none."""
        with self.reading() as connection:
            row = connection.execute(_versions().where(versions.c.id == number)).mappings().first()
        if row is None:
            raise BadOption(f"the database {self.named!r} has no version {number}")
        return Version(**row)

    def bundle(self, version: int) -> bytes | None:
        """The zip file of a package."""
        with self.reading() as connection:
            return connection.execute(select(versions.c.bundle).where(versions.c.id == version)).scalar()

    def add_version(
        self, league: League, name: str, entrant: Entrant, owner: str = "", keeps_prior: bool = False
    ) -> Version | None:
        """A new bot, or a new version of one, which starts clean; None if nothing has changed.

        With `keeps_prior` its predecessor's rating is where its own begins. The predecessor plays no more.
        An owner has one bot in a league, whatever it is called.
        """
        check_name(name, "bot")
        with self.changing() as connection:
            hold(connection, league)
            known = select(bots).where(bots.c.league == league.id)
            named = connection.execute(known.where(bots.c.name == name)).mappings().first()
            owned = connection.execute(known.where(bots.c.owner == owner)).mappings().first()
            bot = owned if owner and owned else named
            if bot is None:
                bot_id = self._add_bot(connection, league, name, owner)
                number, prior = 1, None
            else:
                bot_id = bot["id"]
                if bot["state"] != IN:
                    raise BadOption(
                        f"the bot {name!r} is {bot['state']}: {bot['reason'] or 'no reason given'}"
                    )
                if owner != bot["owner"]:
                    raise BadOption(f"the name {name!r} is taken in the league {league.name}")
                last = connection.execute(
                    select(versions.c.id, versions.c.number, versions.c.digest, versions.c.kind)
                    .where(versions.c.bot == bot_id)
                    .order_by(versions.c.number.desc())
                ).first()
                assert last is not None, "a bot has a version"
                if (last.digest, last.kind) == (entrant.digest, entrant.kind) and entrant.digest:
                    return None
                number, prior = last.number + 1, last.id if keeps_prior else None
                if owner and league.settings.arena:
                    self._check_often(connection, bot_id, name)
                self._retire(connection, league, bot_id, f"replaced by version {number}")
            row = {
                "bot": bot_id,
                "league": league.id,
                "number": number,
                "kind": entrant.kind,
                "source": entrant.source,
                "digest": entrant.digest,
                "bundle": entrant.bundle,
                "state": state_of_new(league, entrant),
                "reason": "",
                "prior": prior,
                "played": 0,
                "faults": 0,
            }
            made = connection.execute(versions.insert().values(**row, made=self.now))
            self.note(connection, league, "joined", bot_id, f"version {number}: {entrant.source}")
            version = int(made.inserted_primary_key[0])  # type: ignore[index]
        return self.version(version)

    def _add_bot(self, connection: Connection, league: League, name: str, owner: str) -> str:
        """A new bot; its id is made from its name, with a number if that is taken."""
        plain = f"{league.id}-{address_of(name)}"
        rows = connection.execute(select(bots.c.id).where(bots.c.id.startswith(plain, autoescape=True)))
        taken = {str(found) for (found,) in rows}
        made = next(
            one for n in range(1, len(taken) + 2) if (one := plain if n == 1 else f"{plain}-{n}") not in taken
        )
        last = connection.execute(select(func.max(bots.c.number)).where(bots.c.league == league.id)).scalar()
        row = {"league": league.id, "name": name, "number": (last or 0) + 1, "owner": owner}
        connection.execute(bots.insert().values(id=made, **row, state=IN, reason="", made=self.now))
        return made

    def _check_often(self, connection: Connection, bot: str, name: str) -> None:
        """Refuse a bot another version if it had many within a day: everybody could fill the database."""
        recent = select(versions.c.made).where(versions.c.bot == bot, versions.c.made > self.now - DAY)
        recent = recent.order_by(versions.c.made.desc()).limit(MOST_NEW)
        made = [float(one) for (one,) in connection.execute(recent)]
        if len(made) == MOST_NEW:
            wait = made[-1] + DAY - connection.execute(select(self.now)).scalar_one()
            raise TooOften(f"{name} has had {MOST_NEW} versions within a day", max(1.0, wait))

    def _retire(self, connection: Connection, league: League, bot: str, why: str) -> None:
        """The versions of a bot play no more, and what they have not played is void.

        What an arena plays already counts: else whoever is losing would declare another version.
        """
        playing = versions.c.state.in_((TRIAL, PLAYING))
        connection.execute(
            update(versions).where(versions.c.bot == bot, playing).values(state=REPLACED, reason=why)
        )
        mine = select(versions.c.id).where(versions.c.bot == bot)
        void_pairings(connection, mine, why, keeps_running=bool(league.settings.arena))

    def disqualify(self, league: League, name: str, reason: str) -> int:
        """Exclude a bot: its results count for nobody else; how many pairings that made void."""
        return self._exclude(league, name, DISQUALIFIED, reason)

    def withdraw(self, league: League, name: str, reason: str = "") -> int:
        """A bot leaves: its results stay; how many pairings that made void."""
        return self._exclude(league, name, WITHDRAWN, reason)

    def _exclude(self, league: League, name: str, state: str, reason: str) -> int:
        bot = self.bot(league, name)
        if bot.state == state:
            raise BadOption(f"the bot {name!r} is {state} already: {bot.reason or 'no reason given'}")
        with self.changing() as connection:
            hold(connection, league)
            connection.execute(update(bots).where(bots.c.id == bot.id).values(state=state, reason=reason))
            mine = select(versions.c.id).where(versions.c.bot == bot.id)
            count = void_pairings(connection, mine, f"{bot.name} is {state}")
            self.note(connection, league, state, bot.id, reason)
        return count

    # Events.

    def note(self, connection: Connection, league: League, kind: str, bot: str, text: str) -> None:
        """Write down that something happened."""
        row = {"league": league.id, "kind": kind, "bot": bot, "text": text}
        connection.execute(events.insert().values(**row, at=self.now))

    def events(self, league: League, most: int = 100, since: int = 0) -> list[Event]:
        """What happened last, after the event with this number, the latest first."""
        wanted = select(events.c.id.label("number"), events.c.at, events.c.kind, events.c.bot, events.c.text)
        later = (events.c.league == league.id) & (events.c.id > since)
        wanted = wanted.where(later).order_by(events.c.id.desc()).limit(most)
        with self.reading() as connection:
            return [Event(**row) for row in connection.execute(wanted).mappings()]


def hold(connection: Connection, league: League) -> None:
    """Change the pairings of a league one after another: SQLite lets only one write anyway, and elsewhere
    two might each wait for what the other has."""
    connection.execute(select(leagues.c.id).where(leagues.c.id == league.id).with_for_update())


def state_of_new(league: League, entrant: Entrant) -> str:
    """Whether a version is tried first; programs elsewhere and people are not."""
    is_tried = league.settings.trial > 0 and entrant.kind not in AWAY
    return TRIAL if is_tried else PLAYING


def _versions() -> Select[Any]:
    kept = [column for column in versions.c if column.name != "bundle"]
    named = (bots.c.name, bots.c.number.label("bot_number"), bots.c.state.label("bot_state"))
    return select(*kept, *named).join(bots, bots.c.id == versions.c.bot)


def versions_in(connection: Connection, league: League) -> list[Version]:
    """All versions of a league, in the order of joining; those of one bot together."""
    wanted = _versions().where(versions.c.league == league.id).order_by(bots.c.number, versions.c.number)
    return [Version(**row) for row in connection.execute(wanted).mappings()]


def void_pairings(
    connection: Connection, of: Select[tuple[int]], why: str, keeps_running: bool = False
) -> int:
    """Nobody plays what these versions have not played; how many pairings that were.

    With `keeps_running`, not those that an arena plays now.
    """
    seated = select(pairing_seats.c.pairing).where(pairing_seats.c.version.in_(of))
    waiting = pairings.c.state.in_((OPEN, LEASED)) & pairings.c.id.in_(seated)
    if keeps_running:
        waiting &= (pairings.c.state == OPEN) | (pairings.c.needs != REMOTE)
    return connection.execute(update(pairings).where(waiting).values(state=VOID, reason=why)).rowcount
