"""Rated matches in the tables of a league: pairings before they begin, results once they are over.

A pairing is written before its match, and its results in one transaction that decides it, by whichever server
is first. So whatever stops when, every match that has ended is counted once.
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Sequence
from typing import Any

from sqlalchemy import func, select, update

from hoplon.core.leaving import LEFT, WAYS
from hoplon.league.entries import DONE, LEASED, REMOTE, VOID, League
from hoplon.league.queue import Queue
from hoplon.league.store import Store as Leagues
from hoplon.league.tables import bots, leagues, pairing_seats, pairings, versions
from hoplon.league.task import Played
from hoplon.referee.run import SeatResult
from hoplon.server.headings import STOPPED
from hoplon.server.stored_match import StoredMatch, card_of
from hoplon.server.tables import matches, servers

NEVER = 1e18  # when the lease of an arena's pairing ends
DAY = 86_400.0
NO_RECORD = zlib.compress(b"")
LONGEST_REASON = 64


class Rated:
    """The pairings and results of ladders in a database."""

    def __init__(self, store: Leagues, server: str) -> None:
        self.store = store
        self._server = server  # by which name it has pairings

    def add(self, league: League, matched: Sequence[Sequence[int]], is_race: bool) -> list[list[int]]:
        """Write down who plays whom, the versions in the order of seats; the pairings of each match.

        Of a race, in which each plays alone, everybody has a pairing.
        """
        made: list[list[int]] = []
        with self.store.changing() as connection:
            row = select(leagues.c.id).where(leagues.c.id == league.id).with_for_update()
            connection.execute(row)
            last = select(func.max(pairings.c.number)).where(pairings.c.league == league.id)
            number = int(connection.execute(last).scalar() or 0)
            for seats in matched:
                block, own = number + 1, []
                for versions_of in [[version] for version in seats] if is_race else [list(seats)]:
                    number += 1
                    values = {"league": league.id, "number": number, "stage": 1, "seed": block}
                    values |= {"block": str(block), "state": LEASED, "reason": "", "needs": REMOTE}
                    values |= {"attempt": 1, "worker": self._server, "until": NEVER}
                    pairing = connection.execute(pairings.insert().values(**values)).inserted_primary_key
                    assert pairing is not None
                    own.append(int(pairing[0]))
                    rows = [
                        {"pairing": own[-1], "seat": seat, "version": version}
                        for seat, version in zip(league.seats, versions_of, strict=True)
                    ]
                    connection.execute(pairing_seats.insert(), rows)
                made.append(own)
        return made

    def void(self, ids: Sequence[int], why: str) -> bool:
        """These pairings count for nobody. Was one of them undecided before?"""
        with self.store.changing() as connection:
            waiting = pairings.c.id.in_(ids) & (pairings.c.state == LEASED)
            change = update(pairings).where(waiting).values(state=VOID, reason=why, until=0.0)
            return connection.execute(change).rowcount > 0

    def unsettled(self) -> list[StoredMatch]:
        """The matches that have ended and are not counted yet."""
        wanted = select(matches).join(pairings, pairings.c.id == matches.c.rated)
        wanted = wanted.where(matches.c.rated > 0, matches.c.ended.is_not(None), pairings.c.state == LEASED)
        with self.store.reading() as connection:
            return [card_of(row) for row in connection.execute(wanted.limit(500)).mappings().all()]

    def lost(self) -> list[int]:
        """The pairings whose match was never made, because a server stopped in between."""
        living = select(servers.c.id).where(servers.c.expires > self.store.now)
        has_match = select(matches.c.rated).where(matches.c.rated == pairings.c.id).exists()
        held = (pairings.c.state == LEASED) & (pairings.c.until == NEVER)
        wanted = select(pairings.c.id).where(held, pairings.c.worker.not_in(living), ~has_match)
        with self.store.reading() as connection:
            return [int(one) for (one,) in connection.execute(wanted)]

    def settle(self, league: League, card: StoredMatch, choices: Sequence[int], file: str) -> bool:
        """Count a match that has ended; `choices` are the seats that chose. Was this the first time?"""
        results = tuple(result_of(league, card, choices, seat) for seat in league.seats)
        played = Played(
            pairing=card.rated,
            attempt=1,
            began=card.made,
            ended=card.changed,
            reason=str(card.ended)[:LONGEST_REASON],
            turns=card.turn,
            measure=0,
            seats=results,
            file=zlib.compress(file.encode()),
            record=NO_RECORD,
            arena=card.id,
        )
        return Queue(self.store, league).finish(self._server, [played]) == 1

    def league_of(self, pairing: int) -> str:
        """The league of a pairing."""
        with self.store.reading() as connection:
            wanted = select(pairings.c.league).where(pairings.c.id == pairing)
            return str(connection.execute(wanted).scalar())

    def last_version(self, league: str, owner: str) -> int:
        """The last version of whoever takes part as this owner."""
        wanted = select(versions.c.id).join(bots, bots.c.id == versions.c.bot)
        wanted = wanted.where(bots.c.league == league, bots.c.owner == owner)
        with self.store.reading() as connection:
            return int(connection.execute(wanted.order_by(versions.c.id.desc()).limit(1)).scalar_one())

    def running(self, version: int) -> list[tuple[str, int]]:
        """The matches that a version plays now, and its seat."""
        wanted = (
            select(matches.c.id, pairing_seats.c.seat)
            .join(pairing_seats, pairing_seats.c.pairing == matches.c.rated)
            .where(pairing_seats.c.version == version, matches.c.rated > 0, matches.c.ended.is_(None))
        )
        with self.store.reading() as connection:
            return [(str(match), int(seat)) for match, seat in connection.execute(wanted)]

    def live(self, league: str, limit: int) -> list[StoredMatch]:
        """The matches of a league that are played in the arena now, the last begun first; no races."""
        wanted = (
            select(matches)
            .join(pairings, pairings.c.id == matches.c.rated)
            .where(
                pairings.c.league == league,
                matches.c.rated > 0,
                matches.c.ended.is_(None),
                matches.c.race == "",
            )
            .order_by(matches.c.made.desc())
            .limit(limit)
        )
        with self.store.reading() as connection:
            return [card_of(row) for row in connection.execute(wanted).mappings().all()]

    def of_player(self, player: str, limit: int, is_running: bool = False) -> list[dict[str, Any]]:
        """The rated matches of a player, the last first: the match, the pairing's state, the own seat."""
        wanted = (
            select(matches, pairing_seats.c.seat, pairings.c.league, pairings.c.state)
            .join(pairing_seats, pairing_seats.c.pairing == matches.c.rated)
            .join(pairings, pairings.c.id == matches.c.rated)
            .join(versions, versions.c.id == pairing_seats.c.version)
            .join(bots, bots.c.id == versions.c.bot)
            .where(bots.c.owner == player, matches.c.rated > 0)
            .order_by(matches.c.made.desc())
            .limit(limit)
        )
        if is_running:
            wanted = wanted.where(matches.c.ended.is_(None))
        found = []
        with self.store.reading() as connection:
            for row in connection.execute(wanted).mappings().all():
                columns = {column.name: row[column.name] for column in matches.c}
                found.append(
                    {
                        "card": card_of(columns),
                        "seat": int(row["seat"]),
                        "league": str(row["league"]),
                        "counts": row["state"] == DONE,
                    }
                )
        return found

    def quota(self, player: str, most: int) -> tuple[int, float]:
        """How many more matches a player may begin today, and else in how many seconds."""
        wanted = (
            select(matches.c.made)
            .join(pairing_seats, pairing_seats.c.pairing == matches.c.rated)
            .join(versions, versions.c.id == pairing_seats.c.version)
            .join(bots, bots.c.id == versions.c.bot)
            .where(bots.c.owner == player, matches.c.made > time.time() - DAY)
            .order_by(matches.c.made.desc())
            .limit(most)
        )
        with self.store.reading() as connection:
            made = [float(one) for (one,) in connection.execute(wanted)]
        left = most - len(made)
        return left, 0.0 if left > 0 else max(1.0, made[-1] + DAY - time.time())


