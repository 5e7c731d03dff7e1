"""The challenge of the day on a server: one counted attempt for everybody, a table, streaks.

An attempt is sealed until the day is over: only its player sees it, and nobody is told the seed. When the day
is over, attempts are open to everybody as they are, and nothing more counts.
"""

from __future__ import annotations

import asyncio
import logging
from bisect import bisect_left
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hoplon.core.board import Json
from hoplon.core.daily import challenge_of, day_at, ends_at, is_over, proof_of_day, read_day, streaks
from hoplon.core.errors import HoplonError
from hoplon.core.proof import new_secret
from hoplon.games import game, game_names
from hoplon.server.challenges import Attempt, StoredChallenge
from hoplon.server.headings import STOPPED, ended_of
from hoplon.server.players import PERSON, PlayerCard
from hoplon.server.refusals import Refused
from hoplon.server.stored_match import Seat, StoredMatch
from hoplon.server.writer import StoreFailed

if TYPE_CHECKING:
    from hoplon.server.room import Room
    from hoplon.server.rooms import Key, Rooms

EVERY = 20.0  # seconds after which it is looked whether a new day has begun
SHOWN = 100  # of a table
DAYS = 30  # gone by, that can be chosen
log = logging.getLogger(__name__)
BITS = 2**62 - 1  # of a seed for bots


@dataclass(frozen=True)
class Counted:
    """A match to be that counts as somebody's attempt."""

    challenge: StoredChallenge
    player: str
    seats: Sequence[Seat]

    def mark(self, card: StoredMatch) -> None:
        """Note on a match that it is one."""
        card.day, card.challenger, card.sealed = self.challenge.day, self.player, True
        card.secret = self.challenge.secret
        card.dice = self.challenge.proof.bots & BITS  # bots do the same for everybody


