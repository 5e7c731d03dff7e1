"""Match files of strangers: weighed before they are replayed, and replayed a few at a time, not for long.

They are replayed by threads of their own, which pause as long as they work, so that matches go on meanwhile.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from hoplon.core import replay
from hoplon.core.errors import BadMatchFile
from hoplon.core.game import Game
from hoplon.server.shares import Shares
from hoplon.server.turns import Turns

T = TypeVar("T")
AT_ONCE = 2  # in all; of one client, one
MOST_WAITING = 60
MOST_WAITING_EACH = 30
REPLAY_SECONDS = 30.0  # of a processor
STINT = 0.005  # seconds of work before a pause of as long


class Uploads:
    """The match files that are being replayed."""

    def __init__(self, shares: Shares) -> None:
        self.shares = shares
        self.turns = Turns("match files", AT_ONCE, MOST_WAITING, MOST_WAITING_EACH)
        self._threads = ThreadPoolExecutor(AT_ONCE, "uploads")
        self._is_closed = False

    def close(self) -> None:
        """Let go of what is being replayed."""
        self._is_closed = True
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def run(self, work: Callable[[], T]) -> T:
        """Do something slow for an upload."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    async def replayed(self, file: replay.MatchFile, game: Game) -> replay.Verdict:
        """Replay a file that is not too heavy."""
        return await self.run(lambda: self._replay(file, game))

    def _replay(self, file: replay.MatchFile, game: Game) -> replay.Verdict:
        _, ready = game.ready(game.options.from_text(file.options))
        self.weigh(len(file.choices), ready)
        return replay.verify(file, game, Pace(self).check)

    def weigh(self, choices: int, game: Game) -> None:
        """Refuse a match with more choices than an arena plays of such a game."""
        most = self.shares.most_choices(game.state.itemsize)
        if choices > most:
            raise BadMatchFile(
                f"the file has {choices} choices; "
                f"an arena takes at most {most} of such a match of {game.name}"
            )

    @property
    def is_closed(self) -> bool:
        """Does nobody wait any more?"""
        return self._is_closed


class Pace:
    """Keeps a replay from taking too long, and from taking all the time there is."""

    def __init__(self, uploads: Uploads) -> None:
        self._uploads = uploads
        self._end = time.thread_time() + REPLAY_SECONDS
        self._rest = time.thread_time() + STINT

    def check(self, number: int) -> None:
        """After each choice: pause now and then, and stop where it is too long."""
        now = time.thread_time()
        if now > self._end or self._uploads.is_closed:
            raise BadMatchFile(
                f"the file takes too long to replay: {number} of its choices took {REPLAY_SECONDS:.0f} s"
            )
        if now > self._rest:
            time.sleep(STINT)
            self._rest = time.thread_time() + STINT
