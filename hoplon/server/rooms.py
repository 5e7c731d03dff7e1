"""All rooms of a server: created, reopened from the store, and unloaded when nobody needs them."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from hoplon.core import replay
from hoplon.core.errors import BadMatchFile, HoplonError
from hoplon.core.match import Match, any_seed
from hoplon.games import game, game_names
from hoplon.server.boards import board_of
from hoplon.server.bot_processes import BotProcesses
from hoplon.server.bot_records import rows_of
from hoplon.server.bots import check_bot
from hoplon.server.headings import name_all
from hoplon.server.limits import most_boards, most_memory
from hoplon.server.preparations import Preparations
from hoplon.server.refusals import Refused
from hoplon.server.room import Room
from hoplon.server.seated_match import hash_of
from hoplon.server.shielded import shielded
from hoplon.server.store import BotRow, Seat, Store, StoredMatch, StoreFailed

MOST_ROOMS = 4000  # matches that are played or watched at once
KEPT = 300.0  # seconds that a room stays open with nobody in it
WEIGHED = 1.0  # seconds after which memory is measured again
ENTERING = 10.0  # seconds to enter after opening
TIDY = 20.0
LETTER = "hoplon pbem "
NO_LETTERS = (
    "this is a file of a match by e-mail, sealed for the two who play it; "
    "open it with 'hoplon pbem open' and the file, on the machine where its key is"
)


@dataclass(frozen=True)
class Player:
    """Who takes a seat."""

    player: str
    name: str = ""
    bot: str = ""


@dataclass(frozen=True)
class Key:
    """A token and the seats it holds."""

    token: str
    seats: list[int]
    player: str


class Rooms:
    """The matches of this server."""

    def __init__(self, store: Store, programs: bool = False) -> None:
        self.store = store
        self.programs = programs
        self.bot_processes = BotProcesses(game_names(), programs)
        self._rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Lock] = {}
        self.preparations = Preparations(game_names())
        self._tasks: list[asyncio.Task[None]] = []
        self.boards = 0  # sockets that are open
        self._most_boards = most_boards()
        self._most_memory = most_memory()
        self._weighed = 0.0  # when
        self._weight = 0

    def start(self) -> None:
        """Prepare the rules, continue the matches in which bots play, and start housekeeping."""
        self.preparations.start()
        self._tasks = [
            asyncio.create_task(self._resume()),
            asyncio.create_task(self._tidy()),
        ]

    async def close(self) -> None:
        """Stop everything; whatever was acknowledged is stored."""
        for task in self._tasks:
            task.cancel()
        for room in self._rooms.values():
            room.close()
        self.bot_processes.close()
        await asyncio.gather(*self._tasks, self.preparations.close(), return_exceptions=True)
        self.store.close()

    async def _resume(self) -> None:
        for card in await asyncio.to_thread(self.store.going_on):
            if any(seat.player == "bot" for seat in card.seats):
                with suppress(HoplonError):
                    (await self.open(card.id)).wake()

    async def _tidy(self) -> None:
        while True:
            await asyncio.sleep(TIDY)
            late = time.monotonic() - KEPT
            for key, room in list(self._rooms.items()):
                if room.used < late and not room.is_busy():
                    self._put_away(key)
            self.bot_processes.tidy()

    def _put_away(self, key: str) -> None:
        self._opening.pop(key, None)
        self._rooms.pop(key).close()

    def _make_space(self) -> None:
        """Before a room is opened: unload those that nobody needs if there are too many."""
        now = time.monotonic()
        if now - self._weighed > WEIGHED:
            self._weighed = now
            self._weight = sum(room.weight() for room in self._rooms.values())
        if self._has_space():
            return
        idle = [key for key, room in self._rooms.items() if room.used < now - ENTERING and not room.is_busy()]
        for key in sorted(idle, key=lambda key: self._rooms[key].used):
            self._weight -= self._rooms[key].weight()
            self._put_away(key)
            if self._has_space():
                return
        raise Refused("busy", f"{len(self._rooms)} matches are going on here; try again in a few minutes")

    def _has_space(self) -> bool:
        return len(self._rooms) < MOST_ROOMS and self._weight <= self._most_memory

    def check_boards(self) -> None:
        """Refuse a board beyond the limit."""
        if self.boards > self._most_boards:
            raise Refused("busy", f"{self._most_boards} boards are open here; try again in a few minutes")

    async def make(
        self,
        name: str,
        options: dict[str, str],
        seed: int | None,
        players: Sequence[Player] | None,
        is_open: bool = False,
        listed: bool = True,
        pace: float = 0.0,
    ) -> tuple[Room, list[Key]]:
        """Begin a match."""
        chosen = await asyncio.to_thread(read_options, name, options)
        found, board = game(name), board_of(name)
        try:
            seats, keys = self._seat(name, found.seat_names(chosen), players)
            await self.preparations.rules(name)
            seed = any_seed() if seed is None else seed
            match = await asyncio.to_thread(Match, found, seed, chosen)
        except HoplonError as error:
            raise Refused("malformed", str(error)) from None
        card = self._card(match, chosen.as_text(), seats, is_open, listed, pace)
        room = Room(card, match, board, self.store, self.bot_processes, self.preparations)
        await self._add(room)
        return room, keys

    @shielded
    async def _add(self, room: Room, said: Sequence[BotRow] = ()) -> None:
        """Store a new match. Its room exists first, so that nobody who finds the match opens another one."""
        key, match = room.card.id, room.match
        self._make_space()
        self._rooms[key] = room
        try:
            await self.store.add_match(room.card, list(zip(match.seats, match.choices, strict=True)), said)
        except StoreFailed:
            del self._rooms[key]
            raise
        room.wake()

    def _card(
        self,
        match: Match,
        options: dict[str, str],
        seats: list[Seat],
        is_open: bool,
        listed: bool,
        pace: float,
    ) -> StoredMatch:
        return StoredMatch(
            id=secrets.token_hex(6),
            game=match.game.name,
            version=match.game.version,
            seed=match.seed,
            dice=secrets.randbits(40),
            options=options,
            seats=seats,
            open=is_open,
            listed=listed,
            pace=pace,
            scores=[0] * len(seats),
        )

    def _seat(
        self, name: str, titles: Sequence[str], players: Sequence[Player] | None
    ) -> tuple[list[Seat], list[Key]]:
        """Give everybody a seat, and people their tokens."""
        if players is None:
            players = [Player("me")] * len(titles)
        if len(players) != len(titles):
            raise Refused("malformed", f"{len(players)} seats are given; the match has {len(titles)}")
        mine = secrets.token_urlsafe(18)
        seats, keys = [], []
        for number, (player, title) in enumerate(zip(players, titles, strict=True)):
            if player.player == "bot":
                check_bot(player.bot, name, self.programs)
                seats.append(Seat("bot", player.name, player.bot, title=title))
                continue
            token = mine if player.player == "me" else secrets.token_urlsafe(18)
            seats.append(Seat(player.player, player.name, token=hash_of(token), title=title))
            if player.player == "friend":
                keys.append(Key(token, [number], "friend"))
        name_all(seats)
        own = [n for n, player in enumerate(players) if player.player == "me"]
        return seats, ([Key(mine, own, "me")] if own else []) + keys

    async def again(self, room: Room, held: tuple[int, ...]) -> tuple[Room, list[Key]]:
        """A new match with the same options, seed and players."""
        if not room.may_begin_again(held):
            raise Refused(
                "forbidden", "only those who play may begin again, and not while others play with them"
            )
        card = room.card
        players = [Player(seat.player, seat.name, seat.bot) for seat in card.seats]
        return await self.make(card.game, card.options, card.seed, players, card.open, card.listed, card.pace)

    async def take_file(
        self, text: str, go_on: bool, players: Sequence[Player] | None = None, record: str | None = None
    ) -> tuple[Room, list[Key]]:
        """A match from a match file: to look at, with the record of its bots, or to continue."""
        if text.startswith(LETTER):
            raise Refused("malformed", NO_LETTERS)
        try:
            file = await asyncio.to_thread(replay.read, text)
            if file.game not in game_names():
                raise BadMatchFile(f"the file is a match of {file.game[:40]!r}, which is not installed here")
            found, board = game(file.game), board_of(file.game)
            await asyncio.to_thread(board.check, file.options)
            await self.preparations.rules(file.game)
            verdict = await asyncio.to_thread(replay.verify, file, found)
        except HoplonError as error:
            raise Refused("malformed", str(error)[:600]) from None
        if not verdict.agrees:
            raise Refused("malformed", f"the file {verdict}"[:600])
        match = verdict.match
        titles = found.seat_names(match.options)
        goes_on = go_on and not match.is_over
        if goes_on:
            seats, keys = self._seat(file.game, titles, players)
        else:
            seats, keys = [Seat("nobody", title, title=title) for title in titles], []
        said: list[BotRow] = []
        if record is not None and not goes_on:
            bots, said = await asyncio.to_thread(rows_of, record, match)
            for seat, bot in zip(seats, bots, strict=True):
                seat.bot = bot
        card = self._card(match, dict(file.options), seats, not keys, False, 0.0)
        room = Room(card, match, board, self.store, self.bot_processes, self.preparations)
        room.note_standing()
        if not goes_on and card.ended is None:
            card.ended = "unfinished"
        await self._add(room, said)
        return room, keys

    async def open(self, key: str) -> Room:
        """The room of a match, reopened from the store if necessary."""
        if key in self._rooms:
            return self._entered(key)
        async with self._opening.setdefault(key, asyncio.Lock()):
            if key in self._rooms:
                return self._entered(key)
            card = await asyncio.to_thread(self.store.card, key)
            if card is None:
                self._opening.pop(key, None)
                raise Refused("unknown", f"there is no match {key[:40]!r}")
            if card.game not in game_names() or game(card.game).version != card.version:
                raise Refused(
                    "frozen", f"the match was played by version {card.version} of the rules of {card.game}"
                )
            await self.preparations.rules(card.game)
            try:
                match, undone = await asyncio.to_thread(self._replay, card)
            except HoplonError as error:
                text = f"the rules of {card.game} no longer replay the match: {error}"
                raise Refused("frozen", text[:600]) from None
            self._make_space()
            room = Room(
                card, match, board_of(card.game), self.store, self.bot_processes, self.preparations, undone
            )
            self._rooms[key] = room
            room.wake()
            return room

    def _entered(self, key: str) -> Room:
        """An open room; it is not unloaded while somebody is entering."""
        room = self._rooms[key]
        room.used = time.monotonic()
        return room

    def _replay(self, card: StoredMatch) -> tuple[Match, int]:
        """The match as it was, and how many choices can be redone."""
        found = game(card.game)
        match = Match(found, card.seed, found.options.from_text(card.options))
        for _, text in self.store.choices(card.id):
            match.play(text)
        undone = self.store.undone(card.id)
        for text in undone:
            match.play(text)
        for _ in undone:
            match.undo()
        return match, len(undone)


def read_options(name: str, options: dict[str, str]) -> Any:
    """The options of a match, if a server may use them."""
    if name not in game_names():
        raise Refused("unknown", f"there is no game {name[:40]!r}; installed: {', '.join(game_names())}")
    try:
        board_of(name).check(options)
        return game(name).options.from_text(options)
    except HoplonError as error:
        raise Refused("malformed", str(error)) from None
