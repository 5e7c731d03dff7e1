"""Thinks about positions in processes of their own: every viewer gets a round in turn, until it is enough.

The processes have a low priority, so that matches come first. Each keeps what its viewers' analyses have
found so far, and nothing else; what nobody waits for any longer is dropped.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from hoplon.analysis.analyse import Analysis, analysing, task_for
from hoplon.analysis.review import review
from hoplon.core.board import ALL, Json
from hoplon.core.errors import HoplonError
from hoplon.core.match import Match
from hoplon.server.boards import board_of
from hoplon.server.refusals import Refused
from hoplon.server.stand_in import is_standing_in

ENOUGH = 3000  # playouts of one position
LONG = 20.0  # seconds of a processor for one position
MOST = 500  # viewers who are thought for at once
MOST_EACH = 150  # of one client; a class behind one address does not notice
NICE = 5
ROUND_SECONDS = 600.0  # for one round; the first one may have to compile
REVIEW_SECONDS = 600.0
IDLE = 120.0  # seconds after which an idle process is ended
EXPLAINED = 6  # choices that are told in words
SENTENCES = 4  # of what a choice would cause
LAST = 5.0  # seconds to end when it is killed
HINTED = 300  # playouts of a hint
PATIENCE = 120.0  # seconds for a hint

Tell = Callable[[Json], None]


@dataclass(frozen=True)
class Question:
    """A position to think about: for which seat, and whose view the words may use.

    The choice `also` is thought about in any case.
    """

    match: Match
    seat: int | None = None
    viewer: int = ALL
    also: str = ""


@dataclass(frozen=True)
class Round:
    """One round for a viewer; a question only with the first. What is left is forgotten before."""

    key: int
    question: Question | None
    left: tuple[int, ...]


@dataclass(frozen=True)
class Reviewed:
    """A match to review."""

    match: Match


def work(pipe: Connection) -> None:
    """The main function of a process that thinks: answer until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError):
        os.nice(NICE)
    growing: dict[int, Iterator[Json]] = {}
    with suppress(EOFError, OSError):
        while True:
            asked = pipe.recv()
            try:
                if isinstance(asked, Reviewed):
                    pipe.send(_review(asked.match, pipe))
                else:
                    pipe.send(_round(asked, growing))
            except HoplonError as error:
                pipe.send({"problem": str(error)})
            except (EOFError, OSError):
                raise
            except Exception as error:
                pipe.send({"problem": f"the analysis failed: {type(error).__name__}: {error}"})


def _round(asked: Round, growing: dict[int, Iterator[Json]]) -> Json:
    for key in asked.left:
        growing.pop(key, None)
    if asked.question is not None:
        growing[asked.key] = _thoughts(asked.question)
    return next(growing[asked.key])


def _review(match: Match, pipe: Connection) -> Json:
    found = review(match, threads=1, progress=lambda share: pipe.send({"progress": round(share, 3)}))
    return {"review": found.as_json() | {"words": found.quantity.words, "unit": found.quantity.unit}}


def _thoughts(question: Question) -> Iterator[Json]:
    """The rounds of an analysis; what the best choices would cause is told with each."""
    match = question.match
    board = board_of(match.game.name)
    told: dict[str, Json] = {}
    task = task_for(match, question.seat, also=question.also)
    for found in analysing(task):
        best = found.choices[:EXPLAINED]
        for each in best:
            if str(each.choice) not in told:
                told[str(each.choice)] = _told(match, board, str(each.choice), question.viewer)
        yield json_of(found, told)


def _told(match: Match, board: Any, choice: str, viewer: int) -> Json:
    """What the turn log says would happen, and from where to where it goes."""
    seen = board.preview(match, choice, viewer)
    sides = [entry for entry in seen.log if entry.src is not None and entry.dst is not None]
    told = [entry for entry in seen.log if entry.says]
    caused = [entry for entry in told if entry.depth][:SENTENCES] or told[:1]
    says = seen.summary or "; ".join(
        f"{entry.says.rstrip('.')}{f' ({entry.chance})' if entry.chance else ''}" for entry in caused
    )
    return {"says": says, "arrow": [sides[0].src, sides[0].dst] if sides else None}


