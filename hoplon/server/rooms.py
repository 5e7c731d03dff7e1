"""All rooms of a server: created, reopened from the store, and unloaded when nobody needs them."""

from __future__ import annotations

import asyncio
import hmac
import os
import secrets
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from hoplon.core import replay
from hoplon.core.dice import secret_seed
from hoplon.core.errors import BadMatchFile, HoplonError
from hoplon.core.leaving import AGREED
from hoplon.core.match import Match
from hoplon.core.proof import new_secret
from hoplon.games import game, game_names
from hoplon.protocols.program_names import LONGEST
from hoplon.sandbox.sight import Secrets
from hoplon.server import clocks, fair_dice
from hoplon.server.boards import board_of
from hoplon.server.bot_processes import BotProcesses
from hoplon.server.bot_records import rows_of
from hoplon.server.bots import check_bot
from hoplon.server.daily import Counted, Daily
from hoplon.server.headings import name_all
from hoplon.server.ladders import Ladders
from hoplon.server.league_matches import attempt_of, open_league_match
from hoplon.server.leases import Holder
from hoplon.server.limits import most_boards, most_memory
from hoplon.server.metrics import LOST, TAKEN
from hoplon.server.moderation import Rulings
from hoplon.server.names import clean_name
from hoplon.server.neighbours import Neighbours
from hoplon.server.preparations import Preparations
from hoplon.server.programs import read_bot
from hoplon.server.races import Lane, Races
from hoplon.server.refusals import Refused
from hoplon.server.rights import (
    STATES,
    Viewer,
    has_people,
    is_allowed,
    kinds_of,
    no_seat,
    not_yet,
    refusal_of,
)
from hoplon.server.room import UNWATCHED, Room
from hoplon.server.seated_match import hash_of
from hoplon.server.shares import Shares
from hoplon.server.shielded import shielded
from hoplon.server.store import Store
from hoplon.server.stored_match import BotRow, Seat, StoredMatch
from hoplon.server.stored_replay import replayed
from hoplon.server.thinking import Thinking
from hoplon.server.uploads import Uploads
from hoplon.server.webhooks import Hooks, Webhooks
from hoplon.server.writer import StoreFailed

