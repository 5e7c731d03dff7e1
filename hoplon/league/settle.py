"""Takes what was played into account, in the order of play, and pairs what comes next.

Whether a bot is set aside depends on its results up to a pairing, in the order in which they were paired, not
on who was quicker: so a league has the same pairings however many processes play it. Everything here happens
in one transaction of whoever asks for work.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, delete, func, select, update

from hoplon.league.entries import (
    ASIDE,
    BYE,
    DONE,
    LEASED,
    OPEN,
    PERSON,
    PLAYING,
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
from hoplon.league.formats.read import GAUNTLET, LADDER, ROUND_ROBIN, SWISS, Format, read_format
from hoplon.league.formats.round_robin import round_robin
from hoplon.league.formats.swiss import swiss
from hoplon.league.store import Store, versions_in
from hoplon.league.tables import attempts, leagues, pairing_seats, pairings, results, versions
from hoplon.referee.run import FAULT

AT_ONCE = 2000  # pairings that are looked at together
ENOUGH = 10  # matches, beyond the trial, before a bot is set aside for its faults
LEAST_BATCH = 16  # pairings of a ladder at once
SHARE = 20  # and this part of all it has had, so that ratings need not be fitted for every match


@dataclass(frozen=True)
class Decided:
    """A pairing that was played, with the versions that took part and those that failed."""

    number: int
    stage: int
    versions: frozenset[int]
    failed: frozenset[int]


class Settling:
    """One look at a league, within a transaction."""

    def __init__(self, store: Store, connection: Connection, league: League) -> None:
        self.store = store
        self.connection = connection
        self.league = league
        self.format: Format = read_format(league.format, len(league.seats), league.game)
        self.versions = {version.id: version for version in versions_in(connection, league)}
        self.has_changed = False

    def take_into_account(self) -> None:
        """Go on as far as all pairings have been decided."""
        begin = select(leagues.c.settled).where(leagues.c.id == self.league.id)
        settled = before = int(self.connection.execute(begin).scalar() or 0)
        while decided := self.decided_after(settled):
            for one in decided:
                settled = one.number
                if self.count(one):
                    break  # what follows may have become void
        if settled != before:
            self.connection.execute(
                update(leagues).where(leagues.c.id == self.league.id).values(settled=settled)
            )

    def decided_after(self, number: int) -> list[Decided]:
        """The next pairings, up to the first that has not been decided."""
        wanted = select(pairings.c.id, pairings.c.number, pairings.c.stage, pairings.c.state)
        later = (pairings.c.league == self.league.id) & (pairings.c.number > number)
        rows = self.connection.execute(wanted.where(later).order_by(pairings.c.number).limit(AT_ONCE)).all()
        end = next((n for n, row in enumerate(rows) if row.state not in (DONE, VOID)), len(rows))
        done = {row.id: (set[int](), set[int]()) for row in rows[:end] if row.state == DONE}
        seats = select(results.c.pairing, results.c.version, results.c.verdict)
        ids = sorted(done)
        for begin in range(0, len(ids), AT_ONCE):
            some = ids[begin : begin + AT_ONCE]
            for pairing, version, verdict in self.connection.execute(
                seats.where(results.c.pairing.in_(some))
            ):
                sat, failed = done[pairing]
                sat.add(version)
                if verdict == FAULT:
                    failed.add(version)
        none: tuple[set[int], set[int]] = set(), set()
        return [Decided(row.number, row.stage, *map(frozenset, done.get(row.id, none))) for row in rows[:end]]

    def count(self, one: Decided) -> bool:
        """Add a match to what its versions have played; was somebody set aside for it?"""
        asides = False
        for number in sorted(one.versions):
            version = self.versions[number]
            played, faults = version.played + 1, version.faults + (number in one.failed)
            self.change(version, played=played, faults=faults)
            if version.state == TRIAL and played >= self.league.settings.trial:
                asides |= self.end_trial(self.versions[number], one.number)
            elif version.state == PLAYING and played >= self.league.settings.trial + ENOUGH:
                asides |= self.set_aside_if_bad(self.versions[number], one.number)
        return asides

    def change(self, version: Version, **values: object) -> None:
        """Change what is kept about a version."""
        self.connection.execute(update(versions).where(versions.c.id == version.id).values(**values))
        self.versions[version.id] = Version(**vars(version) | values)

    def end_trial(self, version: Version, number: int) -> bool:
        """A version has played its trial."""
        if self.set_aside_if_bad(version, number):
            return True
        self.change(version, state=PLAYING)
        self.has_changed = True
        return False

    def set_aside_if_bad(self, version: Version, number: int) -> bool:
        """Set a version aside that has failed too often; whatever comes after that pairing is void."""
        if version.faults * 100 <= self.league.settings.faults * version.played:
            return False
        why = f"{version.label} was set aside: {version.faults} of its {version.played} matches were faults"
        self.change(version, state=ASIDE, reason=why)
        mine = select(pairing_seats.c.pairing).where(pairing_seats.c.version == version.id)
        later = pairings.c.id.in_(mine) & (pairings.c.number > number)
        void = [row.id for row in self.connection.execute(select(pairings.c.id).where(later))]
        for begin in range(0, len(void), AT_ONCE):
            some = void[begin : begin + AT_ONCE]
            values = {"state": VOID, "reason": why}
            self.connection.execute(update(pairings).where(pairings.c.id.in_(some)).values(**values))
            self.connection.execute(delete(results).where(results.c.pairing.in_(some)))
            counted = attempts.c.pairing.in_(some) & attempts.c.counts
            self.connection.execute(update(attempts).where(counted).values(counts=False, again=why))
        self.store.note(self.connection, self.league, ASIDE, version.bot, why)
        self.has_changed = True
        return True

    # Pairing.

    def trials(self) -> list[Paired]:
        """The trials of those who have none yet."""
        waiting = [version.id for version in self.versions.values() if version.state == TRIAL]
        seats = pairing_seats.join(pairings, pairings.c.id == pairing_seats.c.pairing)
        had = select(pairing_seats.c.version).select_from(seats)
        had = had.where(pairings.c.league == self.league.id, pairings.c.stage == TRIAL_STAGE)
        known = set(self.connection.execute(had.distinct()).scalars()) if waiting else set()
        first = self.league.settings.seed_range[0]
        return [
            Paired(TRIAL_STAGE, first + n, (version,) * len(self.league.seats))
            for version in waiting
            if version not in known and self.versions[version].bot_state == "in"
            for n in range(self.league.settings.trial)
        ]

    def more(self, many: int) -> list[Paired]:
        """What comes next; nothing if the league is over, or waits for what is being played."""
        if self.league.closed is not None:
            return []
        is_trying = any(
            version.state == TRIAL and version.bot_state == "in" for version in self.versions.values()
        )
        if is_trying and self.format.is_repeatable:
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
        from hoplon.league.rated import rated

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
        kinds = {self.versions[version].kind for version in one.versions}
        return REMOTE if kinds & {REMOTE, PERSON} else ""

    def counts(self) -> dict[tuple[str, str], int]:
        """How many pairings there are, by their states and needs."""
        wanted = select(pairings.c.state, pairings.c.needs, func.count()).where(
            pairings.c.league == self.league.id
        )
        rows = self.connection.execute(wanted.group_by(pairings.c.state, pairings.c.needs))
        return {(state, needs): count for state, needs, count in rows}

    def waiting(self) -> int:
        """How many pairings nobody plays yet, looked up by the index."""
        is_open = (pairings.c.league == self.league.id) & (pairings.c.state == OPEN)
        return int(self.connection.execute(select(func.count()).where(is_open)).scalar() or 0)

    def is_playing(self) -> bool:
        """Whether somebody plays."""
        leased = (pairings.c.league == self.league.id) & (pairings.c.state == LEASED)
        return self.connection.execute(select(pairings.c.id).where(leased).limit(1)).first() is not None