def json_of(found: Analysis, told: dict[str, Json]) -> Json:
    """An analysis as it is sent to the page."""
    quantities = [
        {"name": v.quantity.name, "words": v.quantity.words, "unit": v.quantity.unit} for v in found.values
    ]
    said = found.as_json()
    for each in said["choices"]:
        each |= told.get(each["choice"], {"says": "", "arrow": None})
    return said | {"quantities": quantities}


class Thinker:
    """One process that thinks."""

    def __init__(self, context: Any) -> None:
        self.pipe, other = context.Pipe()
        self.process = context.Process(target=work, args=(other,), daemon=True, name="thinker")
        self.process.start()
        other.close()
        self.used = time.monotonic()
        self._ready = asyncio.Event()

    async def ask(self, asked: Round | Reviewed, seconds: float, tell: Tell | None = None) -> Json:
        """What it answers; EOFError if it ends instead."""
        self.used = time.monotonic()
        await asyncio.to_thread(self.pipe.send, asked)
        async with asyncio.timeout(seconds):
            while True:
                answer = await self._heard()
                if "progress" not in answer or tell is None:
                    self.used = time.monotonic()
                    return answer
                tell(answer)

    async def _heard(self) -> Json:
        loop = asyncio.get_running_loop()
        self._ready.clear()
        loop.add_reader(self.pipe.fileno(), self._ready.set)
        try:
            await self._ready.wait()
        finally:
            loop.remove_reader(self.pipe.fileno())
        answer: Json = self.pipe.recv()
        return answer

    def end(self) -> None:
        """Stop the process without waiting for it."""
        threading.Thread(target=self._part, name="thinker's end").start()

    def _part(self) -> None:
        self.process.kill()
        self.process.join(LAST)
        self.pipe.close()
        with suppress(ValueError):
            self.process.close()


class Viewing:
    """Somebody who waits for an analysis."""

    def __init__(self, key: int, client: str, question: Question, tell: Tell) -> None:
        self.key = key
        self.client = client
        self.question: Question | None = question  # until it is asked
        self.tell = tell
        self.seconds = 0.0
        self.is_stopped = False


class Desk:
    """One process and those who wait for it, client by client in turn, and each client's viewers in turn."""

    def __init__(self, context: Any) -> None:
        self._context = context
        self._thinker: Thinker | None = None
        self._waiting: dict[str, deque[Viewing]] = {}
        self._left: list[int] = []
        self._task: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def count(self, client: str) -> int:
        """How many viewers of a client wait here."""
        return len(self._waiting.get(client, ()))

    def add(self, viewing: Viewing) -> None:
        """Think for one more."""
        self._waiting.setdefault(viewing.client, deque()).append(viewing)
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._run())

    def drop(self, viewing: Viewing) -> None:
        """Nobody waits for this any longer."""
        if viewing.is_stopped:
            return
        viewing.is_stopped = True
        if viewing.question is None:
            self._left.append(viewing.key)
        waiting = self._waiting.get(viewing.client)
        if waiting and viewing in waiting:
            waiting.remove(viewing)
            if not waiting:
                del self._waiting[viewing.client]

    def _next(self) -> Viewing:
        """Whose round it is; both the client and the viewer come last then."""
        client = next(iter(self._waiting))
        waiting = self._waiting.pop(client)
        self._waiting[client] = waiting
        viewing = waiting.popleft()
        waiting.append(viewing)
        return viewing

    async def _run(self) -> None:
        while self._waiting:
            viewing = self._next()
            question, viewing.question = viewing.question, None
            left, self._left = tuple(self._left), []
            began = time.monotonic()
            try:
                if self._thinker is None:
                    self._thinker = await asyncio.to_thread(Thinker, self._context)
                answer = await self._thinker.ask(Round(viewing.key, question, left), ROUND_SECONDS)
            except (TimeoutError, EOFError, OSError):
                self._fail(viewing)
                continue
            if viewing.is_stopped:
                continue
            viewing.seconds += time.monotonic() - began
            problem = answer.get("problem")
            is_enough = problem or answer["nodes"] >= ENOUGH or viewing.seconds >= LONG
            if is_enough:
                self.drop(viewing)
            viewing.tell({"problem": problem} if problem else answer | {"done": bool(is_enough)})

    def _fail(self, viewing: Viewing) -> None:
        """The process ended or took too long: what it knew is lost, and its viewers are told."""
        if self._thinker is not None:
            self._thinker.end()
            self._thinker = None
        self._left.clear()
        known = [one for waiting in self._waiting.values() for one in waiting if one.question is None]
        for one in {viewing, *known}:
            if not one.is_stopped:
                self.drop(one)
                one.tell({"problem": "the analysis was interrupted; ask again"})

    def tidy(self, late: float) -> None:
        """End a process that was idle for a while."""
        if self._thinker is not None and not self._waiting and self._thinker.used < late:
            self._thinker.end()
            self._thinker = None

    def close(self) -> None:
        """End everything."""
        if self._task is not None:
            self._task.cancel()
        self._waiting.clear()
        if self._thinker is not None:
            self._thinker.end()
            self._thinker = None


