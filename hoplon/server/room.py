"""A room: a match that is being played, its viewers and its bots.

Whoever changes the match holds the room's lock. Playing a choice and publishing it takes about a millisecond
and is done directly, which is faster than a thread; anything that may take longer runs in a thread, so that
it does not delay other matches. A choice is stored before anybody hears of it, and what cannot be stored is
not played: whatever goes wrong, the match is what the store has.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from contextvars import copy_context
from dataclasses import replace
from typing import Protocol, TypeVar

from hoplon.core.board import Board, Json
from hoplon.core.daily import is_over
from hoplon.core.errors import HoplonError, IllegalChoice
from hoplon.core.leaving import AGREED, FLAGGED, GONE, RESIGNED
from hoplon.core.match import Match
from hoplon.core.words import speaking
from hoplon.protocols.seated_bot import BotQuestion, BotSaid, Seating
from hoplon.server import attendance, clocks, departures, fair_dice
from hoplon.server.asked_match import AskedMatch
from hoplon.server.asking import Asking
from hoplon.server.attendance import Attendance
from hoplon.server.bot_processes import BotFailed, BotProcesses, Dismissed
from hoplon.server.bot_records import MOST_KEPT, BotRecords, records_of, row_of
from hoplon.server.calls import note_calls
from hoplon.server.headings import FAULT, LONG, STOPPED, VOID, name_all, seats_of
from hoplon.server.metrics import CHOICES, TOOK
from hoplon.server.preparations import Preparations
from hoplon.server.races import is_late
from hoplon.server.refusals import Refused, shown
from hoplon.server.rights import SPECTATOR, Viewer, has_people, no_seat, refusal_of
from hoplon.server.seated_match import SeatedMatch, hash_of, is_link_of, to_json
from hoplon.server.shares import Meter, Shares
from hoplon.server.shielded import in_thread, shielded
from hoplon.server.store import Store
from hoplon.server.stored_match import BotRow, StoredMatch
from hoplon.server.writer import LeaseLost, StoreFailed

T = TypeVar("T")
LONGEST_FAULT = 600
AT_ONCE = 16  # choices after which other matches get a turn
LOOKS_AT_ONCE = 2
LOOKS = ThreadPoolExecutor(LOOKS_AT_ONCE, "look")  # for what takes long and holds nobody up
PAUSE = 5.0  # seconds before storing a bot's choice is tried again
MOMENT = 0.05  # seconds: a timer may be early
LONGEST_WAIT = 3600.0  # seconds after which a clock of days is looked at again
SPEAK_EVERY, SPEAK_AT_ONCE = 4.0, 3  # seconds for a phrase of a seat, and how many at once
UNWATCHED = 60.0  # seconds that bots play among themselves with nobody looking


class Watcher(Protocol):
    """A viewer of a board."""

    viewer: Viewer
    wants_all: bool
    language: str

    def send(self, text: str | None) -> None:
        """Queue a message; never blocks. None ends the connection."""
        ...


class Room(AskedMatch):
    """One match."""

    def __init__(
        self,
        card: StoredMatch,
        match: Match,
        board: Board,
        store: Store,
        bot_processes: BotProcesses,
        preparations: Preparations,
        undone: int = 0,
    ) -> None:
        super().__init__(card, match, board, undone)
        self.watchers: set[Watcher] = set()
        self.maker = ""  # the client that began it, since the server was started
        self.shares = Shares()
        self._seen = time.monotonic()  # when somebody looked last
        self.on_lost: Callable[[Room], None] = Room.leave
        self.is_closed = False
        self._store = store
        self._bot_processes = bot_processes
        self._preparations = preparations
        self._cuts = 0  # how often something was undone
        self._paced = -1  # the last turn that bots have waited for
        self._unsure = False  # may the store have what it failed to store?
        self._said: list[BotRow] = []  # of programs, not stored yet
        self.recorded: Sequence[BotRow] | None = None  # what came with a match that is kept elsewhere
        self._space: int | None = None  # for more of that, in characters, once it is known
        self._bots: asyncio.Task[None] | None = None
        self._file = ""  # the file of a match that is over
        self._attendance = Attendance(lambda: self.shares.gone)
        self._told: list[Json] = []  # who is here, as it was told last
        self._later: asyncio.TimerHandle | None = None  # when that changes by itself
        self._running = self._stretch() if card.flag is not None else None  # whose clock, in which turn
        self._flag: asyncio.TimerHandle | None = None  # when somebody's time is up
        self._falling: asyncio.Task[None] | None = None
        self.on_end: Callable[[Room], None] = lambda _room: None
        self.on_call: Callable[[Room], None] = lambda _room: None  # it may be somebody else's turn
        self.phrases = Meter(SPEAK_EVERY, SPEAK_AT_ONCE)
        self.on_come: Callable[[Room], Awaitable[None]] | None = None  # to a lane of a rated race

    async def look(self, question: Callable[[SeatedMatch], T]) -> T:
        """Compute something slow about the current match, which continues meanwhile."""
        self.used = time.monotonic()
        async with self._lock:
            twin = self.twin()
        return await asyncio.get_running_loop().run_in_executor(LOOKS, copy_context().run, question, twin)

    async def file_for(self, viewer: Viewer) -> str:
        """The match file, for whoever may have it; that of a match which is over is made once."""
        if self.card.ended is not None and self._file:
            return self._file

        def found(table: SeatedMatch) -> str:
            table.check(viewer, "file")
            return table.file()

        text = await self.look(found)
        self._file = text if self.card.ended is not None else ""
        return text

    async def _publish(self, message: Callable[[Viewer, bool], Json]) -> None:
        """Send everybody what they may see; each view is made once, and other matches are not held up."""
        made: dict[tuple[Viewer, bool, str], str] = {}
        for watcher in tuple(self.watchers):
            key = watcher.viewer, watcher.wants_all, watcher.language
            if key not in made:
                if made:
                    await asyncio.sleep(0)
                viewer, wants_all, name = key
                with speaking(name):
                    made[key] = to_json(message(viewer, wants_all))
            watcher.send(made[key])

    async def publish_state(self) -> None:
        """Send everybody the current state."""
        async with self._lock:
            await self._publish(self.state)

    # What changes the match.

    def check_number(self, number: int, cuts: int | None = None) -> None:
        """Refuse a message meant for another position; with `cuts`, also if something was undone since."""
        super().check_number(number)
        if cuts not in (None, self._cuts):
            raise Refused("stale", "this was meant for a position that was taken back")

    async def _make_sure(self) -> None:
        """Synchronise with the store: after a failure it may have stored what it reported as lost."""
        if not self._unsure:
            return
        match = self.match
        stored = [text for _, text in await asyncio.to_thread(self._store.choices, self.card.id)]
        self._unsure = False
        if stored == match.choices:
            return
        while match.choices != stored[: len(match.choices)]:
            match.undo()
        for text in stored[len(match.choices) :]:
            match.play(text)
        self.undone = 0
        self.trouble = ""
        self._cuts += 1
        self.note_standing()
        self._run_clock(pays=False)
        self.wind()
        await self._publish(self.state)
        self.wake()

    async def _stored(self, writing: Awaitable[None]) -> None:
        """Wait until something is stored. If another server has taken the match over, this room ends."""
        try:
            await writing
        except LeaseLost:
            self.on_lost(self)
            raise

    async def choose(self, text: str, number: int, viewer: Viewer, cuts: int | None = None) -> None:
        """Play a choice for a seat, store it and publish it."""
        await self.choose_all([text], number, viewer, cuts)

    @shielded
    async def choose_all(
        self, texts: Sequence[str], number: int, viewer: Viewer, cuts: int | None = None
    ) -> None:
        """Play choices one after the other, all or none, as far as they could be taken back one by one.

        Only the last is published.
        """
        began = self.used = time.monotonic()
        async with self._lock:
            await self._make_sure()
            self.check_number(number, cuts)
            await self._hear_of_race()
            await self._let_flag_fall()
            match, left, clock = self.match, "", self._clock_kept()
            try:
                left = await self._play_all(texts, viewer)
                self.note_standing()
                self._run_clock()
                played = zip(match.seats[number:], match.choices[number:], strict=True)
                said = self._take_said()
                await self._stored(self._store.add_choices(self.card, number + 1, list(played), said=said))
            except Exception as error:
                self._unsure = isinstance(error, StoreFailed)
                if len(match.choices) > number:  # otherwise nothing has changed
                    while len(match.choices) > number:
                        match.undo()
                    self.undone = 0
                    self.note_standing()
                self._restore_clock(clock)
                raise
            self.undone = 0
            self.trouble = ""
            for seat in set(match.seats[number:]):
                self._attendance.note_choice(seat, departures.of_others(self.card, seat))
            self.wind()
            await self._publish(self.turn_message)
            self.tell_presence()
            self._note_end()
            self.on_call(self)
        CHOICES.add(much=len(match.choices) - number)
        TOOK.add(time.monotonic() - began)
        self.wake()
        if left:
            raise Refused("stale", f"{left!r:.200} was not played: look at what came before it first")

    async def _hear_of_race(self) -> None:
        """Another server may have found that a race waits for nobody any longer."""
        card = self.card
        if card.sealed and card.race and has_people(card.seats):
            stored = await asyncio.to_thread(self._store.card, card.id)
            card.sealed = stored is None or stored.sealed

    async def _play_all(self, texts: Sequence[str], viewer: Viewer) -> str:
        """Play choices up to the first that could not be taken back; the next one, if there is one.

        Whatever follows would be chosen, or refused, by what that one brought: dice, cards, a secret.
        """
        match = self.match
        for played, text in enumerate(texts, 1):
            seat = match.to_move
            if seat is None or self.is_given_up():
                raise Refused("over", f"the match is over: {match.outcome or self.card.ended}")
            if is_late(self.card):
                raise Refused("over", "the race is over, so nothing more counts in it")
            if is_over(self.card.day, self.now()):
                raise Refused("over", f"{self.card.day} is over, so nothing more counts in its challenge")
            if fair_dice.waits_for_race(self.card):
                raise Refused("turn", "the race begins when everybody has come in")
            if waits := fair_dice.absent(self.card):
                names = " and ".join(self.card.seats[n].name for n in waits)
                raise Refused("turn", f"the match begins when {names} has come in")
            if not self.may(viewer, "choose"):
                raise Refused("turn", f"seat {seat} is to move, which you do not hold")
            try:
                match.play(text)
            except IllegalChoice as error:
                raise Refused("illegal", str(error)[:600]) from None
            if played < len(texts) and not self.can_undo(viewer):
                return texts[played]
            if played % AT_ONCE == 0:
                await asyncio.sleep(0)
        return ""

    @shielded
    async def undo(self, number: int, viewer: Viewer) -> None:
        """Take the last choice back."""
        async with self._lock:
            await self._make_sure()
            self.check_number(number)
            if not self.can_undo(viewer):
                raise refusal_of("undo")
            self._file = ""
            card, terms = self.card, self.card.terms
            if card.secret and card.ended is not None and fair_dice.TOLD not in terms:
                card.terms = [*terms, fair_dice.TOLD]  # which the end does
            self.match.undo()
            clock = self._clock_kept()
            try:
                self.note_standing()
                self._run_clock(pays=False)
                await self._stored(self._store.cut(self.card, number - 1))
            except Exception:
                self._unsure = True
                self._restore_clock(clock)
                card.terms = terms
                self.match.redo()
                self.note_standing()
                self.wake()  # a bot may have looked meanwhile and found that it was not its turn
                raise
            self.undone += 1
            self._cuts += 1
            self.wind()
            self.trouble = ""  # of a bot whose turn it no longer is
            self._bot_processes.forget(self.card.id)
            if card.terms is not terms:
                await self._publish(self.welcome)
            await self._publish(self.state)

    @shielded
    async def redo(self, number: int, viewer: Viewer) -> None:
        """Play the choice again that was undone last."""
        async with self._lock:
            await self._make_sure()
            self.check_number(number)
            seat = self.match.to_move
            if seat is None or not self.undone or not self.may(viewer, "redo"):
                raise refusal_of("redo")
            self.match.redo()
            clock = self._clock_kept()
            try:
                self.note_standing()
                self._run_clock(pays=False)
                played = [(int(seat), self.match.choices[-1])]
                await self._stored(self._store.add_choices(self.card, number + 1, played, again=True))
            except Exception:
                self._unsure = True
                self._restore_clock(clock)
                self.match.undo()
                self.note_standing()
                raise
            self.undone -= 1
            self.wind()
            await self._publish(self.turn_message)
        self.wake()

    @asynccontextmanager
    async def changing(self) -> AsyncIterator[None]:
        """While somebody changes the match otherwise than by a choice."""
        self.used = time.monotonic()
        async with self._lock:
            await self._make_sure()
            await self._let_flag_fall()
            yield

    async def note_asked(self, asked: Asking) -> None:
        """Store what is asked, and publish it."""
        before, self.card.asked = self.card.asked, asked
        try:
            await self._stored(self._store.note(self.card))
        except Exception:
            self.card.asked = before
            raise
        await self._publish(self.state)

    async def take_back(self, number: int) -> None:
        """Undo all choices after this many, for good: what follows is played with other dice."""
        card, match = self.card, self.match.copy()
        while len(match.choices) > number:
            match.undo()
        try:
            await in_thread(lambda: fair_dice.draw_anew(card, match, number))
            self.match, self.undone = match, 0
            self.note_standing()
            self._run_clock(pays=False)
            await self._stored(self._store.cut(card, number, redoable=False))
        except Exception:
            self.on_lost(self)  # it is opened again as it is stored
            raise
        self._cuts += 1
        self.wind()
        self.trouble = ""
        self._bot_processes.forget(card.id)
        await self._publish(self.state)
        self.on_call(self)

    async def end_drawn(self) -> None:
        """All who play have agreed to a draw."""
        await self._end(AGREED, [])

    def tell_players(self, message: Json) -> None:
        """Say something to those at the table."""
        text = to_json(message)
        for watcher in tuple(self.watchers):
            if watcher.viewer.held:
                watcher.send(text)

    @shielded
    async def name(self, viewer: Viewer, name: str, is_program: bool) -> None:
        """Call the seats of a viewer by this name; one of a program is stored as such."""
        rulings = await asyncio.to_thread(self._store.moderation.rulings)
        async with self._lock:
            self.check(viewer, "name")
            card = self.card
            before = [replace(seat) for seat in card.seats]
            for n in viewer.held:
                seat = card.seats[n]
                seat.name, seat.muted, seat.remote = name, "", name if is_program else ""
            try:
                rulings.apply(card.seats[n] for n in viewer.held)
            except Refused:
                card.seats[:] = before
                raise
            name_all(card.seats)
            if card.seats == before:
                return
            try:
                await self._stored(self._store.note(card))
            except Exception:
                card.seats[:] = before
                raise
            await self._publish(self._seats_message)

    def _seats_message(self, viewer: Viewer, _wants_all: bool) -> Json:
        return {"type": "seats", "seats": seats_of(self.card, viewer)}

    @shielded
    async def resign(self, viewer: Viewer) -> None:
        """Leave the own seats: the others win, or play on."""
        async with self._lock:
            await self._make_sure()
            self.check(viewer, "resign")
            number = len(self.match.choices)
            await self._reseat(lambda: departures.leave(self.card, viewer.held, RESIGNED, number))
        self.wake()

    @shielded
    async def claim(self, seat: int, viewer: Viewer, takes_bot: bool) -> None:
        """Somebody for whom the match waits is gone: their seats are left, or a bot plays on there."""
        async with self._lock:
            await self._make_sure()
            self.check(viewer, "claim")
            if seat != self.match.to_move or self._standing(seat) != attendance.GONE:
                raise Refused("turn", f"the match does not wait for seat {str(seat)[:20]}, or not for long")
            card, seats = self.card, departures.of_same(self.card, seat)
            if takes_bot:
                await self._reseat(lambda: departures.seat_bot(card, seats))
            else:
                number = len(self.match.choices)
                await self._reseat(lambda: departures.leave(card, seats, GONE, number))
        self.wake()

    async def _reseat(self, change: Callable[[], None]) -> None:
        """Change who sits where, store it and publish it; this may end the match."""
        before, clock = list(self.card.seats), self._clock_kept()
        try:
            change()
            self.note_standing()
            self._run_clock()
            await self._stored(self._store.note(self.card))
        except Exception:
            self.card.seats[:] = before
            self.note_standing()
            self._restore_clock(clock)
            raise
        self._cuts += 1  # what a bot is thinking about is no longer so
        self._bot_processes.forget(self.card.id)
        self.wind()
        await self._publish(self._seats_message)
        await self._publish(self.state)
        self.tell_presence()
        self._note_end()
        self.on_call(self)

    # Clocks.

    def now(self) -> float:
        """The time of the database, by which clocks run."""
        return self._store.leases.now()

    def _stretch(self) -> tuple[int, int] | None:
        """Whose clock is to run, and in which turn of the game: as long as this stays, it runs on."""
        seat = self.clocked()
        return None if seat is None else (seat, self.card.turn)

    def _run_clock(self, pays: bool = True) -> None:
        """Stop the clock that runs and start that of who is to move, if that has changed."""
        before, after = self._running, self._stretch()
        if before != after:
            stops, begins = (None if one is None else one[0] for one in (before, after))
            clocks.pass_on(self.card, stops, begins, self.now(), pays)
            self._running = after

    def _clock_kept(self) -> tuple[list[float], float | None, tuple[int, int] | None]:
        return list(self.card.times), self.card.flag, self._running

    def _restore_clock(self, kept: tuple[list[float], float | None, tuple[int, int] | None]) -> None:
        self.card.times, self.card.flag, self._running = kept

    def wind(self) -> None:
        """Look again when the time is up of who is to move."""
        if self._flag is not None:
            self._flag.cancel()
        flag = None if self.is_closed or self.card.ended is not None else self.card.flag
        self._flag = None
        if flag is not None:
            wait = min(max(0.0, flag - self.now()) + MOMENT, LONGEST_WAIT)
            self._flag = asyncio.get_running_loop().call_later(wait, self._begin_falling)

    def _begin_falling(self) -> None:
        if self._falling is None or self._falling.done():
            self._falling = asyncio.create_task(self._fall(), name=f"flag of {self.card.id}")

    async def _fall(self) -> None:
        try:
            await self.look_at_clock()
        except LeaseLost:
            return
        except StoreFailed:
            await asyncio.sleep(PAUSE)
        self.wind()

    @shielded
    async def look_at_clock(self) -> None:
        """If somebody's time is up, they have left the match."""
        async with self._lock:
            await self._make_sure()
            await self._let_flag_fall()
        self.wake()

    @shielded
    async def hear_flag(self) -> None:
        """A clock may have been set back because no server was there."""
        async with self._lock:
            self.card.flag, _ = await asyncio.to_thread(self._store.leases.flag, self.card.id)
            self.wind()
            await self._publish(self.state)

    async def _let_flag_fall(self) -> None:
        """Whose time is up has left, if the database agrees: this server may have been suspended."""
        card = self.card
        if card.flag is None or card.ended is not None or self.now() < card.flag:
            return
        flag, is_sure = await asyncio.to_thread(self._store.leases.flag, card.id)
        if flag is None or not is_sure:
            raise StoreFailed("the clock is not known at the moment; try again in a moment")
        card.flag = flag
        if self.now() < flag:
            return
        if fair_dice.absent(card):
            lanes = await asyncio.to_thread(self._store.lanes, [card.race] if card.race else [])
            if lanes and fair_dice.have_come(lanes):
                await self._begin_lane()
            else:
                await self._end(VOID, [])
            return
        seat = self.clocked()
        if seat is not None:
            number = len(self.match.choices)
            await self._reseat(lambda: departures.leave(card, [seat], FLAGGED, number))
        else:  # it was the time to come in
            card.flag = None
            await self._stored(self._store.note(card))

    def _note_end(self) -> None:
        if self.card.ended is not None:
            self.on_end(self)

    # Who is here.

    def sit_down(self, watcher: Watcher) -> None:
        """From here on everything is published to a board."""
        self.watchers.add(watcher)
        self.tell_presence()

    def stand_up(self, watcher: Watcher) -> None:
        """A board is closed."""
        self.watchers.discard(watcher)
        self.tell_presence()

    def _standing(self, seat: int) -> str:
        found = self._attendance.standing(seat, departures.of_others(self.card, seat))
        has_been = seat in self.card.shares or seat in self.match.seats  # before this server knew
        return attendance.AWAY if found == attendance.AWAITED and has_been else found

    def presence(self) -> list[Json]:
        """Who of the people is here, and after how many seconds of absence the others may claim."""
        card, limit = self.card, self.shares.gone
        found = {n: departures.of_others(card, n) for n in departures.people(card)}
        return [
            {
                "seat": n,
                "is": self._standing(n),
                "claim": limit if self._attendance.is_live(n, others) else None,
            }
            for n, others in found.items()
            if others
        ]

    def welcome(self, viewer: Viewer, wants_all: bool = False) -> Json:
        """What a viewer is told first; those at the table also who is here."""
        return super().welcome(viewer, wants_all) | {"presence": self.presence() if viewer.held else []}

    def tell_presence(self) -> None:
        """Tell those at the table who is here, if that has changed, and again when it changes by itself."""
        self._attendance.note({seat for watcher in self.watchers for seat in watcher.viewer.held})
        now = self.presence() if self.card.ended is None else []
        if now != self._told:
            self._told = now
            text = to_json({"type": "presence", "seats": now})
            for watcher in tuple(self.watchers):
                if watcher.viewer.held:
                    watcher.send(text)
        if self._later is not None:
            self._later.cancel()
        wait = None if self.is_closed or not now else self._attendance.until_change()
        loop = asyncio.get_running_loop()
        self._later = None if wait is None else loop.call_later(wait + MOMENT, self.tell_presence)

    @shielded
    async def hand_over(self, token: str, own: str) -> None:
        """From now on who came by the link of a friend's seat holds it by a token of their own.

        Who made the link, and whoever else has seen it, can no longer look or play there.
        """
        async with self._lock:
            card, known = self.card, hash_of(own)
            given = [n for n, seat in enumerate(card.seats) if is_link_of(seat, token)]
            if not given or card.rated or any(seat.token == known for seat in card.seats):
                return
            for n in given:
                card.seats[n].token = known
            try:
                await self._stored(self._store.note(card))
            except Exception:
                for n in given:
                    card.seats[n].token = hash_of(token)
                raise
            for watcher in [one for one in self.watchers if set(given) & set(one.viewer.held)]:
                watcher.viewer = SPECTATOR
                self.stand_up(watcher)
                watcher.send(to_json({"type": "error"} | no_seat().as_json()))
                watcher.send(None)

    @shielded
    async def come_in(self, viewer: Viewer, share: str = "") -> None:
        """Note that a player is here, with a share of the dice; who comes last sets the match going."""
        share, card = fair_dice.read_share(share), self.card
        if not fair_dice.absent(card):
            return
        async with self._lock:
            before = replace(card, shares=dict(card.shares), other_dice=list(card.other_dice))
            if not fair_dice.absent(card) or not fair_dice.add_share(card, viewer.held, share):
                return
            is_whole = not fair_dice.absent(card)
            undealt, clock = self.match, self._clock_kept()
            try:
                if is_whole:
                    card.flag = None  # until when one had to come
                    fair_dice.settle_dice(card)
                    self.match = await in_thread(lambda: fair_dice.begin(card, undealt.copy()))
                    self.note_standing()
                    self._run_clock()
                await self._stored(self._store.note(card))
            except Exception:
                card.shares, card.seed, card.other_dice = before.shares, before.seed, before.other_dice
                self.match = undealt
                self.note_standing()
                self._restore_clock(clock)
                raise
            if is_whole:
                self._cuts += 1
                self.wind()
            await self._publish(self.welcome)
            await self._publish(self.state)
            self.on_call(self)
        self.wake()
        if self.on_come is not None and fair_dice.waits_for_race(card):
            await self.on_come(self)

    @shielded
    async def begin_lane(self) -> None:
        """Everybody has come in to the rated race that this is a lane of."""
        async with self._lock:
            if fair_dice.waits_for_race(self.card) and self.card.ended is None:
                await self._begin_lane()
        self.wake()

    async def _begin_lane(self) -> None:
        card, undealt, clock = self.card, self.match, self._clock_kept()
        card.shares[fair_dice.EVERYBODY] = ""
        card.flag = None
        try:
            self.match = await in_thread(lambda: fair_dice.begin(card, undealt.copy()))
            self.note_standing()
            self._run_clock()
            await self._stored(self._store.note(card))
        except Exception:
            del card.shares[fair_dice.EVERYBODY]
            self.match = undealt
            self.note_standing()
            self._restore_clock(clock)
            raise
        self._cuts += 1
        self.wind()
        await self._publish(self.welcome)
        await self._publish(self.state)

    @shielded
    async def tell_dice(self) -> None:
        """Before the seed is told to who plays alone: note that from here on the dice are known."""
        card = self.card
        if not fair_dice.keeps_dice(card) or fair_dice.absent(card) or fair_dice.TOLD in card.terms:
            return
        async with self._lock:
            card.terms.append(fair_dice.TOLD)
            try:
                await self._stored(self._store.note(card))
            except Exception:
                card.terms.remove(fair_dice.TOLD)
                raise
            await self._publish(self.welcome)

    # Bots.

    def wake(self) -> None:
        """Start the bot whose turn it is, if there is one."""
        if not self.is_closed and (self._bots is None or self._bots.done()):
            self._bots = asyncio.create_task(self._let_bots_play(), name=f"bots of {self.card.id}")

    def look_in(self) -> None:
        """Somebody looks: bots that have stopped because nobody did go on."""
        self._seen = time.monotonic()
        if self.plays_alone():
            self.wake()

    def plays_alone(self) -> bool:
        """Do only bots play, and does somebody look, or has somebody looked lately?"""
        if has_people(self.card.seats) or self.match.is_over or self.trouble:
            return False
        if self.watchers:
            self._seen = time.monotonic()
        return bool(self.watchers) or time.monotonic() - self._seen < UNWATCHED

    def note_standing(self) -> None:
        """Note the standing; a match with as many choices as an arena plays is over."""
        super().note_standing()
        most = self.shares.most_choices(self.match.game.state.itemsize)
        if self.card.ended is None and len(self.match.choices) >= most:
            self.card.ended = LONG

    def is_busy(self) -> bool:
        """Is a bot thinking, somebody watching, or something in progress?"""
        at_work = self._bots is not None and not self._bots.done()
        return bool(self.watchers) or at_work or self._lock.locked()

    @shielded
    async def retry(self, viewer: Viewer) -> None:
        """Ask a failed bot again."""
        self._check_trouble(viewer, "retry")
        self.trouble = ""
        await self.publish_state()
        self.wake()

    @shielded
    async def give_up(self, viewer: Viewer) -> None:
        """End the match because of a failed bot: its fault is the verdict."""
        async with self._lock:
            await self._make_sure()
            self._check_trouble(viewer, "give up")
            seats = enumerate(self.card.seats)
            await self._end(FAULT, [n for n, seat in seats if not (seat.fault or seat.left)])

    @shielded
    async def stop(self, viewer: Viewer) -> None:
        """Who plays in a race stops before the end, so that the others need not wait."""
        async with self._lock:
            await self._make_sure()
            if not self.card.race or not viewer.held:
                raise Refused("forbidden", "only who plays in a race may stop there")
            if self.card.ended is not None:
                raise Refused("over", "you have finished already")
            if fair_dice.waits_for_race(self.card):
                raise Refused("turn", "the race begins when everybody has come in")
            await self._end(STOPPED, [])

    @shielded
    async def end_day(self) -> None:
        """The day is over whose challenge this is: it ends as it stands, and everybody may look."""
        async with self._lock:
            self.card.sealed = False
            if self.card.ended is None:
                await self._end(STOPPED, [])
            else:
                await self._publish(self.state)

    async def _end(self, reason: str, winners: list[int]) -> None:
        """End the match before its end by the rules."""
        card, flag, calls = self.card, self.card.flag, self.card.calls
        card.ended, card.winners, card.changed, card.flag = reason, winners, time.time(), None
        card.asked = replace(card.asked, kind="", agreed=())
        note_calls(card, self.match)
        try:
            await self._stored(self._store.note(card))
        except Exception:
            card.ended, card.winners, card.flag, card.calls = None, [], flag, calls
            raise
        self.wind()
        await self._publish(self.state)
        self._note_end()
        self.on_call(self)

    def _check_trouble(self, viewer: Viewer, right: str) -> None:
        if not self.trouble or self.card.ended is not None:
            raise Refused("malformed", "no bot has failed in this match")
        self.check(viewer, right)

    def close(self) -> None:
        """Stop all bots."""
        self.is_closed = True
        for timer in (self._later, self._flag):
            if timer is not None:
                timer.cancel()
        for task in (self._bots, self._falling):
            if task is not None:
                task.cancel()
        self._bot_processes.forget(self.card.id)

    def leave(self) -> None:
        """Another server plays the match now: everybody here is told to come again, who is led there."""
        self.close()
        for watcher in tuple(self.watchers):
            watcher.send(to_json({"type": "error"} | LeaseLost().as_json()))
            watcher.send(None)

    def _bot_to_move(self) -> int | None:
        seat = self.match.to_move
        if seat is None or self.trouble or self.is_given_up() or not self._plays_itself(seat):
            return None
        if not has_people(self.card.seats) and not self.card.rated and not self.plays_alone():
            return None  # until somebody looks in
        if fair_dice.absent(self.card) or is_over(self.card.day, self.now()):
            return None
        return seat

    def _plays_itself(self, seat: int) -> bool:
        return self.card.seats[seat].player == "bot" or bool(self.card.seats[seat].left)

    async def _let_bots_play(self) -> None:
        while (seat := self._bot_to_move()) is not None:
            self.thinking = seat
            try:
                await self._let_bot_choose(seat)
            except Dismissed:
                continue
            except LeaseLost:
                return
            except StoreFailed:  # which is not the bot's fault
                await asyncio.sleep(PAUSE)
            except Refused as refusal:
                if refusal.code != "stale":
                    await self._blame(seat, str(refusal))
            except HoplonError as error:
                await self._blame(seat, str(error))
        # Nothing is awaited from here on: waking the bots now would have no effect.
        self.thinking = None
        if self.match.is_over:
            self._bot_processes.forget(self.card.id)

    async def _let_bot_choose(self, seat: int) -> None:
        name, bot = self.card.game, self.card.seats[seat].bot
        if self.card.seats[seat].left:
            await self._choose_by_rule(seat)
            return
        if not self._preparations.has_bot(name, bot):
            self.preparing = True
            try:
                await self.publish_state()
                await self._preparations.bot(name, bot)
            finally:
                self.preparing = False
            await self.publish_state()
        began = time.monotonic()
        number, cuts = len(self.match.choices), self._cuts
        question = await self.ask(lambda: self._question_at(number, cuts, seat))
        try:
            answer = await self._bot_processes.ask(self.card.id, self._place(seat), question)
        except BotFailed as failed:
            await self._note_said(seat, number + 1, failed.said)
            raise
        turn = self.board.turn(self.match, number)
        if turn != self._paced:  # in a turn of many choices, once
            await asyncio.sleep(max(0.0, self.card.pace - (time.monotonic() - began)))
            self._paced = turn
        self.thinking = None
        if (number, cuts) != (len(self.match.choices), self._cuts):
            return
        await self._note_said(seat, number + 1, answer.said)
        self.card.seats[seat].fault = answer.fault
        try:
            await self.choose(answer.choice, number, Viewer((seat,)), cuts)
        except (StoreFailed, LeaseLost):
            raise
        except Refused as refusal:
            if refusal.code != "stale":
                self._bot_processes.forget(self.card.id, seat)
                why = str(refusal).partition(" Legal now: ")[
                    0
                ]  # the others may not know what it could choose
                text = f"the bot {self.card.seats[seat].bot} chose {answer.choice!r:.200}: {why}"
                raise Refused(refusal.code, text) from None

    async def _choose_by_rule(self, seat: int) -> None:
        """The first legal choice is made for a seat that was left."""
        self.thinking = None
        first = str(self.match.legal()[0])
        await self.choose(first, len(self.match.choices), Viewer((seat,), is_rule=True), self._cuts)

    def _question_at(self, number: int, cuts: int, seat: int) -> BotQuestion:
        """The question for a bot, unless it is no longer its turn."""
        self.check_number(number, cuts)
        return self.question(seat)

    async def _note_said(self, seat: int, number: int, said: BotSaid | None) -> None:
        """Keep what a program did besides choosing; it is stored with the choice."""
        if said is None:
            return
        if self._space is None:
            kept = await asyncio.to_thread(self._store.said, self.card.id)
            self._space = MOST_KEPT - sum(len(row.content) for row in kept)
        row = row_of(seat, number, said, self._space)
        self._space -= len(row.content)
        self._said.append(row)

    def _take_said(self) -> list[BotRow]:
        said, self._said = self._said, []
        return said

    def bot_records(self, viewer: Viewer) -> BotRecords:
        """What is kept about the bots of this match, for whoever may see it."""
        self.check(viewer, "records")
        said = self._store.said(self.card.id) if self.recorded is None else self.recorded
        records = records_of(self.card, said)
        return BotRecords(self.twin(), records, self.may(viewer, "commands"))

    async def _blame(self, seat: int, text: str) -> None:
        """A bot gave no choice: publish that, and store it with the match."""
        text = shown(text, LONGEST_FAULT)
        self.trouble = text
        self.card.seats[seat].fault = text
        with suppress(StoreFailed):  # it is stored with the next choice
            await self._stored(self._store.note(self.card, self._take_said()))
            if self.card.rated:
                async with self._lock:
                    await self._end(VOID, [])
        await self.publish_state()

    def _place(self, seat: int) -> Seating:
        card = self.card
        options = tuple(self.told_options().items())
        return Seating(card.seats[seat].bot, card.game, seat, len(card.seats), options, card.dice)
