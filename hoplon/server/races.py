"""Races: several play the same start, each in a match of their own, and are compared turn by turn.

The matches of a race have the same seed and options; each is a lane. While a person still plays, the race is
sealed: of every lane only its player sees more than names and scores, because all lanes hide the same things.
A race waits a day for somebody who does nothing, and with a clock until that has run out. A rated race begins
for all at once, when everybody has come in, and tells no scores before the last person has finished.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hoplon.core.board import Json
from hoplon.core.dice import secret_seed
from hoplon.games import game
from hoplon.protocols.program_names import short_name
from hoplon.server import fair_dice
from hoplon.server.headings import is_kept_back, summary_of
from hoplon.server.programs import read_bot
from hoplon.server.refusals import Refused
from hoplon.server.rights import PEOPLE, has_people, no_seat
from hoplon.server.stored_match import StoredMatch

if TYPE_CHECKING:
    from hoplon.server.room import Room
    from hoplon.server.rooms import Key, Player, Rooms
    from hoplon.server.store import Store

FEWEST, MOST = 2, 4
WAITS = 24 * 3600.0  # seconds for a person who does nothing
EXACT = 2**53  # beyond it JavaScript rounds whole numbers


@dataclass(frozen=True)
class Lane:
    """The place of a match in a race."""

    race: str
    number: int
    seed: int
    sealed: bool


def check_race(name: str, seats: int, players: Sequence[Player]) -> None:
    """Refuse what is no race."""
    if seats != 1:
        raise Refused("malformed", f"a match of {name} has {seats} seats here; a race is for games with one")
    if not FEWEST <= len(players) <= MOST:
        raise Refused("malformed", f"a race has {FEWEST} to {MOST} who take part, not {len(players)}")
    if sum(player.player == "me" for player in players) > 1:
        raise Refused(
            "malformed", "one person plays two lanes of a race; expected one, the others know it then"
        )


def with_names(players: Sequence[Player], title: str) -> list[Player]:
    """The players with different names: `seeker`, `seeker 2`."""
    names = [
        player.name or (short_name(read_bot(player.bot)[1]) if player.player == "bot" else title)
        for player in players
    ]
    seen: Counter[str] = Counter()
    found = []
    for player, name in zip(players, names, strict=True):
        seen[name] += 1
        found.append(replace(player, name=name if seen[name] == 1 else f"{name} {seen[name]}"))
    return found


class Races:
    """The races of a server."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._store = rooms.store

    async def make(
        self,
        name: str,
        options: dict[str, str],
        seed: int | None,
        players: Sequence[Player],
        listed: bool = True,
        pace: float = 0.0,
    ) -> tuple[str, list[tuple[Room, list[Key]]]]:
        """Begin a race; it is listed by its first lane."""
        titles = await self._rooms.seat_titles(name, options)
        check_race(name, len(titles), players)
        players = with_names(players, titles[0])
        for player in players:
            await self._rooms.check_players(name, titles, [player])
        key = secrets.token_hex(6)
        drawn = secret_seed() if seed is None else seed
        sealed = any(player.player in PEOPLE for player in players)
        made = []
        for number, player in enumerate(players):
            lane = Lane(key, number, drawn, sealed)
            is_listed = listed and number == 0
            made.append(await self._rooms.make(name, options, seed, [player], False, is_listed, pace, lane))
        return key, made

    async def settle(self, key: str) -> list[StoredMatch]:
        """The lanes of a race in order; it is unsealed once no person plays any more.

        A rated one begins once everybody has come in.
        """
        if not key:
            return []
        cards = await asyncio.to_thread(self._store.lanes, [key])
        if fair_dice.have_come(cards):
            for card in cards:
                if fair_dice.waits_for_race(card):
                    with suppress(Refused):  # another server plays it
                        await (await self._rooms.open_lane(card.id)).begin_lane()
        if any(card.sealed for card in cards) and not any(_waits_for(card) for card in cards):
            await self._store.unseal(key)
            cards = [replace(card, sealed=False) for card in cards]
        if not any(card.sealed for card in cards):
            for room in self._rooms.all():
                if room.card.race == key and room.card.sealed:
                    room.card.sealed = False
                    await room.publish_state()
        return cards

    async def stop(self, key: str, token: str | None) -> Json:
        """Whoever has this token plays no longer; how the race stands then."""
        for card in await self.settle(key):
            room = await self._rooms.open(card.id)
            viewer = room.viewer_of(token)
            if viewer is not None and viewer.held:
                await room.stop(viewer)
                return await self.told(key)
        raise no_seat()

    async def told(self, key: str) -> Json:
        """What everybody may know about a race; bots that stopped because nobody looked go on."""
        cards = await self.settle(key)
        if not cards:
            raise Refused("unknown", f"there is no race {key[:40]!r}")
        for card in cards:
            if card.ended is None:
                with suppress(Refused):  # another server plays it
                    await self._rooms.open(card.id)
        first = cards[0]
        seed = first.seed if abs(first.seed) < EXACT else str(first.seed)
        return {
            "id": key,
            "game": first.game,
            "title": game(first.game).title,
            "sealed": first.sealed,
            "over": all(card.ended is not None for card in cards) or is_closed(first, cards),
            "seed": None if first.sealed else seed,
            "lanes": [summary_of(card) for card in cards],
        }


def with_rivals(store: Store, cards: Sequence[StoredMatch]) -> list[Json]:
    """Matches for a list; one that is part of a race with all who take part."""
    lanes = store.lanes([card.race for card in cards if card.race])
    return [
        summary_of(card)
        | {
            "rivals": [
                {
                    "name": lane.seats[0].name,
                    "score": None if is_kept_back(lane) else lane.scores[0],
                    "over": lane.ended is not None,
                }
                for lane in lanes
                if card.race and lane.race == card.race
            ]
        }
        for card in cards
    ]


def is_closed(first: StoredMatch, cards: Sequence[StoredMatch]) -> bool:
    """Has it ended although somebody has not, because nobody waits any longer?"""
    return not first.sealed and all(card.ended is not None or has_people(card.seats) for card in cards)


def is_late(card: StoredMatch) -> bool:
    """Is the race of this person over, so that nothing more can be chosen in it?"""
    return bool(card.race) and not card.sealed and has_people(card.seats)


def _waits_for(card: StoredMatch) -> bool:
    plays = has_people(card.seats) and card.ended is None
    return plays and (bool(card.clock) or time.time() - card.changed < WAITS)
