"""Compiles games and bots in the background, whatever is wanted first.

Compiling takes minutes on a slow machine, but only once. It is done in separate processes, so that the
page stays responsive and can show the progress.
"""

from __future__ import annotations

import asyncio
import gc
import os
import sys
from collections.abc import Sequence
from contextlib import suppress

from hoplon.bots import bot_class, bots_for
from hoplon.games import game
from hoplon.server.refusals import Refused
from hoplon.server.stand_in import is_standing_in
from hoplon.server.warmup import BOTS, RULES, is_ready, make_ready

AT_ONCE = min(2, os.cpu_count() or 1)
THE_BOT = "the bot "


class Preparations:
    """Which games and bots are ready."""

    def __init__(self, games: Sequence[str]) -> None:
        # The quickest first: the more actions a game has, the longer its rules take to compile.
        self._games = sorted(games, key=lambda name: (len(game(name).actions), name))
        self._rules = {name: asyncio.Event() for name in games}
        self._bots = {name: {bot: asyncio.Event() for bot in bots_for(name)} for name in games}
        self._news: dict[str, tuple[str, int, int]] = {}
        self._jobs: dict[tuple[str, str], asyncio.Task[None]] = {}
        self._loading = asyncio.Lock()
        self._all: asyncio.Task[None] | None = None
        self._stands_in = is_standing_in()

    def start(self) -> None:
        """Prepare everything, a few at a time."""
        self._all = asyncio.create_task(self._prepare_all())

    async def close(self) -> None:
        """Stop."""
        tasks = [*self._jobs.values(), *([self._all] if self._all else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def is_ready(self, name: str) -> bool:
        """Can the game be played?"""
        return self._rules[name].is_set()

    def progress(self, name: str) -> dict[str, str | int] | None:
        """How far the rules of a game are compiled; None if they are ready or not begun."""
        if self.is_ready(name) or name not in self._news:
            return None
        what, done, of = self._news[name]
        return {"what": what, "done": done, "of": of}

    def want(self, name: str) -> None:
        """Somebody is waiting for this game: compile it next."""
        self._job(name, RULES)

    async def rules(self, name: str) -> None:
        """Wait until a game can be played."""
        if not self.is_ready(name):
            await self._wait(name, RULES, self._rules[name])

    def has_bot(self, name: str, text: str) -> bool:
        """Is a bot ready? A program always is."""
        bot, _, settings = text.partition(":")
        found = self._bots[name].get(bot)
        return found is None or (found.is_set() and not (settings and self._stands_in))

    def has_all_bots(self, name: str) -> bool:
        """Are all bots of a game ready?"""
        return all(event.is_set() for event in self._bots[name].values())

    async def bot(self, name: str, text: str) -> None:
        """Wait until a bot can play; one that looks ahead, for the server with compiled rules."""
        while self._stands_in and not self.has_bot(name, text):
            await asyncio.sleep(1.0)
        found = self._bots[name].get(text.partition(":")[0])
        if found is not None and not found.is_set():
            await self._wait(name, BOTS, found)

    async def _wait(self, name: str, part: str, event: asyncio.Event) -> None:
        """Wait for an event of a job; Refused if the job failed. The next request tries again."""
        job, waiting = self._job(name, part), asyncio.create_task(event.wait())
        try:
            await asyncio.wait((job, waiting), return_when=asyncio.FIRST_COMPLETED)
        finally:
            waiting.cancel()
        if not event.is_set():
            self._jobs.pop((name, part), None)
            raise Refused(
                "busy", f"the {part} of {game(name).title} could not be made ready: {job.exception()}"
            )

    async def _prepare_all(self) -> None:
        async def in_turn(name: str, part: str) -> None:
            async with turns:
                await self._job(name, part)

        turns = asyncio.Semaphore(AT_ONCE)
        for part in (RULES, BOTS):
            await asyncio.gather(*(in_turn(name, part) for name in self._games), return_exceptions=True)
            # The sources do not change; checking them again each time takes longer than a choice.
            await asyncio.to_thread(gc.collect)
            gc.freeze()

    def _job(self, name: str, part: str) -> asyncio.Task[None]:
        if (name, part) not in self._jobs:
            self._jobs[name, part] = asyncio.create_task(self._prepare(name, part))
        return self._jobs[name, part]

    async def _prepare(self, name: str, part: str) -> None:
        found = game(name)
        if not is_ready(found, part):
            if part == BOTS:
                await self._rules[name].wait()
            await self._compile(name, part)
        if part == RULES:
            async with self._loading:
                await asyncio.to_thread(make_ready, found, part)
            self._rules[name].set()
        for bot, event in self._bots[name].items() if part == BOTS else ():
            if not (self._stands_in and bot_class(bot, name).LOOKS_AHEAD):
                event.set()

    async def _compile(self, name: str, part: str) -> None:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "hoplon.server.warmup", name, part,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        assert process.stdout is not None
        before = ""
        try:
            while line := (await process.stdout.readline()).decode():
                done, of, what = line.strip().split(" ", 2)
                if part == RULES:
                    self._news[name] = (what, int(done), int(of))
                elif before.startswith(THE_BOT):
                    self._bots[name][before.removeprefix(THE_BOT)].set()
                before = what
            await process.wait()
        finally:
            with suppress(ProcessLookupError):
                process.kill()
