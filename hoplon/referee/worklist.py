"""The matches of a series that are still to be played, shared with other processes through the folder."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from time import sleep

from hoplon.referee.folder import SeriesFolder
from hoplon.referee.run import ANNULLED
from hoplon.referee.series import Job, Row, play_all

PAUSE = 0.1  # seconds between two looks at what others are playing


class Worklist:
    """Gives out what nobody has played and nobody is playing."""

    def __init__(self, jobs: Sequence[Job], folder: SeriesFolder[Row]) -> None:
        self.rows: dict[str, Row] = {}
        self._folder = folder
        self._left = deque(jobs)
        self._wanted = {job.key for job in jobs}
        self._elsewhere: list[Job] = []  # others are playing these
        self.strangers = 0  # rows in the folder that are not wanted, such as those of earlier versions
        self._look()
        self.rows = {key: row for key, row in self.rows.items() if row.reason != ANNULLED}  # played again

    def _look(self) -> None:
        for row in self._folder.new_rows():
            if row.key not in self._wanted:
                self.strangers += 1
            elif row.key not in self.rows or self.rows[row.key].reason == ANNULLED:
                self.rows[row.key] = row

    def next(self) -> Job | None:
        """A match to play now, if there is one."""
        while self._left:
            job = self._left.popleft()
            if job.key in self.rows:
                continue
            if not self._folder.claim(job.key):
                self._elsewhere.append(job)
                continue
            self._look()  # it may have been finished just before it was released
            if job.key not in self.rows:
                return job
            self._folder.release(job.key)
        return None

    def play(self, processes: int, report: Callable[[], None]) -> Iterator[Row]:
        """Play all that is left, and wait for what others are playing; `report` is called now and then."""
        while True:
            for job, row in play_all(self.next, processes):
                self._folder.add(row)
                self._folder.release(job.key)
                self._look()
                report()
                yield row
            self._look()
            report()
            self._left.extend(job for job in self._elsewhere if job.key not in self.rows)
            self._elsewhere.clear()
            if not self._left:
                return
            sleep(PAUSE)