def result_of(league: League, card: StoredMatch, choices: Sequence[int], seat: int) -> SeatResult:
    """How a match went for a seat."""
    ranks = ranks_of(card, league.seats)
    place = league.seats.index(seat)
    is_drawn = len(league.seats) > 1 and len(set(ranks)) == 1
    verdict = "drawn" if is_drawn or len(league.seats) == 1 else "won" if ranks[place] == 1 else "lost"
    if len(league.seats) == 1:
        verdict = "won" if card.winners else "lost"
    left = card.seats[seat].left
    return SeatResult(
        seat=seat,
        player=card.seats[seat].called,
        verdict=verdict,
        rank=ranks[place],
        score=int(card.scores[seat]),
        choices=sum(one == seat for one in choices),
        wall=0.0,
        cpu=0.0,
        waited=0.0,
        slowest=0.0,
        late=0,
        strikes=0,
        excused=0,
        fault=WAYS[left] if left else "",
    )


def ranks_of(card: StoredMatch, seats: Sequence[int]) -> list[int]:
    """The place of each of these seats, from 1; those on a par share one.

    Winners come first, then the others by score if there are more than two; who left comes after all who
    stayed, and who left earlier after who left later. Who played alone and left or stopped is second, and so
    behind all who played the same seed to its end, whatever the scores.
    """
    if len(seats) == 1:
        return [2 if card.seats[seats[0]].left or card.ended == STOPPED else 1]

    def standing(seat: int) -> tuple[bool, int, bool, int]:
        one = card.seats[seat]
        by_score = -card.scores[seat] if len(seats) > 2 and card.ended != LEFT else 0
        return bool(one.left), -one.left_after if one.left else 0, seat not in card.winners, by_score

    standings = [standing(seat) for seat in seats]
    return [1 + sum(other < own for other in standings) for own in standings]
