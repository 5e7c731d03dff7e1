"""Runs bots in processes of their own, one for each seat, so that none waits for another.

The processes are forked from one that has the games loaded, so a new one is quick and small. A bot
gets what its seat may see and the legal choices, and nothing else.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import signal
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from typing import Any

from hoplon.core.errors import HoplonError
from hoplon.games import game as find_game
from hoplon.protocols.lines.command import is_command
from hoplon.protocols.seated_bot import BotQuestion, BotSaid, SeatedBot, Seating
from hoplon.sandbox.faults import BotFault
from hoplon.sandbox.sight import NONE, Secrets

PATIENCE = 60.0  # seconds for one choice, whatever the bot's own limit
IDLE = 120.0  # seconds after which an idle process is ended
MOST = 64  # bots thinking at once; the others wait
FAREWELL = 0.1  # seconds for a process to end by itself
LAST = 5.0  # and to end when it is killed


class BotFailed(HoplonError):
    """A bot that gave no choice, and what else it said."""

    said: BotSaid | None = None


class Dismissed(BotFailed):
    """A bot that was stopped while it was thinking: nobody needs its choice any more."""


@dataclass(frozen=True)
class BotAnswer:
    """A choice, or why there is none.

    `fault` is what a program did wrong where its game has a choice for that; `said` what it did besides.
    """

    choice: str = ""
    problem: str = ""
    fault: str = ""
    said: BotSaid | None = None


def think(pipe: Connection, place: Seating, secrets: Secrets) -> None:
    """The main function of a bot's process: answer until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    is_program = is_command(place.bot)
    try:
        seated = SeatedBot(place, secrets=secrets)
    except Exception as error:
        pipe.recv()
        pipe.send(BotAnswer(problem=str(error)))
        return
    while True:
        try:
            question: BotQuestion = pipe.recv()
        except (EOFError, OSError):
            break
        try:
            answer = BotAnswer(seated.choose(question), fault=seated.fault)
        except BotFault as fault:
            answer = BotAnswer(problem=f"it {fault}")
        except Exception as error:
            answer = BotAnswer(problem=f"it raised {type(error).__name__}: {error}")
        if is_program:
            answer = replace(answer, said=seated.said())
        try:
            pipe.send(answer)
        except (BrokenPipeError, OSError):
            break
    seated.leave()


class BotProcess:
    """One bot at one seat."""

    def __init__(self, context: Any, place: Seating, secrets: Secrets) -> None:
        self.pipe, other = context.Pipe()
        self.process = context.Process(target=think, args=(other, place, secrets), daemon=True)
        self.process.start()
        other.close()
        self.busy = False
        self.used = time.monotonic()
        self.fresh = True
        self.ready = asyncio.Event()  # there is an answer, or there will be none
        self.is_away = False

    def end(self) -> None:
        """Stop the process without waiting for it."""
        if self.busy:
            asyncio.get_running_loop().remove_reader(self.pipe.fileno())
        self.is_away = True
        self.ready.set()
        threading.Thread(target=self._part, args=(self.busy,), name="farewell").start()

    def _part(self, busy: bool) -> None:
        """An idle process ends by itself when its pipe is closed, and ends its program.

        The pipe of a thinking one is closed only after its end: a question still being written would
        otherwise go to the next file that gets its descriptor.
        """
        if not busy:
            self.pipe.close()
            self.process.join(FAREWELL)
        if self.process.is_alive():
            self.process.kill()
        self.process.join(LAST)
        self.pipe.close()
        with suppress(ValueError):  # not even then
            self.process.close()


class BotProcesses:
    """All bots of this server."""

    def __init__(self, games: Sequence[str], programs: bool = False, secrets: Secrets = NONE) -> None:
        self._programs = programs
        self._secrets = secrets  # what no program may see
        self._context: Any = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(
            [
                "hoplon.protocols.seated_bot",
                "hoplon.bots",
                "hoplon.analysis.review",  # for those who think about positions
                *(find_game(name).rules.take_turn.__module__ for name in games),
            ]
        )
        self._bot_processes: dict[tuple[str, int], BotProcess] = {}
        self._places = asyncio.Semaphore(MOST)

    async def ask(self, match: str, place: Seating, question: BotQuestion) -> BotAnswer:
        """The choice of a bot; BotFailed says why there is none."""
        bot = place.bot
        if is_command(bot) and not self._programs:  # the match may be from a server that starts some
            raise BotFailed(f"the bot {bot} is a program, and this server starts none")
        async with self._places:
            return await self._ask(match, place, question)

    async def _ask(self, match: str, place: Seating, question: BotQuestion) -> BotAnswer:
        bot = place.bot
        key = (match, question.seat)
        bot_process = self._bot_processes.get(key)
        if bot_process is None:
            self._make_room()
            try:
                bot_process = await asyncio.to_thread(BotProcess, self._context, place, self._secrets)
            except OSError as error:
                raise BotFailed(f"no process can be started for the bot {bot}: {error.strerror}") from None
            self._bot_processes[key] = bot_process
        if not bot_process.fresh:
            question = BotQuestion(question.view, question.legal, question.dice, question.seat)
        bot_process.fresh = False
        bot_process.busy = True
        try:
            await asyncio.to_thread(bot_process.pipe.send, question)
            answer = await asyncio.wait_for(self._answer(bot_process), PATIENCE)
        except TimeoutError:
            self.forget(match, question.seat)
            raise BotFailed(f"the bot {bot} has not answered for {PATIENCE:.0f} seconds") from None
        except (EOFError, OSError):
            if bot_process.is_away:
                raise Dismissed(f"the bot {bot} was sent away") from None
            self.forget(match, question.seat)
            raise BotFailed(f"the process of the bot {bot} has ended") from None
        except asyncio.CancelledError:
            self.forget(match, question.seat)
            raise
        finally:
            bot_process.busy = False
            bot_process.used = time.monotonic()
        if answer.problem:
            self.forget(match, question.seat)  # whoever asks again asks a new one
            failed = BotFailed(f"the bot {bot} gave no choice: {answer.problem}")
            failed.said = answer.said
            raise failed
        return answer

    async def _answer(self, bot_process: BotProcess) -> BotAnswer:
        loop = asyncio.get_running_loop()
        bot_process.ready.clear()
        if not bot_process.is_away:
            loop.add_reader(bot_process.pipe.fileno(), bot_process.ready.set)
            try:
                await bot_process.ready.wait()
            finally:
                if not bot_process.is_away:
                    loop.remove_reader(bot_process.pipe.fileno())
        if bot_process.is_away:
            raise Dismissed("the bot was sent away")
        answer: BotAnswer = bot_process.pipe.recv()
        return answer

    def forget(self, match: str, seat: int | None = None) -> None:
        """End the bots of a match, or one of them."""
        for key in [key for key in self._bot_processes if key[0] == match and seat in (None, key[1])]:
            self._bot_processes.pop(key).end()

    def tidy(self) -> None:
        """End the processes that have been idle for a while."""
        late = time.monotonic() - IDLE
        for key, bot_process in list(self._bot_processes.items()):
            if not bot_process.busy and bot_process.used < late:
                self._bot_processes.pop(key).end()

    def _make_room(self) -> None:
        """End those that have been idle longest."""
        idle = [key for key, bot_process in self._bot_processes.items() if not bot_process.busy]
        idle.sort(key=lambda key: self._bot_processes[key].used)
        while len(self._bot_processes) >= MOST and idle:
            self._bot_processes.pop(idle.pop(0)).end()

    def close(self) -> None:
        """End them all."""
        for bot_process in self._bot_processes.values():
            bot_process.end()
        self._bot_processes.clear()