class Daily:
    """The challenges of a server."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._store = rooms.store
        self._known = ""  # the last day whose challenges are there

    def today(self) -> str:
        """The day, by the time of the database."""
        return day_at(self._store.leases.now())

    async def keep(self) -> None:
        """Make the challenges of each day when it begins, and open those of the day before."""
        while True:
            with suppress(StoreFailed):
                await self._turn_over()
            await asyncio.sleep(EVERY)

    async def _turn_over(self) -> str:
        """Whatever is due; the day."""
        today = self.today()
        if today != self._known:
            await asyncio.to_thread(self._make, today)
            await asyncio.to_thread(self._store.challenges.close, today)
            self._known = today
        for room in self._rooms.all():
            await self.settle(room)
        return today

    def _make(self, day: str) -> None:
        there = {one.game for one in self._store.challenges.of(day)}
        made = []
        for name in game_names():
            found = game(name)
            if found.daily is None or name in there:
                continue
            secret = new_secret()
            try:
                challenge = challenge_of(found, day, proof_of_day(day, name, secret).seed)
                found.options.from_text(challenge.options).check()
            except Exception:  # a package may bring anything
                log.exception("%s has no challenge today", name)
                continue
            made.append(
                StoredChallenge(
                    day,
                    name,
                    found.version,
                    secret,
                    challenge.says,
                    dict(challenge.options),
                    challenge.seat,
                    challenge.bot,
                )
            )
        if made:
            self._store.challenges.add(made)

    async def settle(self, room: Room) -> None:
        """Open an attempt whose day is over."""
        card = room.card
        if is_over(card.day, self._store.leases.now()) and (card.sealed or card.ended is None):
            with suppress(Refused):  # another server plays it
                await room.end_day()
            await asyncio.to_thread(self._store.challenges.close, self.today())

    async def _challenge(self, day: str, name: str) -> StoredChallenge:
        found = {one.game: one for one in await asyncio.to_thread(self._store.challenges.of, day)}
        if name not in found:
            has = ", ".join(sorted(found)) or "none"
            raise Refused("unknown", f"there is no challenge of {name[:40]!r} on {day}; there is {has}")
        return found[name]

    async def begin(self, name: str, player: PlayerCard) -> tuple[StoredMatch, bool]:
        """The attempt of a player today, and whether it begins now."""
        if player.kind != PERSON:
            raise Refused("forbidden", "this is the token of a bot; the challenge of the day is for people")
        today = await self._turn_over()
        challenge = await self._challenge(today, name)
        had = await asyncio.to_thread(self._store.challenges.attempt, today, name, player.id)
        if had is not None:
            return had.card, False
        found = game(name)
        titles = found.seat_names(found.options.from_text(challenge.options))
        seats = [
            Seat("me", player.name, token=player.token)
            if seat == challenge.seat
            else Seat("bot", "", challenge.bot)
            for seat in range(len(titles))
        ]
        counted = Counted(challenge, player.id, seats)
        try:
            room, _ = await self._rooms.make(
                name, challenge.options, None, None, listed=False, is_own=True, counted=counted
            )
        except StoreFailed:  # perhaps it was begun elsewhere at the same time
            had = await asyncio.to_thread(self._store.challenges.attempt, today, name, player.id)
            if had is None:
                raise
            return had.card, False
        return room.card, True

    async def again(self, name: str, day: str) -> tuple[Room, list[Key]]:
        """A match of a day gone by, which does not count."""
        from hoplon.server.rooms import Player

        day = self._read(day)
        if day >= await self._turn_over():
            raise Refused(
                "forbidden", f"{day} is not over; its challenge can be tried again from tomorrow on"
            )
        challenge = await self._challenge(day, name)
        found = game(name)
        if challenge.version != found.version:
            raise Refused("frozen", f"the challenge was played by {found.other_version(challenge.version)}")
        titles = found.seat_names(found.options.from_text(challenge.options))
        seats = [
            Player("me") if seat == challenge.seat else Player("bot", "", challenge.bot)
            for seat in range(len(titles))
        ]
        return await self._rooms.make(
            name, challenge.options, challenge.proof.seed, seats, listed=False, is_own=True
        )

    def _read(self, day: str) -> str:
        try:
            return read_day(day)
        except HoplonError as error:
            raise Refused("malformed", str(error)) from None

    async def told(self, day: str | None, player: PlayerCard | None) -> Json:
        """What everybody may know about a day, and how it stands for whoever asks."""
        today = await self._turn_over()
        day = self._read(day) if day is not None else today
        if day > today:
            raise Refused("unknown", f"{day} has not begun; today is {today} (UTC)")
        found = await asyncio.to_thread(self._store.challenges.of, day)
        attempts = await asyncio.to_thread(self._store.challenges.attempts, day)
        here = sorted(
            (one for one in found if one.game in game_names()),
            key=lambda one: (game(one.game).order, one.game),
        )
        own = None if player is None else player.id
        return {
            "day": day,
            "today": today,
            "ends": ends_at(day),
            "over": day < today,
            "days": await asyncio.to_thread(self._store.challenges.days, today, DAYS),
            "streak": None if player is None else await self.streak(player, today),
            "games": [
                challenge_json(one, [other for other in attempts if other.card.game == one.game], own, today)
                for one in here
            ],
        }

    async def streak(self, player: PlayerCard, today: str) -> Json:
        """The days in a row on which somebody played a challenge to its end."""
        days = await asyncio.to_thread(self._store.challenges.finished, player.id)
        now, best = streaks(days, today)
        return {"now": now, "best": best, "today": today in days}


def challenge_json(
    challenge: StoredChallenge, attempts: Sequence[Attempt], player: str | None, today: str
) -> Json:
    """A challenge and its table; the seed, and the matches of others, once the day is over."""
    is_past = challenge.day < today
    standings = sorted(attempts, key=lambda one: rank_of(one.card))
    ranks = [rank_of(one.card) for one in standings]
    rows = [row_json(one, 1 + bisect_left(ranks, rank_of(one.card)), player, is_past) for one in standings]
    proof = challenge.proof
    return {
        "game": challenge.game,
        "title": game(challenge.game).title,
        "says": challenge.says,
        "version": challenge.version,
        "commitment": proof.commitment,
        "secret": challenge.secret if is_past else None,
        "seed": str(proof.seed) if is_past else None,
        "options": challenge.options if is_past else None,
        "bot": challenge.bot if is_past else None,
        "tried": len(rows),
        "table": rows[:SHOWN],
        "you": next((row for row in rows if row["you"]), None),
    }


def own_seat(card: StoredMatch) -> int:
    """The seat of who tries."""
    return next(n for n, seat in enumerate(card.seats) if seat.token)


def is_finished(card: StoredMatch) -> bool:
    """Was it played to its end?"""
    return card.ended is not None and card.ended != STOPPED and not card.seats[own_seat(card)].left


def rank_of(card: StoredMatch) -> tuple[bool, bool, int, int]:
    """Finished before left, won before lost, then the score, then fewer turns."""
    seat = own_seat(card)
    return not is_finished(card), seat not in card.winners, -card.scores[seat], card.turn


def row_json(one: Attempt, place: int, player: str | None, is_past: bool) -> Json:
    """A row of the table; those on a par share a place."""
    card, seat = one.card, own_seat(one.card)
    is_own = player is not None and card.challenger == player
    state = "done" if is_finished(card) else "left" if is_past or card.ended is not None else "plays"
    return {
        "place": place,
        "name": one.name,
        "score": card.scores[seat],
        "turns": card.turn,
        "won": seat in card.winners,
        "state": state,
        "says": ended_of(card, is_own),
        "you": is_own,
        "match": card.id if is_past or is_own else None,
        "seat": seat if is_own else None,
    }
