"""Ladders: leagues whose matches are played in this arena, by people and by programs elsewhere.

Whoever is connected and has nothing to do is paired with somebody near in rating. Where nobody comes, a bot
of the server does, so nobody waits in vain. Each server pairs those who are connected to it.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from hoplon.core.board import Json
from hoplon.core.dice import secret_seed
from hoplon.core.errors import BadOption, HoplonError
from hoplon.games import game
from hoplon.league import entries
from hoplon.league.entries import League, Version
from hoplon.league.store import Entrant
from hoplon.league.store import Store as Leagues
from hoplon.referee.versions import version_of
from hoplon.server.bots import strengths
from hoplon.server.headings import VOID
from hoplon.server.ladder_leagues import FORMAT, rename_bots
from hoplon.server.live_ratings import LiveRatings
from hoplon.server.matchmaking import Waiting, pair, seated
from hoplon.server.metrics import PAIRED
from hoplon.server.names import HOUSE_SUFFIX
from hoplon.server.players import PERSON, PlayerCard
from hoplon.server.races import Lane
from hoplon.server.rated import Rated
from hoplon.server.refusals import Refused
from hoplon.server.rights import PEOPLE, SPECTATOR, Viewer
from hoplon.server.stored_match import Seat, StoredMatch

if TYPE_CHECKING:
    from hoplon.server.room import Room
    from hoplon.server.rooms import Rooms

log = logging.getLogger(__name__)
TICK = 1.0  # seconds after which everybody who waits is looked at again
HOUSE = {
    True: 6.0,
    False: 30.0,
}  # seconds after which a bot of the server plays: with a person, with a program
MOST_HOUSE = 16  # matches of the server's bots at once
MOST_HOUSE_EACH = 2  # with one person and their bots
REST = 60.0  # seconds of rest for who did not come; twice as many every time
LONGEST_REST = 3600.0
MOST_ENTRIES = 4  # matches that one is given in a round
AT_ONCE = 8  # matches that are begun at the same time


class Listener(Protocol):
    """Somebody who is told about matches."""

    def tell(self, message: Json) -> None:
        """Send a message."""
        ...

    def dismiss(self, why: str) -> None:
        """End the connection."""
        ...


@dataclass(eq=False)
class Guest:
    """Somebody who is connected and could play `games` matches at once."""

    player: PlayerCard
    version: int
    games: int
    listener: Listener
    left: int  # matches that may be begun today
    since: float = field(default_factory=time.monotonic)
    busy: set[str] = field(default_factory=set)  # matches that go on
    invited: int = 0  # matches that are being made

    @property
    def free(self) -> int:
        """How many more matches could begin."""
        return max(0, min(self.games - len(self.busy) - self.invited, self.left))


@dataclass
class Rest:
    """Somebody did not come so many times, and is offered nothing until then."""

    until: float
    absences: int


class Ladder:
    """One ladder, and who is connected to it here."""

    def __init__(self, league: League) -> None:
        self.league = league
        self.live = LiveRatings(league.id)
        self.guests: dict[str, Guest] = {}  # by player
        self.house: dict[int, Version] = {}  # bots of the server
        self.rests: dict[str, Rest] = {}  # of players by their token, connected or not

    @property
    def is_race(self) -> bool:
        """Does everybody play alone, on a seed that is the same for all?"""
        return len(self.league.seats) == 1

    @property
    def seats(self) -> int:
        """How many play together."""
        return 2 if self.is_race else len(self.league.seats)

    def let_rest(self, token: str, now: float) -> float:
        """Who did not come is offered nothing for a while, also after connecting again; how many seconds."""
        for one in [one for one, rest in self.rests.items() if rest.until + LONGEST_REST < now]:
            del self.rests[one]  # what was long ago is forgotten
        absences = self.rests[token].absences if token in self.rests else 0
        seconds: float = min(REST * 2**absences, LONGEST_REST)
        self.rests[token] = Rest(now + seconds, absences + 1)
        return seconds

    def waiting(self, now: float) -> list[tuple[Waiting, Guest]]:
        """Everybody who could play now, as often as they could."""
        found = []
        for guest in self.guests.values():
            if guest.player.token in self.rests and self.rests[guest.player.token].until > now:
                continue
            for _ in range(min(guest.free, MOST_ENTRIES)):
                rating, met = self.live.of(guest.version), self.live.met.get(guest.version, frozenset())
                found.append((Waiting(guest.version, guest.player.owner, rating, guest.since, met), guest))
        return found


class Ladders:
    """The ladders of a server."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._ladders: dict[str, Ladder] = {}  # by game
        self._tasks: list[asyncio.Task[None]] = []
        self._making: set[asyncio.Task[None]] = set()
        self._wake = asyncio.Event()
        self._ended = asyncio.Event()
        self._at_once = asyncio.Semaphore(AT_ONCE)
        self._opening = asyncio.Lock()
        self._house: dict[str, str] = {}  # matches with bots of the server, and the owner of who plays there
        self.took = 0.0  # processor seconds of the last round of pairing

    @property
    def leagues(self) -> Leagues:
        """The leagues of the arena's database."""
        return self._rooms.store.kept_leagues

    @property
    def rated(self) -> Rated:
        """Pairings and results."""
        return Rated(self.leagues, self._rooms.server)

    def start(self) -> None:
        """Begin to pair and to count."""
        self._tasks = [asyncio.create_task(self._pair()), asyncio.create_task(self._settle())]

    async def close(self) -> None:
        """Pair nobody any more."""
        for task in (*self._tasks, *self._making):
            task.cancel()
        await asyncio.gather(*self._tasks, *self._making, return_exceptions=True)

    # Who is here.

    def all(self) -> list[League]:
        """Every ladder of the database; in a thread."""
        return [
            league for league in self.leagues.leagues() if league.format == FORMAT and league.settings.arena
        ]

    async def ladder(self, name: str) -> Ladder:
        """The ladder of a game; Refused if there is none."""
        async with self._opening:
            if name not in self._ladders:
                self._ladders[name] = await asyncio.to_thread(self._opened, name)
        return self._ladders[name]

    def _opened(self, name: str) -> Ladder:
        found = {league.game: league for league in self.all()}
        if name not in found:
            has = ", ".join(sorted(found)) or "none"
            raise Refused("unknown", f"this arena has no ladder of {name[:40]!r}; it has {has}")
        league = found[name]
        if league.rules != game(name).version:
            raise Refused("frozen", f"the ladder was played by version {league.rules} of the rules")
        ladder = Ladder(league)
        ladder.house = self._seat_house(league)
        self._read(ladder)
        return ladder

    def _read(self, ladder: Ladder) -> None:
        with self.leagues.reading() as connection:
            ladder.live.read(connection)

    def _seat_house(self, league: League) -> dict[int, Version]:
        """The bots of the server take part, each as strong as the form of a new match offers it."""
        for rung in game(league.game).ladder or ():
            label = next((str(one["label"]) for one in strengths(league.game) if one["bot"] == rung.bot), "")
            if label:
                entrant = Entrant(entries.BUILTIN, rung.bot, version_of(rung.bot, league.found))
                with suppress(BadOption):  # the host has excluded it
                    self.leagues.add_version(league, f"{label} {HOUSE_SUFFIX}", entrant)
        known = self.leagues.versions(league)
        return {one.id: one for one in known if one.kind == entries.BUILTIN and one.is_paired}

    def enter(self, ladder: Ladder, player: PlayerCard, source: str, digest: str) -> tuple[Version, int]:
        """The version by which somebody takes part, and how many matches they may begin today; in a thread.

        Refused with the seconds to wait if that is none.
        """
        rulings = self._rooms.store.moderation.rulings()
        rulings.apply([Seat("friend", player.name)])
        kind = entries.PERSON if player.kind == PERSON else entries.REMOTE
        digest = digest if kind == entries.REMOTE else entries.PERSON
        try:
            entrant = Entrant(kind, source, digest or "unknown")
            made = self.leagues.add_version(ladder.league, player.name, entrant, owner=player.id)
        except BadOption as error:
            raise Refused("forbidden", str(error)) from None
        version = made or self.leagues.version(self.rated.last_version(ladder.league.id, player.id))
        if not version.is_paired:
            raise Refused(
                "forbidden", f"{player.name} is {version.state}: {version.reason or 'no reason given'}"
            )
        most = self._rooms.uploads.shares.rated
        left, wait = self.rated.quota(player.id, most)
        if left <= 0:
            raise Refused("often", f"{player.name} has begun {most} rated matches within a day", wait)
        return version, left

    def come(self, ladder: Ladder, guest: Guest) -> None:
        """Somebody is connected; whoever was so before with the same token is sent away."""
        old = ladder.guests.get(guest.player.id)
        if old is not None:
            old.listener.dismiss("somebody else is connected with this token")
        ladder.guests[guest.player.id] = guest
        rest = ladder.rests.get(guest.player.token)
        if rest is not None and (seconds := rest.until - time.monotonic()) > 0:
            guest.listener.tell({"type": "rest", "seconds": round(seconds), "why": "you did not come"})
        self._wake.set()

    def go(self, ladder: Ladder, guest: Guest) -> None:
        """A connection has ended; the matches go on."""
        if ladder.guests.get(guest.player.id) is guest:
            del ladder.guests[guest.player.id]

    def turn_away(self, players: Iterable[str], why: str) -> None:
        """These play here no longer."""
        for ladder in self._ladders.values():
            for player in players:
                if guest := ladder.guests.pop(player, None):
                    guest.listener.dismiss(why)

    def count(self, name: str) -> int:
        """How many are connected to the ladder of a game here."""
        return len(self._ladders[name].guests) if name in self._ladders else 0

    def wake(self) -> None:
        """Somebody has become free."""
        self._wake.set()

    # Pairing.

    async def _pair(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(TICK):
                    await self._wake.wait()
            self._wake.clear()
            for ladder in list(self._ladders.values()):
                try:
                    await self.round(ladder)
                except HoplonError as error:
                    log.warning("nobody can be paired in the ladder of %s: %s", ladder.league.game, error)

    async def round(self, ladder: Ladder) -> int:
        """Pair everybody who can be, and begin their matches; how many."""
        began = time.thread_time()
        now = time.monotonic()
        here = ladder.waiting(now)
        if not here:
            return 0
        guests = {id(waiting): guest for waiting, guest in here}
        found = pair([waiting for waiting, _ in here], ladder.seats, now)
        taken = {id(one) for match in found for one in match}
        table = [[guests[id(one)] for one in match] for match in found]
        left = {id(guest): guest for waiting, guest in here if id(waiting) not in taken}
        table += [[guest] for guest in left.values() if self._is_bored(ladder, guest, now)]
        self.took = time.thread_time() - began
        if not table:
            return 0
        PAIRED.add(self.took)
        seats: list[tuple[int, ...]] = []
        for players in table:
            versions = [guest.version for guest in players]
            if len(versions) < ladder.seats:
                versions += self._nearest_house(ladder, versions[0], ladder.seats - len(versions))
            order = tuple(versions) if ladder.is_race else seated(versions, ladder.live.sat)
            ladder.live.seat(order)
            seats.append(order)
            for guest in players:
                guest.invited, guest.left = guest.invited + 1, guest.left - 1
        try:
            made = await asyncio.to_thread(self.rated.add, ladder.league, seats, ladder.is_race)
        except HoplonError:
            for guest in (one for players in table for one in players):
                guest.invited, guest.left = guest.invited - 1, guest.left + 1
            raise
        for players, order, pairings in zip(table, seats, made, strict=True):
            task = asyncio.create_task(self._begin(ladder, players, order, pairings))
            self._making.add(task)
            task.add_done_callback(self._making.discard)
        return len(table)

    def _is_bored(self, ladder: Ladder, guest: Guest, now: float) -> bool:
        """Has somebody waited so long that a bot of the server plays?"""
        wanted = HOUSE[guest.player.kind == PERSON]
        is_alone = now - guest.since >= wanted and not guest.invited
        own = sum(owner == guest.player.owner for owner in self._house.values())
        has_space = len(self._house) < MOST_HOUSE and own < MOST_HOUSE_EACH
        return is_alone and len(ladder.house) >= ladder.seats - 1 and has_space

    def _nearest_house(self, ladder: Ladder, version: int, many: int) -> list[int]:
        own = ladder.live.of(version)
        near = sorted(ladder.house, key=lambda one: (abs(ladder.live.of(one) - own), secrets.randbits(16)))
        return near[:many]

    async def _begin(
        self, ladder: Ladder, players: Sequence[Guest], versions: Sequence[int], pairings: Sequence[int]
    ) -> None:
        """Begin one match, or the lanes of a race, and offer it to those who play."""
        by_version = {guest.version: guest for guest in players}
        try:
            async with self._at_once:
                rooms = await self._made(ladder, by_version, versions, pairings)
        except (HoplonError, asyncio.CancelledError) as error:
            log.warning("a rated match of %s was not begun: %s", ladder.league.game, error)
            with suppress(HoplonError):
                await asyncio.to_thread(self.rated.void, pairings, "it could not be begun")
            rooms = []
        for guest in players:
            guest.invited -= 1
            guest.since = time.monotonic()
        for room, seats in rooms:
            for seat, version in seats:
                if invited := by_version.get(version):
                    if len(players) < ladder.seats:
                        self._house[room.card.id] = invited.player.owner
                    invited.busy.add(room.card.id)
                    self.offer(ladder, invited, room.card.id, seat)

    async def _made(
        self, ladder: Ladder, guests: dict[int, Guest], versions: Sequence[int], pairings: Sequence[int]
    ) -> list[tuple[Room, list[tuple[int, int]]]]:
        from hoplon.server.rooms import Rating

        league = ladder.league
        options, clock = dict(league.options), league.settings.arena
        made = []
        race, seed = secrets.token_hex(6), secret_seed()
        sittings = [[version] for version in versions] if ladder.is_race else [list(versions)]
        for number, (pairing, sitting) in enumerate(zip(pairings, sittings, strict=True)):
            at = list(zip(league.seats, sitting, strict=True))
            seats = {seat: self._seat(ladder, guests, version) for seat, version in at}
            seats |= {seat: Seat("bot", "", bot) for seat, bot in league.kept.items()}
            given = [seats[seat] for seat in range(len(seats))]
            people = any(seat.player in PEOPLE for seat in given)
            lane = Lane(race, number, seed, True) if ladder.is_race else None
            room, _ = await self._rooms.make(
                league.game,
                options,
                None,
                [],
                listed=number == 0,
                lane=lane,
                clock=clock if people else "",
                rated=Rating(pairing, given, self._rooms.uploads.shares.coming),
            )
            made.append((room, at))
        return made

    def _seat(self, ladder: Ladder, guests: dict[int, Guest], version: int) -> Seat:
        guest = guests.get(version)
        if guest is None:
            return Seat("bot", ladder.house[version].name, ladder.house[version].source)
        remote = "" if guest.player.kind == PERSON else guest.player.name
        return Seat("friend", guest.player.name, token=guest.player.token, remote=remote)

    def offer(self, ladder: Ladder, guest: Guest, match: str, seat: int) -> None:
        """Tell somebody that a seat is theirs; taking it is accepting."""
        coming = self._rooms.uploads.shares.coming
        guest.listener.tell(
            {"type": "offer", "match": match, "game": ladder.league.game, "seat": seat, "seconds": coming}
        )

    # Results.

    def settle_soon(self, match: str) -> None:
        """A rated match has ended here."""
        self._house.pop(match, None)
        self._free(match)
        self._ended.set()

    def _free(self, match: str) -> None:
        for ladder in self._ladders.values():
            for guest in ladder.guests.values():
                if match in guest.busy:
                    guest.busy.discard(match)
                    guest.since = time.monotonic()
                    guest.listener.tell({"type": "over", "match": match})
                    self._wake.set()

    async def _settle(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(2 * TICK):
                    await self._ended.wait()
            self._ended.clear()
            try:
                await self.settle()
            except HoplonError as error:
                log.warning("rated matches could not be counted: %s", error)

    async def settle(self) -> int:
        """Count what has ended, here or on a server that is gone; how many matches."""
        if not await asyncio.to_thread(self.all):
            return 0
        if lost := await asyncio.to_thread(self.rated.lost):
            await asyncio.to_thread(self.rated.void, lost, "the server stopped before it began")
        counted = 0
        for card in await asyncio.to_thread(self.rated.unsettled):
            try:
                counted += await self._count(card)
            except Refused:  # another server has it, or people still play in its race
                continue
            except HoplonError as error:  # which stops no other from being counted
                log.warning("the rated match %s could not be counted: %s", card.id, error)
        await self._free_moved()
        for ladder in list(self._ladders.values()):  # others may have counted, too
            await asyncio.to_thread(self._read, ladder)
        return counted

    async def _free_moved(self) -> None:
        """Matches that have moved to another server end there."""
        here = {room.card.id for room in self._rooms.all()}
        for match in self._house.keys() - here:
            del self._house[match]
        away = {
            match
            for ladder in self._ladders.values()
            for guest in ladder.guests.values()
            for match in guest.busy
        } - here
        if away:
            for card in await asyncio.to_thread(self._rooms.store.cards, sorted(away)):
                if card.ended is not None:
                    self._free(card.id)

    async def _count(self, card: StoredMatch) -> bool:
        league = await asyncio.to_thread(lambda: self.leagues.league(self.rated.league_of(card.rated)))
        if card.ended == VOID:
            lanes = await asyncio.to_thread(self._rooms.store.lanes, [card.race] if card.race else [])
            all_of = [card.rated, *(lane.rated for lane in lanes)]  # nobody is left to be compared with
            if await asyncio.to_thread(self.rated.void, all_of, "somebody did not come, or a bot failed"):
                for one in lanes or [card]:
                    self._let_rest(one)
            return False
        room = await self._rooms.open(card.id)
        if room.card.sealed:
            return False
        file = await room.file_for(SPECTATOR)
        seats = list(room.match.seats)
        return await asyncio.to_thread(self.rated.settle, league, room.card, seats, file)

    def _let_rest(self, card: StoredMatch) -> None:
        """Who did not come to a match is offered none for a while."""
        absent = {seat.token for n, seat in enumerate(card.seats) if seat.token and n not in card.shares}
        ladder = self._ladders.get(card.game)
        if ladder is None:
            return
        for token in absent:
            seconds = ladder.let_rest(token, time.monotonic())
            for guest in ladder.guests.values():
                if guest.player.token == token:
                    guest.listener.tell({"type": "rest", "seconds": seconds, "why": "you did not come"})

    async def leave_all(self, player: PlayerCard) -> None:
        """Resign all rated matches that somebody plays: they are no longer who they were."""
        self.turn_away([player.id], "this token was revoked")
        for found in await asyncio.to_thread(self.rated.of_player, player.id, 1000, True):
            with suppress(Refused):
                room = await self._rooms.open(found["card"].id)
                await room.come_in(Viewer((found["seat"],)))
                await room.resign(Viewer((found["seat"],)))
        await self.settle()

    def withdraw(self, player: PlayerCard, name: str) -> None:
        """Somebody takes part no longer; their results stay, perhaps under another name; in a thread."""
        for league in self.all():
            for bot in self.leagues.bots(league):
                if bot.owner == player.id:
                    with suppress(BadOption):  # is out already
                        self.leagues.withdraw(league, bot.name, "left the arena")
        if name:
            rename_bots(self.leagues, player.id, name)
