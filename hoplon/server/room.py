"""A room: one live match, those who watch it, and its bots.

Whatever asks the rules holds the room's lock and runs in a thread, so that a long turn of one match does not
delay another. A choice is stored before anybody hears of it.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import time
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from hoplon.arena.seat import Place, Question
from hoplon.core.errors import HoplonError, IllegalChoice
from hoplon.core.match import Match
from hoplon.core.replay import write
from hoplon.server.boards import ALL, SPECTATOR, Board, Json, board_of, playable
from hoplon.server.preparations import Preparations
from hoplon.server.refusals import Refused
from hoplon.server.store import Card, Store, StoreFailed
from hoplon.server.thinkers import BotFailed, Dismissed, Thinkers

T = TypeVar("T")
PEOPLE = ("me", "friend")
FAULT = "fault"
LONGEST_FAULT = 600
TELLING = ("position", "maze")  # options that say where everything is


def hash_of(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def to_json(value: Any) -> str:
    """As it is sent; dataclasses become objects."""
    return json.dumps(value, default=vars, separators=(",", ":"), ensure_ascii=False)


class Watcher(Protocol):
    """Somebody at a board."""

    held: tuple[int, ...]
    wants_all: bool

    def send(self, text: str) -> None:
        """Take a message; never waits."""
        ...


class Room:
    """One match."""

    def __init__(
        self,
        card: Card,
        match: Match,
        board: Board,
        store: Store,
        thinkers: Thinkers,
        preparations: Preparations,
        undone: int = 0,
    ) -> None:
        self.card = card
        self.match = match
        self.board = board
        self.watchers: set[Watcher] = set()
        self.used = time.monotonic()
        self.trouble = ""
        self._store = store
        self._thinkers = thinkers
        self._preparations = preparations
        self._lock = asyncio.Lock()
        self._undone = undone
        self._cuts = 0  # how often something was taken back
        self._bots: asyncio.Task[None] | None = None
        self._thinking: int | None = None
        self._preparing = False

    async def ask(self, question: Callable[[], T]) -> T:
        """Ask the rules something about the match as it stands."""
        self.used = time.monotonic()
        async with self._lock:
            return await asyncio.to_thread(question)

    # Who may what.

    def held_by(self, token: str | None) -> tuple[int, ...]:
        """The seats of a token; none for a spectator."""
        if not token:
            return ()
        given = hash_of(token)
        seats = self.card.seats
        return tuple(
            n for n, seat in enumerate(seats) if seat.token and hmac.compare_digest(seat.token, given)
        )

    def is_bare(self) -> bool:
        """Is nothing secret: an open match, one without people, or one that is over?"""
        return is_bare(self.card)

    def is_alone(self, held: tuple[int, ...]) -> bool:
        """Is nobody else a person in this match?"""
        people = [n for n, seat in enumerate(self.card.seats) if seat.player in PEOPLE]
        return bool(held) and set(people) <= set(held)

    def may_have_file(self, held: tuple[int, ...]) -> bool:
        """May the match file be given away? It says the seed, and so what the other seats hide."""
        if self.is_bare():
            return True
        return self.is_alone(held) and (not self.board.deals or len(held) == len(self.card.seats))

    def viewer(self, held: tuple[int, ...], wants_all: bool, number: int | None = None) -> int:
        """Whose view somebody gets: of those who share a screen, the one to move, else who moved last."""
        if self.is_bare() and (wants_all or not held):
            return ALL
        if not held:
            return SPECTATOR
        number = len(self.match.choices) if number is None else number
        mover = self.match.to_move if number == len(self.match.choices) else self.match.seats[number]
        if mover in held:
            return int(mover)
        return next((seat for seat in reversed(self.match.seats[:number]) if seat in held), held[0])

    # What is told.

    def summary(self) -> Json:
        """The match for lists and headings; no secret."""
        card = self.card
        return summary_of(card) | {
            "number": len(self.match.choices),
            "seed": card.seed if self.is_bare() else None,
            "title": self.match.game.title,
        }

    def state(self, held: tuple[int, ...], wants_all: bool) -> Json:
        """How it stands, for somebody."""
        match, board = self.match, self.board
        viewer = self.viewer(held, wants_all)
        mover = match.to_move
        mine = mover is not None and mover in held and not self.trouble and not self.is_given_up()
        return {
            "type": "state",
            "number": len(match.choices),
            "turn": board.turn(match, len(match.choices)),
            "to_move": mover,
            "seat": viewer if viewer >= 0 else None,
            "sees_all": viewer == ALL,
            "may_see_all": self.is_bare(),
            "position": board.position(match, len(match.choices), viewer),
            "choices": board.offers(match) if mine else [],
            "undo": self._can_undo(held),
            "redo": bool(self._undone) and mine,
            "file": self.may_have_file(held),
            "outcome": self._outcome(),
            "scores": board.scores(match, len(match.choices)),
            "counts": board.counts(match, len(match.choices)),
            "thinking": self._thinking,
            "preparing": self._preparing,
            "trouble": self.trouble,
            "faults": [seat.fault for seat in self.card.seats if seat.fault],
        }

    def is_given_up(self) -> bool:
        """Has it ended although the rules would go on: with a bot's fault?"""
        return self.card.ended == FAULT and not self.match.is_over

    def _outcome(self) -> Json | None:
        """How it ended; after a fault, all seats but those at fault have won."""
        outcome, card = self.match.outcome, self.card
        if outcome is not None:
            return vars(outcome)
        if not self.is_given_up():
            return None
        winners = [n for n, seat in enumerate(card.seats) if not seat.fault]
        return {"scores": card.scores, "winners": winners, "reason": FAULT}

    def turn_at(self, number: int, held: tuple[int, ...], wants_all: bool, brief: bool = False) -> Json:
        """What one choice has led to, for somebody; number 0 is the start.

        Those who share a screen read together, so they are told what everybody may know.
        """
        match, board = self.match, self.board
        viewer = self.viewer(held, wants_all, number)
        if len(held) > 1 and viewer != ALL:
            viewer = SPECTATOR
        settled = number if viewer == ALL else board.settled(match)
        open_choice = 0 < number <= settled or (number > 0 and match.seats[number - 1] in held)
        return {
            "number": number,
            "turn": board.turn(match, number),
            "seat": match.seats[number - 1] if number else None,
            "choice": board.told(match, number, viewer) if open_choice else None,
            "log": board.log(match, number, viewer) if number else [],
            "position": None if brief else board.position(match, number, viewer),
            "scores": board.scores(match, number),
            "counts": board.counts(match, number),
        }

    def beats(self) -> list[int]:
        """The numbers after which a turn is complete; 0 is the start."""
        match, turn = self.match, self.board.turn
        found = [0]
        before = turn(match, 0)
        for number in range(1, len(match.choices) + 1):
            now = turn(match, number)
            if now != before:
                found.append(number)
                before = now
        return found

    def file(self) -> str:
        """The match file, up to where everybody knows the choices."""
        settled = len(self.match.choices) if self.is_bare() else self.board.settled(self.match)
        match = self.match.copy()
        while len(match.choices) > settled:
            match.undo()
        return write(match)

    def _publish(self, message: Callable[[Watcher], Json]) -> None:
        """Send to everybody what they may see; the same view is made once."""
        made: dict[tuple[tuple[int, ...], bool], str] = {}
        for watcher in tuple(self.watchers):
            key = watcher.held, watcher.wants_all
            if key not in made:
                made[key] = to_json(message(watcher))
            watcher.send(made[key])

    async def publish_state(self) -> None:
        """Tell everybody how it stands."""
        await self.ask(lambda: self._publish(lambda w: self.state(w.held, w.wants_all)))

    # What changes the match.

    def check_number(self, number: int) -> None:
        """Refuse what was meant for another moment."""
        if number != len(self.match.choices):
            here = len(self.match.choices)
            raise Refused("stale", f"this was meant for choice number {number}; the match has {here} choices")

    async def choose(self, text: str, number: int, held: tuple[int, ...]) -> None:
        """Play a choice for a seat, store it, tell everybody."""
        await self.choose_all([text], number, held)

    async def choose_all(self, texts: Sequence[str], number: int, held: tuple[int, ...]) -> None:
        """Play choices one after the other; all of them or none. Everybody is told of the last."""
        self.used = time.monotonic()
        async with self._lock:
            self.check_number(number)
            match = self.match
            try:
                await asyncio.to_thread(self._play_all, texts, held)
                self.note_standing()
                played = zip(match.seats[number:], match.choices[number:], strict=True)
                await self._store.add_choices(self.card, number + 1, list(played))
            except (Refused, StoreFailed):
                if len(match.choices) > number:  # else it stands as before, also if it was given up
                    while len(match.choices) > number:
                        match.undo()
                    self._undone = 0
                    self.note_standing()
                raise
            self._undone = 0
            self.trouble = ""
            await asyncio.to_thread(self._publish, self._turn_message)
        self.wake()

    def _play_all(self, texts: Sequence[str], held: tuple[int, ...]) -> None:
        match = self.match
        for text in texts:
            seat = match.to_move
            if seat is None or self.is_given_up():
                raise Refused("over", f"the match is over: {match.outcome or self.card.ended}")
            if seat not in held:
                raise Refused("turn", f"seat {seat} is to move, which you do not hold")
            try:
                match.play(text)
            except IllegalChoice as error:
                raise Refused("illegal", str(error)[:600]) from None

    def _turn_message(self, watcher: Watcher) -> Json:
        state = self.state(watcher.held, watcher.wants_all)
        told = self.turn_at(len(self.match.choices), watcher.held, watcher.wants_all, brief=True)
        return {
            "type": "turn",
            "number": told["number"],
            "seat": told["seat"],
            "choice": told["choice"],
            "log": told["log"],
            "state": state,
        }

    def note_standing(self) -> None:
        """Write down how it stands, for lists and for the store."""
        match, card = self.match, self.card
        number = len(match.choices)
        outcome = match.outcome
        card.turn = self.board.turn(match, number)
        card.scores = list(self.board.scores(match, number))
        card.ended = None if outcome is None else outcome.reason
        card.changed = time.time()

    def _can_undo(self, held: tuple[int, ...]) -> bool:
        match = self.match
        if not match.choices or match.seats[-1] not in held or self.is_given_up():
            return False
        alone = len(held) == len(self.card.seats)
        return self.board.can_undo(match, match.seats[-1], alone)

    async def undo(self, number: int, held: tuple[int, ...]) -> None:
        """Take the last choice back."""
        async with self._lock:
            self.check_number(number)
            if not self._can_undo(held):
                raise Refused("forbidden", "there is no choice here that you may take back")
            self.match.undo()
            self.note_standing()
            try:
                await self._store.cut(self.card, number - 1)
            except StoreFailed:
                self.match.redo()
                self.note_standing()
                raise
            self._undone += 1
            self._cuts += 1
            self.trouble = ""  # of a bot whose turn it no longer is
        self._thinkers.forget(self.card.id)
        await self.publish_state()

    async def redo(self, number: int, held: tuple[int, ...]) -> None:
        """Play again what was taken back last."""
        async with self._lock:
            self.check_number(number)
            seat = self.match.to_move
            if not self._undone or seat not in held or self.is_given_up():
                raise Refused("forbidden", "there is no choice here that you may play again")
            self.match.redo()
            self.note_standing()
            try:
                await self._store.add_choices(
                    self.card, number + 1, [(int(seat), self.match.choices[-1])], again=True
                )
            except StoreFailed:
                self.match.undo()
                self.note_standing()
                raise
            self._undone -= 1
            await asyncio.to_thread(self._publish, self._turn_message)
        self.wake()

    # Bots.

    def wake(self) -> None:
        """Let the bot think whose turn it is, if there is one."""
        if self._bots is None or self._bots.done():
            self._bots = asyncio.create_task(self._let_bots_play(), name=f"bots of {self.card.id}")

    def is_busy(self) -> bool:
        """Is a bot at work, or somebody watching?"""
        return bool(self.watchers) or (self._bots is not None and not self._bots.done())

    async def retry(self, held: tuple[int, ...]) -> None:
        """Ask a bot again that has failed."""
        self._check_trouble(held)
        self.trouble = ""
        await self.publish_state()
        self.wake()

    async def give_up(self, held: tuple[int, ...]) -> None:
        """End the match because of a bot that has failed: its fault is the verdict."""
        async with self._lock:
            self._check_trouble(held)
            self.card.ended = FAULT
            self.card.changed = time.time()
            try:
                await self._store.note(self.card)
            except StoreFailed:
                self.card.ended = None
                raise
        await self.publish_state()

    def _check_trouble(self, held: tuple[int, ...]) -> None:
        if not self.trouble or self.card.ended is not None:
            raise Refused("malformed", "no bot has failed in this match")
        if not held and any(seat.player in PEOPLE for seat in self.card.seats):
            raise Refused("forbidden", "only those who play may say what happens to a bot that has failed")

    def close(self) -> None:
        """Let nobody think any more."""
        if self._bots is not None:
            self._bots.cancel()
        self._thinkers.forget(self.card.id)

    async def _let_bots_play(self) -> None:
        while not self.trouble and not self.is_given_up():
            seat = self.match.to_move
            if seat is None or self.card.seats[seat].player != "bot":
                break
            self._thinking = seat
            try:
                await self._let_bot_choose(seat)
            except Refused as refusal:
                if refusal.code != "stale":
                    await self._blame(seat, str(refusal))
            except Dismissed:
                continue
            except (BotFailed, HoplonError) as error:
                await self._blame(seat, str(error))
        self._thinking = None
        if self.trouble:
            await self.publish_state()
        if self.match.is_over:
            self._thinkers.forget(self.card.id)

    async def _let_bot_choose(self, seat: int) -> None:
        name, bot = self.card.game, self.card.seats[seat].bot
        if not self._preparations.has_bot(name, bot):
            self._preparing = True
            await self.publish_state()
            await self._preparations.bot(name, bot)
            self._preparing = False
            await self.publish_state()
        began = time.monotonic()
        number, cuts = len(self.match.choices), self._cuts
        question = await self.ask(lambda: self.question(seat))
        answer = await self._thinkers.ask(self.card.id, self._place(seat), question)
        await asyncio.sleep(max(0.0, self.card.pace - (time.monotonic() - began)))
        self._thinking = None
        if (number, cuts) != (len(self.match.choices), self._cuts):
            return
        self.card.seats[seat].fault = answer.fault
        try:
            await self.choose(answer.choice, number, (seat,))
        except Refused as refusal:
            if refusal.code != "stale":
                self._thinkers.forget(self.card.id, seat)
                why = str(refusal).partition(" Legal now: ")[0]  # the others may not know what it could do
                text = f"the bot {self.card.seats[seat].bot} chose {answer.choice!r:.200}: {why}"
                raise Refused(refusal.code, text) from None

    async def _blame(self, seat: int, text: str) -> None:
        """A bot gave no choice: say so, and keep it with the match."""
        text = text[:LONGEST_FAULT]
        self.trouble = text
        self.card.seats[seat].fault = text
        await self._store.note(self.card)

    def _place(self, seat: int) -> Place:
        card = self.card
        options = tuple(self.told_options().items())
        return Place(card.seats[seat].bot, card.game, seat, len(card.seats), options, card.dice)

    def told_options(self) -> dict[str, str]:
        """The options that a player may know: not a position or a maze, where some of it is hidden."""
        return told_options(self.card)

    def question(self, seat: int) -> Question:
        """What the seat that is to move is asked, if it is a bot."""
        match = self.match
        number = len(match.choices)
        past: tuple[Any, ...] = ()
        if self.board.remembers:
            mine = [n for n in range(number) if match.seats[n] == seat]
            past = tuple(match.game.view(match.states_at(n), 0, seat) for n in mine)
        legal = tuple((str(choice), choice.code) for choice in match.legal())
        return Question(match.view(seat), legal, self.card.dice + number, seat, past)


def is_bare(card: Card) -> bool:
    """Is nothing of a match secret?"""
    return card.open or card.ended is not None or not any(seat.player in PEOPLE for seat in card.seats)


def told_options(card: Card) -> dict[str, str]:
    """The options of a match without those that tell what its game hides."""
    if card.game in playable() and not board_of(card.game).hides:
        return card.options
    return {name: text for name, text in card.options.items() if name not in TELLING}


def summary_of(card: Card) -> Json:
    """What may be said of any match without opening it."""
    options = card.options if is_bare(card) else told_options(card)
    return {
        "id": card.id,
        "game": card.game,
        "version": card.version,
        "options": {name: text for name, text in options.items() if len(text) <= 200},
        "open": card.open,
        "made": card.made,
        "changed": card.changed,
        "turn": card.turn,
        "ended": card.ended,
        "scores": card.scores,
        "seats": [
            {"seat": n, "player": seat.player, "name": seat.name, "bot": seat.bot, "fault": seat.fault}
            for n, seat in enumerate(card.seats)
        ],
    }
