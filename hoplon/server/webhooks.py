"""Webhooks: an address of a player that is called when it is their turn, or when the match is over.

What has to be told follows from the calls that are stored with a match, so a server that is started later
tells it too, and each turn is told once: of several servers with one database, the one that notes first that
it tries it. What nobody takes is tried again, later and later, and then given up.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from enum import IntEnum

from sqlalchemy import ColumnElement, Connection, Engine, delete, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from hoplon.core.board import Json
from hoplon.games import game, game_names
from hoplon.server.calls import Due, calls_of
from hoplon.server.headings import ended_of
from hoplon.server.migrations import writing
from hoplon.server.posting import PostFailed, post, read_address
from hoplon.server.refusals import Refused, shown
from hoplon.server.shares import MINUTE, Meter
from hoplon.server.stored_match import StoredMatch, card_of
from hoplon.server.tables import matches, webhooks
from hoplon.server.writer import StoreFailed

PAUSES = (10.0, 60.0, 300.0, 1800.0)  # seconds before it is tried again; then it is given up
A_MINUTE = 20  # calls of one place
AT_ONCE = 8
UNDER_WAY = 60.0  # seconds after which another server may try it: the one that did is gone
LOOK = 30.0  # seconds after which it is looked again, for what other servers have stored
SOON = 0.2  # seconds: many choices are looked at together
LONGEST_FAULT = 300
log = logging.getLogger(__name__)
OFF = "this server calls no addresses; its host may start it with --webhooks"


class Hooks(IntEnum):
    """What a server may call."""

    NONE = 0
    PUBLIC = 1
    LOCAL = 2  # also what listens on this machine


@dataclass(frozen=True)
class Webhook:
    """An address, for a seat of a match; `sent` is the time of the last turn that was told."""

    match: str
    seat: int
    url: str
    page: str
    token: str
    sent: float = 0.0
    tries: int = 0
    due: float = 0.0
    fault: str = ""


class WebhookTable:
    """The webhooks of a database."""

    def __init__(self, engine: Engine, reading: Callable[[], AbstractContextManager[Connection]]) -> None:
        self._engine = engine
        self._reading = reading

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        try:
            with self._engine.connect() as connection, writing(connection):
                yield connection
        except SQLAlchemyError as error:
            log.warning("the database does not write: %s", error)
            raise StoreFailed("this could not be stored; try again in a moment") from None

    def put(self, hook: Webhook) -> None:
        """Keep an address instead of the one before."""
        with self._writing() as connection:
            connection.execute(delete(webhooks).where(_is(hook.match, hook.seat)))
            connection.execute(insert(webhooks), vars(hook))

    def remove(self, match: str, seat: int) -> None:
        """Forget an address."""
        with self._writing() as connection:
            connection.execute(delete(webhooks).where(_is(match, seat)))

    def one(self, match: str, seat: int) -> Webhook | None:
        """The address of a seat."""
        with self._reading() as connection:
            row = connection.execute(select(webhooks).where(_is(match, seat))).mappings().first()
        return None if row is None else Webhook(**row)

    def all(self) -> list[tuple[Webhook, StoredMatch]]:
        """All addresses, with their matches."""
        with self._reading() as connection:
            hooks = [Webhook(**row) for row in connection.execute(select(webhooks)).mappings()]
            wanted = select(matches).where(matches.c.id.in_({hook.match for hook in hooks}))
            cards = [card_of(row) for row in connection.execute(wanted).mappings()] if hooks else []
        by_id = {card.id: card for card in cards}
        return [(hook, by_id[hook.match]) for hook in hooks if hook.match in by_id]

    def claim(self, hook: Webhook, due: float) -> bool:
        """Note that it is being tried; False if somebody else was first."""
        seen = {"sent": hook.sent, "due": hook.due, "tries": hook.tries}
        same = [webhooks.c[name] == value for name, value in seen.items()]
        with self._writing() as connection:
            changed = (
                update(webhooks)
                .where(_is(hook.match, hook.seat), *same)
                .values(due=due, tries=hook.tries + 1)
            )
            return connection.execute(changed).rowcount == 1

    def settle(self, hook: Webhook, sent: float, fault: str) -> None:
        """Note that a turn was told, or given up."""
        same = _is(hook.match, hook.seat) & (webhooks.c.url == hook.url)
        with self._writing() as connection:
            changed = update(webhooks).where(same)
            connection.execute(changed.values(sent=sent, tries=0, due=0.0, fault=fault))

    def note_fault(self, hook: Webhook, fault: str, due: float) -> None:
        """Note what went wrong; it is tried again."""
        with self._writing() as connection:
            changed = update(webhooks).where(_is(hook.match, hook.seat))
            connection.execute(changed.values(fault=fault, due=due))


def _is(match: str, seat: int) -> ColumnElement[bool]:
    return (webhooks.c.match == match) & (webhooks.c.seat == seat)


class Webhooks:
    """Calls the addresses whose turn it is."""

    def __init__(self, table: WebhookTable, hooks: Hooks) -> None:
        self._table = table
        self.hooks = hooks
        self._news = asyncio.Event()
        self._meter = Meter(MINUTE / A_MINUTE, A_MINUTE)
        self._at_once = asyncio.Semaphore(AT_ONCE)
        self._task: asyncio.Task[None] | None = None
        self._calls: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Begin, if this server may call anybody."""
        if self.hooks:
            self._task = asyncio.create_task(self._run(), name="webhooks")

    async def close(self) -> None:
        """Stop; what was not told is told by the next server."""
        tasks = [*self._calls, *([self._task] if self._task else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def wake(self) -> None:
        """It may be somebody else's turn."""
        self._news.set()

    def check(self, url: str) -> None:
        """Refuse an address that is never called."""
        if not self.hooks:
            raise Refused("forbidden", OFF)
        read_address(url, self.hooks is Hooks.LOCAL)

    async def _run(self) -> None:
        while True:
            wait = LOOK
            with suppress(StoreFailed):
                wait = await self._look()
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self._news.wait()
            await asyncio.sleep(SOON)
            self._news.clear()

    async def _look(self) -> float:
        """Call whoever is to be called; the seconds until it is worth looking again."""
        found = await asyncio.to_thread(self._table.all)
        now, wait = time.time(), LOOK
        for hook, card in found:
            due = due_of(hook, card)
            if due is None:
                if card.ended is not None or card.seats[hook.seat].token != hook.token:
                    await asyncio.to_thread(self._table.remove, hook.match, hook.seat)
                continue
            later = hook.due - now
            if later <= 0:
                later = self._meter.take(read_address(hook.url, is_local=True).place)
            if later > 0:
                wait = min(wait, later)
                continue
            if await asyncio.to_thread(self._table.claim, hook, now + UNDER_WAY):
                call = asyncio.create_task(self._call(hook, card, due), name=f"webhook of {hook.match}")
                self._calls.add(call)
                call.add_done_callback(self._calls.discard)
        return wait

    async def _call(self, hook: Webhook, card: StoredMatch, due: Due) -> None:
        with suppress(StoreFailed):  # then it is told once more
            async with self._at_once:
                fault = await self._tell(hook, card, due)
            if fault and hook.tries < len(PAUSES):
                due_again = time.time() + PAUSES[hook.tries]
                await asyncio.to_thread(self._table.note_fault, hook, fault, due_again)
            else:
                fault = f"{fault}; given up for this turn" if fault else ""
                await asyncio.to_thread(self._table.settle, hook, due.call.at, fault)
        self.wake()

    async def _tell(self, hook: Webhook, card: StoredMatch, due: Due) -> str:
        """Post it; what went wrong, or an empty text."""
        is_local = self.hooks is Hooks.LOCAL
        try:
            await post(read_address(hook.url, is_local), told(hook, card, due), is_local)
        except (PostFailed, Refused) as error:
            return shown(str(error), LONGEST_FAULT)
        return ""


def due_of(hook: Webhook, card: StoredMatch) -> Due | None:
    """What an address is still to be told: only the last call matters, and only while it is so."""
    if card.seats[hook.seat].token != hook.token:
        return None  # somebody else has the seat
    calls = calls_of(card, held_with(card, hook.seat))
    if not calls or calls[-1].call.at <= hook.sent or calls[-1].call != card.calls[-1]:
        return None
    return calls[-1]


def held_with(card: StoredMatch, seat: int) -> Sequence[int]:
    """The seats of who holds this one."""
    return [n for n, other in enumerate(card.seats) if other.token == card.seats[seat].token]


def told(hook: Webhook, card: StoredMatch, due: Due) -> Json:
    """What is posted: no secrets, because whoever knows the address may read it."""
    seat = hook.seat if due.is_end else due.call.seat
    return {
        "type": "over" if due.is_end else "turn",
        "text": sentence(card, seat, due.is_end),
        "match": card.id,
        "game": card.game,
        "seat": seat,
        "name": card.seats[seat].name,
        "number": due.call.number,
        "at": due.call.at,
        "page": hook.page,
    }


def sentence(card: StoredMatch, seat: int, is_end: bool) -> str:
    """What a player is told, in one line."""
    title = game(card.game).title if card.game in game_names() else card.game
    others = " and ".join(other.name for n, other in enumerate(card.seats) if n != seat)
    if is_end:
        return f"{title} with {others} is over: {ended_of(card)}."
    return f"It is your turn: {title} with {others}."