def check_is_quick() -> None:
    """Refuse to think with interpreted rules: that takes longer than compiling them."""
    if is_standing_in():
        raise Refused("busy", "the rules are compiled first, which happens once and takes up to a minute")


class Thinking:
    """All analyses of this server."""

    def __init__(self, processes: int | None = None) -> None:
        self._context: Any = multiprocessing.get_context("forkserver")
        cores = os.cpu_count() or 1
        self._desks = [Desk(self._context) for _ in range(processes or max(1, cores // 2))]
        self._keys = 0
        self._of: dict[int, tuple[Desk, Viewing]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._desks))

    def think(self, client: str, question: Question, tell: Tell) -> int:
        """Think about a position and tell what is found, round by round; by what it can be stopped."""
        check_is_quick()
        if len(self) >= MOST:
            raise Refused("busy", f"{MOST} positions are thought about here; try again in a while")
        if sum(desk.count(client) for desk in self._desks) >= MOST_EACH:
            raise Refused("often", f"{MOST_EACH} positions at once are thought about for one address")
        self._keys += 1
        viewing = Viewing(self._keys, client, question, tell)
        desk = min(self._desks, key=len)
        self._of[self._keys] = desk, viewing
        desk.add(viewing)
        return self._keys

    def stop(self, key: int | None) -> None:
        """Stop thinking for somebody."""
        if key is not None and key in self._of:
            desk, viewing = self._of.pop(key)
            desk.drop(viewing)

    async def review(self, match: Match, tell: Tell) -> Json:
        """Review a match in a process of its own, which ends when nobody waits for it."""
        check_is_quick()
        thinker = await asyncio.to_thread(Thinker, self._context)
        try:
            return await thinker.ask(Reviewed(match), REVIEW_SECONDS, tell)
        except (TimeoutError, EOFError, OSError):
            raise Refused("busy", "the review was interrupted; ask again") from None
        finally:
            thinker.end()

    def tidy(self) -> None:
        """End the processes that have been idle for a while."""
        late = time.monotonic() - IDLE
        for desk in self._desks:
            desk.tidy(late)

    def close(self) -> None:
        """End them all."""
        for desk in self._desks:
            desk.close()
        self._of.clear()


async def first_found(thinking: Thinking, client: str, question: Question) -> Json:
    """What is found about a position, once that is good enough for a hint."""
    enough: asyncio.Future[Json] = asyncio.get_running_loop().create_future()

    def tell(found: Json) -> None:
        if not enough.done() and ("problem" in found or found["done"] or found["nodes"] >= HINTED):
            enough.set_result(found)

    key = thinking.think(client, question, tell)
    try:
        found = await asyncio.wait_for(enough, PATIENCE)
    except TimeoutError:
        raise Refused("busy", "many positions are thought about here; ask again in a while") from None
    finally:
        thinking.stop(key)
    if "problem" in found:
        raise Refused("busy", str(found["problem"]))
    return found
