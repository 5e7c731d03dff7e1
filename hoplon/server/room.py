"""A room: a match that is being played, its viewers and its bots.

Whoever changes the match holds the room's lock. Playing a choice and publishing it takes about a millisecond
and is done directly, which is faster than a thread; anything that may take longer runs in a thread, so that
it does not delay other matches. A choice is stored before anybody hears of it, and what cannot be stored is
not played: whatever goes wrong, the match is what the store has.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Protocol, TypeVar

from hoplon.core.board import Board, Json
from hoplon.core.errors import HoplonError, IllegalChoice
from hoplon.core.match import Match
from hoplon.protocols.seated_bot import BotQuestion, BotSaid, Seating
from hoplon.server.bot_processes import BotFailed, BotProcesses, Dismissed
from hoplon.server.bot_records import MOST_KEPT, BotRecords, records_of, row_of
from hoplon.server.preparations import Preparations
from hoplon.server.refusals import Refused
from hoplon.server.seated_match import FAULT, PEOPLE, SeatedMatch, to_json
from hoplon.server.shielded import in_thread, shielded
from hoplon.server.store import BotRow, Store, StoredMatch, StoreFailed

T = TypeVar("T")
LONGEST_FAULT = 600
AT_ONCE = 16  # choices after which other matches get a turn
PAUSE = 5.0  # seconds before storing a bot's choice is tried again


class Watcher(Protocol):
    """A viewer of a board."""

    held: tuple[int, ...]
    wants_all: bool

    def send(self, text: str) -> None:
        """Queue a message; never blocks."""
        ...


class Room(SeatedMatch):
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
        self.used = time.monotonic()
        self._store = store
        self._bot_processes = bot_processes
        self._preparations = preparations
        self._lock = asyncio.Lock()
        self._cuts = 0  # how often something was undone
        self._paced = -1  # the last turn that bots have waited for
        self._unsure = False  # may the store have what it failed to store?
        self._said: list[BotRow] = []  # of programs, not stored yet
        self._space: int | None = None  # for more of that, in characters, once it is known
        self._bots: asyncio.Task[None] | None = None

    async def ask(self, question: Callable[[], T], then: Callable[[T], None] | None = None) -> T:
        """Compute something slow about the current match; `then` runs before the match continues."""
        self.used = time.monotonic()
        async with self._lock:
            answer = await in_thread(question)
            if then is not None:
                then(answer)
        return answer

    async def look(self, question: Callable[[SeatedMatch], T]) -> T:
        """Compute something slow about the current match, which continues meanwhile."""
        self.used = time.monotonic()
        async with self._lock:
            twin = self.twin()
        return await asyncio.to_thread(question, twin)

    async def _publish(self, message: Callable[[tuple[int, ...], bool], Json]) -> None:
        """Send everybody what they may see; each view is made once, and other matches are not held up."""
        made: dict[tuple[tuple[int, ...], bool], str] = {}
        for watcher in tuple(self.watchers):
            key = watcher.held, watcher.wants_all
            if key not in made:
                if made:
                    await asyncio.sleep(0)
                made[key] = to_json(message(*key))
            watcher.send(made[key])

    async def publish_state(self) -> None:
        """Send everybody the current state."""
        async with self._lock:
            await self._publish(self.state)

    # What changes the match.

    def check_number(self, number: int, cuts: int | None = None) -> None:
        """Refuse a message meant for another position; with `cuts`, also if something was undone since."""
        if number != len(self.match.choices):
            here = len(self.match.choices)
            raise Refused("stale", f"this was meant for choice number {number}; the match has {here} choices")
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
        await self._publish(self.state)
        self.wake()

    async def choose(self, text: str, number: int, held: tuple[int, ...], cuts: int | None = None) -> None:
        """Play a choice for a seat, store it and publish it."""
        await self.choose_all([text], number, held, cuts)

    @shielded
    async def choose_all(
        self, texts: Sequence[str], number: int, held: tuple[int, ...], cuts: int | None = None
    ) -> None:
        """Play choices one after the other, all or none. Only the last is published."""
        self.used = time.monotonic()
        async with self._lock:
            await self._make_sure()
            self.check_number(number, cuts)
            match = self.match
            try:
                await self._play_all(texts, held)
                self.note_standing()
                played = zip(match.seats[number:], match.choices[number:], strict=True)
                await self._store.add_choices(self.card, number + 1, list(played), said=self._take_said())
            except Exception as error:
                self._unsure = isinstance(error, StoreFailed)
                if len(match.choices) > number:  # otherwise nothing has changed
                    while len(match.choices) > number:
                        match.undo()
                    self.undone = 0
                    self.note_standing()
                raise
            self.undone = 0
            self.trouble = ""
            await self._publish(self._turn_message)
        self.wake()

    async def _play_all(self, texts: Sequence[str], held: tuple[int, ...]) -> None:
        match = self.match
        for played, text in enumerate(texts, 1):
            seat = match.to_move
            if seat is None or self.is_given_up():
                raise Refused("over", f"the match is over: {match.outcome or self.card.ended}")
            if seat not in held:
                raise Refused("turn", f"seat {seat} is to move, which you do not hold")
            try:
                match.play(text)
            except IllegalChoice as error:
                raise Refused("illegal", str(error)[:600]) from None
            if played % AT_ONCE == 0:
                await asyncio.sleep(0)

    def _turn_message(self, held: tuple[int, ...], wants_all: bool) -> Json:
        told = self.turn_at(len(self.match.choices), held, wants_all, brief=True)
        return {
            "type": "turn",
            "number": told["number"],
            "seat": told["seat"],
            "choice": told["choice"],
            "log": told["log"],
            "state": self.state(held, wants_all),
        }

    @shielded
    async def undo(self, number: int, held: tuple[int, ...]) -> None:
        """Take the last choice back."""
        async with self._lock:
            await self._make_sure()
            self.check_number(number)
            if not self.can_undo(held):
                raise Refused("forbidden", "there is no choice here that you may take back")
            self.match.undo()
            try:
                self.note_standing()
                await self._store.cut(self.card, number - 1)
            except Exception:
                self._unsure = True
                self.match.redo()
                self.note_standing()
                self.wake()  # a bot may have looked meanwhile and found that it was not its turn
                raise
            self.undone += 1
            self._cuts += 1
            self.trouble = ""  # of a bot whose turn it no longer is
            self._bot_processes.forget(self.card.id)
            await self._publish(self.state)

    @shielded
    async def redo(self, number: int, held: tuple[int, ...]) -> None:
        """Play the choice again that was undone last."""
        async with self._lock:
            await self._make_sure()
            self.check_number(number)
            seat = self.match.to_move
            if not self.undone or seat not in held or self.is_given_up():
                raise Refused("forbidden", "there is no choice here that you may play again")
            self.match.redo()
            try:
                self.note_standing()
                await self._store.add_choices(
                    self.card, number + 1, [(int(seat), self.match.choices[-1])], again=True
                )
            except Exception:
                self._unsure = True
                self.match.undo()
                self.note_standing()
                raise
            self.undone -= 1
            await self._publish(self._turn_message)
        self.wake()

    # Bots.

    def wake(self) -> None:
        """Start the bot whose turn it is, if there is one."""
        if self._bots is None or self._bots.done():
            self._bots = asyncio.create_task(self._let_bots_play(), name=f"bots of {self.card.id}")

    def is_busy(self) -> bool:
        """Is a bot thinking, somebody watching, or something in progress?"""
        at_work = self._bots is not None and not self._bots.done()
        return bool(self.watchers) or at_work or self._lock.locked()

    @shielded
    async def retry(self, held: tuple[int, ...]) -> None:
        """Ask a failed bot again."""
        self._check_trouble(held)
        self.trouble = ""
        await self.publish_state()
        self.wake()

    @shielded
    async def give_up(self, held: tuple[int, ...]) -> None:
        """End the match because of a failed bot: its fault is the verdict."""
        async with self._lock:
            await self._make_sure()
            self._check_trouble(held)
            self.card.ended = FAULT
            self.card.changed = time.time()
            try:
                await self._store.note(self.card)
            except Exception:
                self.card.ended = None
                raise
            await self._publish(self.state)

    def _check_trouble(self, held: tuple[int, ...]) -> None:
        if not self.trouble or self.card.ended is not None:
            raise Refused("malformed", "no bot has failed in this match")
        if not held and any(seat.player in PEOPLE for seat in self.card.seats):
            raise Refused("forbidden", "only those who play may say what happens to a bot that has failed")

    def close(self) -> None:
        """Stop all bots."""
        if self._bots is not None:
            self._bots.cancel()
        self._bot_processes.forget(self.card.id)

    def _bot_to_move(self) -> int | None:
        seat = self.match.to_move
        if seat is None or self.trouble or self.is_given_up() or self.card.seats[seat].player != "bot":
            return None
        return seat

    async def _let_bots_play(self) -> None:
        while (seat := self._bot_to_move()) is not None:
            self.thinking = seat
            try:
                await self._let_bot_choose(seat)
            except Dismissed:
                continue
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
            await self.choose(answer.choice, number, (seat,), cuts)
        except StoreFailed:
            raise
        except Refused as refusal:
            if refusal.code != "stale":
                self._bot_processes.forget(self.card.id, seat)
                why = str(refusal).partition(" Legal now: ")[
                    0
                ]  # the others may not know what it could choose
                text = f"the bot {self.card.seats[seat].bot} chose {answer.choice!r:.200}: {why}"
                raise Refused(refusal.code, text) from None

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

    def bot_records(self, held: tuple[int, ...]) -> BotRecords:
        """What is kept about the bots of this match, for whoever may see it."""
        if not self.may_see_records(held):
            raise Refused("forbidden", "what the bots were told and said is shown when the match is over")
        return BotRecords(self.twin(), records_of(self.card, self._store.said(self.card.id)))

    async def _blame(self, seat: int, text: str) -> None:
        """A bot gave no choice: publish that, and store it with the match."""
        text = text[:LONGEST_FAULT]
        self.trouble = text
        self.card.seats[seat].fault = text
        with suppress(StoreFailed):  # it is stored with the next choice
            await self._store.note(self.card, self._take_said())
        await self.publish_state()

    def _place(self, seat: int) -> Seating:
        card = self.card
        options = tuple(self.told_options().items())
        return Seating(card.seats[seat].bot, card.game, seat, len(card.seats), options, card.dice)
