"""Pairs what comes next in a league, and writes it down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import Connection, func, select

from hoplon.league.counted import rated
from hoplon.league.entries import (
    AWAY,
    BYE,
    DONE,
    IN,
    OPEN,
    REMOTE,
    TRIAL,
    TRIAL_STAGE,
    VOID,
    League,
    Version,
)
from hoplon.league.formats.gauntlet import gauntlet
from hoplon.league.formats.ladder import Strength, ladder
from hoplon.league.formats.past import Paired, Past
from hoplon.league.formats.read import GAUNTLET, LADDER, ROUND_ROBIN, SWISS, read_format
from hoplon.league.formats.round_robin import round_robin
from hoplon.league.formats.swiss import swiss
from hoplon.league.store import Store
from hoplon.league.tables import pairing_seats, pairings, results

LEAST_BATCH = 16  # pairings of a ladder at once
SHARE = 20  # and this part of all it has had, so that ratings need not be fitted for every match


class Pairing:
    """Pairs, within the transaction of whoever asks for work; `versions` are all of the league."""

    def __init__(
        self, store: Store, connection: Connection, league: League, versions: Mapping[int, Version]
    ) -> None:
        self.store = store
        self.connection = connection
        self.league = league
        self.versions = versions
        self.format = read_format(league.format, len(league.seats), league.game)

    @property
    def in_trial(self) -> list[int]:
        """The versions that are being tried."""
        trial = [one.id for one in self.versions.values() if one.state == TRIAL and one.bot_state == IN]
        return sorted(trial)

    def trials(self) -> list[Paired]:
        """The trials of those who have none yet."""
        waiting = self.in_trial
        seats = pairing_seats.join(pairings, pairings.c.id == pairing_seats.c.pairing)
        had = select(pairing_seats.c.version).select_from(seats)
        had = had.where(pairings.c.league == self.league.id, pairings.c.stage == TRIAL_STAGE)
        known = set(self.connection.execute(had.distinct()).scalars()) if waiting else set()
        first = self.league.settings.seed_range[0]
        return [
            Paired(TRIAL_STAGE, first + n, (version,) * len(self.league.seats))
            for version in waiting
            if version not in known
            for n in range(self.league.settings.trial)
        ]

    def more(self, many: int) -> list[Paired]:
        """What comes next; nothing if the league is over, or waits for what is being played."""
        if self.league.closed is not None:
            return []
        if self.in_trial and self.format.is_repeatable:
            return []
        past, settings, seats = self.past(), self.league.settings, len(self.league.seats)
        first = settings.seed_range[0]
        if self.format.kind == ROUND_ROBIN:
            return round_robin(past, seats, settings.seed_range, settings.paired)
        if self.format.kind == GAUNTLET:
            return gauntlet(past, self.format.hero, seats, settings.seed_range, settings.paired)
        if self.format.kind == SWISS:
            return swiss(past, self.format.rounds, seats, first, settings.paired)
        assert self.format.kind == LADDER
        batch = max(many, LEAST_BATCH, len(past.matches) // SHARE)
        return ladder(past, self.strengths(), seats, first, settings.paired, batch)

    def past(self) -> Past:
        """Everything that was paired and is not void."""
        wanted = select(pairings.c.id, pairings.c.stage, pairings.c.seed, pairings.c.block, pairings.c.needs)
        kept = (pairings.c.league == self.league.id) & (pairings.c.state != VOID)
        rows = self.connection.execute(wanted.where(kept).order_by(pairings.c.number)).all()
        seated: dict[int, list[int]] = {row.id: [] for row in rows}
        seats = select(pairing_seats.c.pairing, pairing_seats.c.version)
        seats = seats.join(pairings, pairings.c.id == pairing_seats.c.pairing).where(kept)
        for pairing, version in self.connection.execute(seats.order_by(pairing_seats.c.seat)):
            seated[pairing].append(version)
        ranks: dict[int, list[int]] = {}
        if self.format.kind == SWISS:
            place = {row.id: number for number, row in enumerate(rows)}
            over = select(pairings.c.id).where(kept, pairings.c.state == DONE)
            ranks = {place[pairing]: [] for (pairing,) in self.connection.execute(over)}
            found = select(results.c.pairing, results.c.rank).where(results.c.league == self.league.id)
            for pairing, rank in self.connection.execute(found.order_by(results.c.seat)):
                ranks[place[pairing]].append(rank)
        paired = [
            Paired(row.stage, row.seed, tuple(seated[row.id]), row.block, row.needs == BYE) for row in rows
        ]
        playing = sorted(version.id for version in self.versions.values() if version.is_paired)
        names = {version.id: version.name for version in self.versions.values()}
        return Past(playing, paired, ranks, names)

    def strengths(self) -> dict[int, Strength]:
        """Ratings as they stand, for a ladder."""
        found = rated(self.connection, self.league, self.versions.values())
        return {one.player: Strength(one.rating, (one.high - one.low) / 2) for one in found}

    def add(self, planned: Sequence[Paired]) -> None:
        """Write pairings down, with the numbers after the last."""
        if not planned:
            return
        wanted = select(func.max(pairings.c.number)).where(pairings.c.league == self.league.id)
        last = int(self.connection.execute(wanted).scalar() or 0)
        rows = [
            {
                "league": self.league.id,
                "number": number,
                "stage": one.stage,
                "seed": one.seed,
                "block": one.block,
                "state": DONE if one.is_bye else OPEN,
                "reason": "",
                "needs": BYE if one.is_bye else self.needs(one),
                "attempt": 0,
                "worker": "",
                "until": 0.0,
            }
            for number, one in enumerate(planned, last + 1)
        ]
        self.connection.execute(pairings.insert(), rows)
        made = select(pairings.c.id).where(pairings.c.league == self.league.id, pairings.c.number > last)
        ids = self.connection.execute(made.order_by(pairings.c.number)).scalars().all()
        seats = [
            {"pairing": pairing, "seat": seat, "version": version}
            for pairing, one in zip(ids, planned, strict=True)
            for seat, version in zip(self.league.seats, one.versions, strict=False)
        ]
        self.connection.execute(pairing_seats.insert(), seats)
        for one in planned:
            if one.is_bye:
                version = self.versions[one.versions[0]]
                text = f"{version.label} has a bye in round {one.stage}"
                self.store.note(self.connection, self.league, BYE, version.bot, text)

    def needs(self, one: Paired) -> str:
        """Whether only an arena can play it."""
        is_away = any(self.versions[version].kind in AWAY for version in one.versions)
        return REMOTE if is_away else ""

    def has_fewer_than(self, many: int) -> bool:
        """Whether fewer pairings than these wait for somebody to play them."""
        is_open = (pairings.c.league == self.league.id) & (pairings.c.state == OPEN)
        return len(self.connection.execute(select(pairings.c.id).where(is_open).limit(many)).all()) < many
