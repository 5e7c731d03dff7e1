"""Takes what was played into account, in the order of play: trials that are over, bots that fail too often.

Whether a bot is set aside depends on its results up to a pairing, in the order in which they were paired, not
on who was quicker: so a league has the same pairings however many processes play it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, bindparam, delete, select, update

from hoplon.league.entries import ASIDE, DONE, PLAYING, TRIAL, TRIAL_STAGE, VOID, League, Version
from hoplon.league.store import Store, versions_in
from hoplon.league.tables import attempts, leagues, pairing_seats, pairings, results, versions
from hoplon.referee.run import FAULT

AT_ONCE = 500  # pairings that are looked at together
ENOUGH = 10  # matches, beyond the trial, before a bot is set aside for its faults


@dataclass(frozen=True)
class Decided:
    """A pairing that nobody will play any more, with the versions that took part and those that failed.

    It has no results if it is void, or was given up because the machine was too busy.
    """

    number: int
    stage: int
    versions: frozenset[int]
    failed: frozenset[int]
    has_results: bool


class Settling:
    """One look at a league, within the transaction of whoever asks for work."""

    def __init__(self, store: Store, connection: Connection, league: League) -> None:
        self.store = store
        self.connection = connection
        self.league = league
        self.versions = {version.id: version for version in versions_in(connection, league)}
        self.has_changed = False  # who is paired has changed
        self.settled = 0  # every pairing up to this number
        self._touched: set[int] = set()

    def take_into_account(self) -> None:
        """Go on as far as all pairings have been decided."""
        begin = select(leagues.c.settled).where(leagues.c.id == self.league.id)
        self.settled = before = int(self.connection.execute(begin).scalar() or 0)
        while decided := self.decided_after(self.settled):
            for one in decided:
                self.settled = one.number
                if self.count(one):
                    break  # what follows may have become void
        if self.settled != before:
            here = leagues.c.id == self.league.id
            self.connection.execute(update(leagues).where(here).values(settled=self.settled))
            self._write()

    def decided_after(self, number: int) -> list[Decided]:
        """The next pairings, up to the first that has not been decided."""
        wanted = select(pairings.c.id, pairings.c.number, pairings.c.stage, pairings.c.state)
        later = (pairings.c.league == self.league.id) & (pairings.c.number > number)
        rows = self.connection.execute(wanted.where(later).order_by(pairings.c.number).limit(AT_ONCE)).all()
        end = next((n for n, row in enumerate(rows) if row.state not in (DONE, VOID)), len(rows))
        done = [row.id for row in rows[:end] if row.state == DONE]
        sat: dict[int, set[int]] = {row.id: set() for row in rows[:end]}
        failed: dict[int, set[int]] = {row.id: set() for row in rows[:end]}
        seats = select(pairing_seats.c.pairing, pairing_seats.c.version)
        for pairing, version in self.connection.execute(seats.where(pairing_seats.c.pairing.in_(done))):
            sat[pairing].add(version)
        over = select(results.c.pairing, results.c.version, results.c.verdict, results.c.fault)
        has_results = set()
        for pairing, version, verdict, fault in self.connection.execute(
            over.where(results.c.pairing.in_(done))
        ):
            has_results.add(pairing)
            if fault or verdict == FAULT:  # some games have an end of their own for a program that fails
                failed[pairing].add(version)
        return [
            Decided(
                row.number,
                row.stage,
                frozenset(sat[row.id]),
                frozenset(failed[row.id]),
                row.id in has_results,
            )
            for row in rows[:end]
        ]

    def count(self, one: Decided) -> bool:
        """Add a match to what its versions have played; was somebody set aside for it?"""
        asides = False
        for number in sorted(one.versions):
            if one.has_results:
                version = self.versions[number]
                faults = version.faults + (number in one.failed)
                self._change(replace(version, played=version.played + 1, faults=faults))
            version = self.versions[number]
            if one.stage == TRIAL_STAGE:
                if version.state == TRIAL and not self._has_trial_after(version, one.number):
                    asides |= self.end_trial(version, one.number)
            elif version.state == PLAYING and version.played >= self.league.settings.trial + ENOUGH:
                asides |= self.set_aside_if_bad(version, one.number)
        return asides

    def _has_trial_after(self, version: Version, number: int) -> bool:
        joined = pairing_seats.join(pairings, pairings.c.id == pairing_seats.c.pairing)
        wanted = select(pairings.c.id).select_from(joined).where(pairing_seats.c.version == version.id)
        wanted = wanted.where(pairings.c.stage == TRIAL_STAGE, pairings.c.number > number)
        return self.connection.execute(wanted.limit(1)).first() is not None

    def _change(self, version: Version) -> None:
        self.versions[version.id] = version
        self._touched.add(version.id)

    def _write(self) -> None:
        """Keep what has changed about versions."""
        names = ("state", "reason", "played", "faults")
        rows = [
            {"which": number} | {f"new_{name}": getattr(self.versions[number], name) for name in names}
            for number in sorted(self._touched)
        ]
        if rows:
            values: dict[str, Any] = {name: bindparam(f"new_{name}") for name in names}
            changed = update(versions).where(versions.c.id == bindparam("which")).values(**values)
            self.connection.execute(changed, rows)
        self._touched.clear()

    def end_trial(self, version: Version, number: int) -> bool:
        """A version has played its trial; was it set aside?"""
        if self.set_aside_if_bad(version, number):
            return True
        self._change(replace(version, state=PLAYING))
        self.has_changed = True
        return False

    def set_aside_if_bad(self, version: Version, number: int) -> bool:
        """Set a version aside that has failed too often; whatever comes after that pairing is void."""
        if version.faults * 100 <= self.league.settings.faults * version.played:
            return False
        why = f"{version.label} was set aside: {version.faults} of its {version.played} matches were faults"
        self._change(replace(version, state=ASIDE, reason=why))
        mine = select(pairing_seats.c.pairing).where(pairing_seats.c.version == version.id)
        later = pairings.c.id.in_(mine) & (pairings.c.number > number)
        void = list(self.connection.execute(select(pairings.c.id).where(later)).scalars())
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