MOST_ROOMS = 4000  # matches that are played or watched at once
KEPT = 300.0  # seconds that a room stays open with nobody in it
BEGAN = "host of the match"  # who began it without a seat
NOBODY = "nobody"
WEIGHED = 1.0  # seconds after which memory is measured again
ENTERING = 10.0  # seconds to enter after opening
TIDY = 20.0
HEED = 1.0  # seconds after which the host's decisions are looked up again
LETTER = "hoplon pbem "
NO_LETTERS = (
    "this is a letter of a match by e-mail, for the two who play it; "
    "it is opened on the page 'Letters', or by 'hoplon pbem open', where its player keeps the key"
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


@dataclass(frozen=True)
class Rating:
    """A rated match to be: the pairing that it decides, who has which seat, and the seconds to come in."""

    pairing: int
    seats: Sequence[Seat]
    coming: float


class Elsewhere(Refused):
    """Another server plays the match."""

    def __init__(self, holder: Holder | None) -> None:
        super().__init__("busy", "another server plays the match; try again in a moment")
        self.holder = holder


class Rooms:
    """The matches of this server. Other servers that use its database find it at `address`."""

    def __init__(
        self,
        store: Store,
        programs: bool = False,
        address: str = "",
        host: str = "",
        shares: Shares | None = None,
        hooks: Hooks = Hooks.NONE,
    ) -> None:
        self.store = store
        self.webhooks = Webhooks(store.webhooks, hooks)
        self.uploads = Uploads(shares or Shares())
        self._host = hash_of(host) if host else ""
        self.programs = programs
        # Whoever uses the arena may name only files below the folder that the server was started in.
        unseen = Secrets(store.files, below=os.getcwd())
        self.bot_processes = BotProcesses(game_names(), programs, unseen)
        self.thinking = Thinking()
        self._rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Lock] = {}
        self.preparations = Preparations(game_names())
        self._tasks: list[asyncio.Task[None]] = []
        self.neighbours = Neighbours(self)
        self.races = Races(self)
        self.ladders = Ladders(self)
        self.daily = Daily(self)
        self.draining = False  # is it about to stop?
        self._address = address
        self.boards = 0  # sockets that are open
        self._most_boards = most_boards()
        self._most_memory = most_memory()
        self._weighed = 0.0  # when
        self._weight = 0

    def start(self) -> None:
        """Prepare the rules, continue the matches of servers that are gone, and start housekeeping."""
        self.preparations.start()
        self.neighbours.start(self._address)
        self._tasks = [asyncio.create_task(work) for work in (self._tidy(), self._heed(), self.daily.keep())]
        self.ladders.start()
        self.webhooks.start()

    async def close(self) -> None:
        """Stop everything; whatever was acknowledged is stored, and others may take the matches over."""
        self.draining = True
        self.neighbours.close()
        for task in self._tasks:
            task.cancel()
        await self.webhooks.close()
        for room in self._rooms.values():
            room.close()
        self.bot_processes.close()
        self.thinking.close()
        self.uploads.close()
        await self.ladders.close()
        await asyncio.gather(*self._tasks, self.preparations.close(), return_exceptions=True)
        self.store.close()

    @property
    def server(self) -> str:
        """What this server is called among others."""
        return self.store.leases.me

    def all(self) -> list[Room]:
        """Every open room."""
        return list(self._rooms.values())

    async def _tidy(self) -> None:
        while True:
            await asyncio.sleep(TIDY)
            late = time.monotonic() - KEPT
            for key, room in list(self._rooms.items()):
                if room.used < late and not room.is_busy():
                    self._put_away(key)
            self.bot_processes.tidy()
            self.thinking.tidy()

    async def rulings(self) -> Rulings:
        """What the host has decided about names."""
        return await asyncio.to_thread(self.store.moderation.rulings)

    async def _heed(self) -> None:
        """When the host changes names, matches in which they occur are opened again."""
        count = None
        while True:
            with suppress(StoreFailed):
                now = (await self.rulings()).count
                if count not in (None, now):
                    await self.neighbours.check()
                count = now
            await asyncio.sleep(HEED)

    def _put_away(self, key: str) -> None:
        self._opening.pop(key, None)
        room = self._rooms.pop(key)
        room.close()
        self.store.leases.give_back(key, room.card.fence)

    def lose(self, room: Room) -> None:
        """Another server has taken a match over."""
        if self._rooms.get(room.card.id) is room:
            del self._rooms[room.card.id]
            LOST.add()
        room.leave()

    def _note_end(self, room: Room) -> None:
        if room.card.rated:
            self.ladders.settle_soon(room.card.id)

    def _note_call(self, room: Room) -> None:
        if fair_dice.others_play(room.card.seats):
            self.webhooks.wake()

    async def _note_come(self, room: Room) -> None:
        await self.races.settle(room.card.race)

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

    def check_bots(self, client: str) -> None:
        """Refuse a client one more match that bots play among themselves, if it has enough of them."""
        most = self.uploads.shares.bots
        if sum(room.maker == client and room.plays_alone() for room in self._rooms.values()) >= most:
            much = f"bots play {most} matches among themselves for this address"
            raise Refused("often", much, UNWATCHED)

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
        lane: Lane | None = None,
        is_own: bool = False,
        clock: str = "",
        rated: Rating | None = None,
        counted: Counted | None = None,
    ) -> tuple[Room, list[Key]]:
        """Begin a match, perhaps as a lane of a race, with a clock, rated, or counted in the day's challenge.

        `is_own`: the options come from the game itself.
        """
        chosen = await asyncio.to_thread(read_options, name, options, is_own)
        found, board = game(name), board_of(name)
        try:
            titles = found.seat_names(chosen)
            if players is None:
                kept = found.bots_kept(chosen)
                players = [
                    Player("bot", "", kept[n]) if n in kept else Player("me") for n in range(len(titles))
                ]
            keys: list[Key] = []
            if known := rated or counted:
                seats = self._seat_known(titles, known.seats, await self.rulings())
            else:
                seats, keys = self._seat(name, titles, players, await self.rulings())
            await self.preparations.rules(name)
            rolls = await asyncio.to_thread(fair_dice.has_dice, found, chosen)
            terms = fair_dice.terms_of(found, seats, seed if rolls else None, chosen.as_text(), is_open)
            drawn = lane.seed if lane else secret_seed() if seed is None else seed
            match = await asyncio.to_thread(Match, found, drawn, chosen)
        except Refused:
            raise
        except HoplonError as error:
            raise Refused("malformed", str(error)) from None
        card = self._card(match, chosen.as_text(), seats, is_open, listed, pace)
        card.began, card.terms = _began(keys), terms
        if clock and not has_people(seats):
            raise Refused(
                "malformed", "only bots play, which have no clock; expected somebody else, or no clock"
            )
        clocks.set_clock(card, clock)
        if rated is not None:
            card.rated = rated.pairing
        if counted is not None:
            counted.mark(card)
        elif lane:  # whose dice are the same for all, so that nobody needs a share of them
            card.race, card.lane, card.sealed = lane.race, lane.number, lane.sealed
        elif rolls and seed is None:
            card.secret, card.seed = new_secret(), fair_dice.UNDEALT
        if rated is not None and fair_dice.absent(card):
            card.flag = self.store.leases.now() + rated.coming
        if fair_dice.waits_for_race(card):
            match = await asyncio.to_thread(Match, found, fair_dice.UNDEALT, chosen)
        match = await self._dealt(card, match)
        room = Room(card, match, board, self.store, self.bot_processes, self.preparations)
        await self._add(room)
        return room, keys

    async def _dealt(self, card: StoredMatch, match: Match) -> Match:
        """The match with its dice, if there is nobody to wait for."""
        if fair_dice.absent(card):
            return match
        fair_dice.settle_dice(card)
        return await asyncio.to_thread(fair_dice.begin, card, match)

    @shielded
    async def _add(self, room: Room, said: Sequence[BotRow] = ()) -> None:
        """Store a new match. Its room exists first, so that nobody who finds the match opens another one."""
        key, match = room.card.id, room.match
        self._make_space()
        room.shares, room.on_lost, room.on_end = self.uploads.shares, self.lose, self._note_end
        room.on_come, room.on_call = self._note_come, self._note_call
        self._rooms[key] = room
        try:
            await self.store.add_match(room.card, list(zip(match.seats, match.choices, strict=True)), said)
        except StoreFailed:
            del self._rooms[key]
            raise
        room.wake()
        room.wind()

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
            dice=secrets.randbits(62),
            options=options,
            seats=seats,
            open=is_open,
            listed=listed,
            pace=pace,
            scores=[0] * len(seats),
        )

    def _seat(
        self, name: str, titles: Sequence[str], players: Sequence[Player] | None, rulings: Rulings
    ) -> tuple[list[Seat], list[Key]]:
        """Give everybody a seat, and people their tokens."""
        if players is None:
            players = [Player("me")] * len(titles)
        if len(players) != len(titles):
            raise Refused("malformed", f"{len(players)} seats are given; the match has {len(titles)}")
        mine = secrets.token_urlsafe(18)
        seats, keys = [], []
        for number, (player, title) in enumerate(zip(players, titles, strict=True)):
            called = clean_name(player.name)
            if player.player == "bot":
                given, bot = read_bot(player.bot)
                check_bot(bot, name, self.programs)
                seats.append(Seat("bot", called or clean_name(given), bot, title=title))
                continue
            token = mine if player.player == "me" else secrets.token_urlsafe(18)
            seats.append(Seat(player.player, called, token=hash_of(token), title=title))
            if player.player == "friend":
                keys.append(Key(token, [number], "friend"))
        rulings.apply(seats)
        name_all(seats)
        own = [n for n, player in enumerate(players) if player.player == "me"]
        return seats, [Key(mine, own, "me"), *keys] if own else [*keys, Key(mine, [], BEGAN)]

    def _seat_known(self, titles: Sequence[str], given: Sequence[Seat], rulings: Rulings) -> list[Seat]:
        """Seats of those who are known by their own tokens."""
        seats = [replace(seat, title=title) for seat, title in zip(given, titles, strict=True)]
        rulings.apply(seats)
        name_all(seats)
        return seats

    async def seat_titles(self, name: str, options: dict[str, str]) -> tuple[str, ...]:
        """What the seats of a match with these options are called."""
        chosen = await asyncio.to_thread(read_options, name, options)
        return game(name).seat_names(chosen)

    async def check_players(self, name: str, titles: Sequence[str], players: Sequence[Player]) -> None:
        """Refuse players who cannot take these seats."""
        self._seat(name, titles, players, await self.rulings())

    def _is_host(self, token: str | None) -> bool:
        return bool(token and self._host) and hmac.compare_digest(hash_of(token or ""), self._host)

    def check_host(self, token: str | None, right: str) -> None:
        """Refuse what concerns all matches to whoever has no right to it."""
        kinds = kinds_of(Viewer(is_host=self._is_host(token)), (), False)
        if not is_allowed(right, kinds, set(STATES)):
            raise refusal_of(right)

    def viewer_of(self, room: Room, token: str | None) -> Viewer:
        """Whoever has this token; Refused if it is none of this match."""
        if self._is_host(token) and not room.card.sealed:
            return Viewer(is_host=True)
        viewer = room.viewer_of(token)
        if viewer is None:
            raise no_seat()
        if room.card.sealed and not viewer.held:
            raise not_yet(room.card.day)
        return viewer

    async def again(
        self, room: Room, viewer: Viewer, swap: bool = False, fresh: bool = False
    ) -> tuple[Room, list[Key]]:
        """A new match with the same options, seed and players; who began it plays for those of a file.

        With `swap` each has the seat of the next, except bots at seats that are kept for them; with `fresh`
        the dice are others.
        """
        room.check(viewer, "again")
        card = room.card
        players = [
            Player("me") if seat.player == NOBODY else Player(seat.player, seat.called[:LONGEST], seat.bot)
            for seat in card.seats
        ]
        if swap:
            found = game(card.game)
            kept = found.bots_kept(found.options.from_text(card.options))
            free = [seat for seat in range(len(players)) if seat not in kept]
            for seat, other in zip(free, [players[one] for one in free[1:] + free[:1]], strict=True):
                players[seat] = other
        seed = None
        if (
            not fresh
            and not fair_dice.absent(card)
            and (not fair_dice.keeps_dice(card) or room.may(viewer, "file"))
        ):
            await room.tell_dice()
            seed = card.seed
        return await self.make(
            card.game, card.options, seed, players, card.open, card.listed, card.pace, clock=card.clock
        )

    async def take_file(
        self,
        text: str,
        go_on: bool,
        players: Sequence[Player] | None = None,
        record: str | None = None,
        client: str = "",
    ) -> tuple[Room, list[Key]]:
        """A match from a match file: to look at, with the record of its bots, or to continue."""
        if text.startswith(LETTER):
            raise Refused("malformed", NO_LETTERS)
        try:
            file = await self.uploads.run(lambda: replay.read(text))
            if file.game not in game_names():
                raise BadMatchFile(f"the file is a match of {file.game[:40]!r}, which is not installed here")
            found, board = game(file.game), board_of(file.game)
            await asyncio.to_thread(board.check, file.options)
            await self.preparations.rules(file.game)
            async with self.uploads.turns.turn(client):
                verdict = await self.uploads.replayed(file, found)
        except Refused:  # for another reason than what the file says
            raise
        except HoplonError as error:
            raise Refused("malformed", str(error)[:600]) from None
        if not verdict.agrees:
            raise Refused("malformed", f"the file {verdict}"[:600])
        match = verdict.match
        titles = found.seat_names(match.options)
        goes_on = go_on and not match.is_over
        if goes_on:
            seats, keys = self._seat(file.game, titles, players, await self.rulings())
        else:
            seats = [Seat(NOBODY, title, title=title) for title in titles]
            for n, leaving in match.left.items():
                seats[n].left, seats[n].left_after = leaving.why, leaving.number
            keys = [Key(secrets.token_urlsafe(18), [], BEGAN)]
        said: list[BotRow] = []
        if record is not None and not goes_on:
            bots, said = await asyncio.to_thread(rows_of, record, match)
            for seat, bot in zip(seats, bots, strict=True):
                seat.bot = bot
        card = self._card(match, dict(file.options), seats, not goes_on, False, 0.0)
        card.began = _began(keys)
        card.other_dice = sorted(match.other_dice.items())
        if goes_on:
            await self._take_new_dice(card, match)
        elif match.proof is not None:
            card.terms = ["The proof of its dice is in the file that was opened here."]
        was_drawn, match.is_drawn = match.is_drawn, False
        room = Room(card, match, board, self.store, self.bot_processes, self.preparations)
        room.note_standing()
        if not goes_on and card.ended is None:
            card.ended = AGREED if was_drawn else "unfinished"
        await self._add(room, said)
        return room, keys

    async def _take_new_dice(self, card: StoredMatch, match: Match) -> None:
        """Who brings a file knows its seed: from here on the dice are others, and everybody is told so."""
        number = len(match.choices)
        card.terms = [
            f"The match goes on from a file, after {number} choices. From here on the dice are new."
        ]
        if fair_dice.others_play(card.seats):
            card.terms.append(
                f"{fair_dice.BEGINNER.capitalize()} brought the file and may know what is hidden."
            )
        if await asyncio.to_thread(fair_dice.has_dice, match.game, match.options):
            card.secret = new_secret()
            card.other_dice = [other for other in card.other_dice if other[0] < number]
            card.other_dice.append((number, fair_dice.UNKNOWN))
        await self._dealt(card, match)

    async def open(self, key: str) -> Room:
        """The room of a match, reopened from the store if necessary."""
        room = await self.open_lane(key)
        if room.card.day:
            await self.daily.settle(room)
        elif room.card.sealed:
            await self.races.settle(room.card.race)
        return room

    async def open_lane(self, key: str) -> Room:
        """The same, without looking at the race that it may belong to."""
        if key in self._rooms:
            return self._entered(key)
        async with self._opening.setdefault(key, asyncio.Lock()):
            if key in self._rooms:
                return self._entered(key)
            card = await asyncio.to_thread(self.store.card, key)
            if card is None:
                return await self._open_other(key)
            if card.game not in game_names() or game(card.game).version != card.version:
                raise Refused("frozen", f"the match was played by {other_rules(card)}")
            await self.preparations.rules(card.game)
            self._make_space()
            fence = await self.store.leases.take(key)
            if fence is None:
                self._opening.pop(key, None)
                raise Elsewhere(await asyncio.to_thread(self.store.leases.holder, key))
            TAKEN.add()
            try:
                room = await self._reopened(key, fence)
                room.shares, room.on_end = self.uploads.shares, self._note_end
                room.on_come, room.on_call = self._note_come, self._note_call
            except BaseException:
                self.store.leases.give_back(key, fence)
                raise
            self._rooms[key] = room
            room.wake()
            room.wind()
            return room

    async def _open_other(self, key: str) -> Room:
        """A match that is kept elsewhere than among those of the arena."""
        attempt = attempt_of(key)
        try:
            if attempt is None:
                raise Refused("unknown", f"there is no match {key[:40]!r}")
            self._make_space()
            room = self._rooms[key] = await open_league_match(self, key, attempt)
            return room
        except Refused:
            self._opening.pop(key, None)
            raise

    async def _reopened(self, key: str, fence: int) -> Room:
        """The room of a match as it is stored, now that nobody else can change it."""
        card = await asyncio.to_thread(self.store.card, key)
        assert card is not None
        card.fence = fence
        try:
            match, undone = await asyncio.to_thread(self._replay, card)
        except HoplonError as error:
            if isinstance(error, StoreFailed):
                raise
            why = str(error).partition(" Legal now: ")[0]  # which is not for everybody
            text = f"the rules of {card.game} no longer replay the match: {why}"
            raise Refused("frozen", text[:600]) from None
        board = board_of(card.game)
        room = Room(card, match, board, self.store, self.bot_processes, self.preparations, undone)
        room.on_lost = self.lose
        return room

    async def find(self, key: str) -> Holder | None:
        """The other server that plays a match; None if this one does, or if there is no such match."""
        if key in self._rooms:
            return None
        holder = await asyncio.to_thread(self.store.leases.holder, key)
        if holder is not None:
            return holder
        try:
            await self.open(key)
        except Elsewhere as elsewhere:
            return elsewhere.holder
        return None

    def _entered(self, key: str) -> Room:
        """An open room; it is not unloaded while somebody is entering."""
        room = self._rooms[key]
        room.used = time.monotonic()
        room.look_in()
        return room

    def _replay(self, card: StoredMatch) -> tuple[Match, int]:
        """The match as it was, and how many choices can be redone."""
        undone = self.store.undone(card.id)
        match = replayed(card, [text for _, text in self.store.choices(card.id)] + undone)
        for _ in undone:
            match.undo()
        return match, len(undone)


def _began(keys: Sequence[Key]) -> str:
    """What is stored of the token of who began a match without a seat."""
    return next((hash_of(key.token) for key in keys if key.player == BEGAN), "")


def other_rules(card: StoredMatch) -> str:
    """The rules by which a match was played that are not here."""
    if card.game in game_names():
        return game(card.game).other_version(card.version)
    return f"version {card.version} of the rules of {card.game}, which is not installed here"


def read_options(name: str, options: dict[str, str], is_own: bool = False, is_studied: bool = False) -> Any:
    """The options of a match, if a server may use them; those of the game itself are beyond doubt."""
    if name not in game_names():
        raise Refused("unknown", f"there is no game {name[:40]!r}; installed: {', '.join(game_names())}")
    for option, text in options.items():
        if not text.isprintable():  # it is shown, and one line of a match file
            raise Refused("malformed", f"the option {option[:40]!r} has a character that cannot be shown")
    try:
        if not is_own:
            board = board_of(name)
            (board.check_study if is_studied and board.check_study else board.check)(options)
        return game(name).options.from_text(options)
    except HoplonError as error:
        raise Refused("malformed", str(error)) from None
