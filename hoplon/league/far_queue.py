"""The queue of a league on another machine, over HTTP: as `queue.Queue`, with nothing shared but an address.

Everything may be asked twice: what was lost on the way back is given out again, and what was handed in twice
counts once.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from time import sleep

from hoplon.core.errors import HoplonError
from hoplon.league.entries import League, Version, league_of
from hoplon.league.http_client import Client, NoAnswer, Refusal
from hoplon.league.playing import packed
from hoplon.league.queue import Progress
from hoplon.league.task import Played, Task, read_task

LARGEST = 8 << 20  # characters of results sent together
IDLE = 0.3  # seconds to wait where there is nothing to do: others ask too
TOO_LARGE = 413
WITHOUT_RECORD = packed(json.dumps({"seats": []}))


class FarQueue:
    """The work of one league, which the token names."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._held: set[int] = set()
        self._progress: Progress | None = None
        found = client.ask("GET", "/api/workers")
        self.version = str(found["hoplon"])
        self.league: League = league_of(found["league"])

    def join(self, name: str, jobs: int, place: str = "") -> str:  # noqa: ARG002  it is not this machine's
        """A new worker; its id."""
        return str(self._client.ask("POST", "/api/workers", {"name": name[:100], "jobs": jobs})["worker"])

    def renew(self, worker: str) -> bool:
        """A sign of life."""
        return bool(self._client.ask("POST", f"/api/workers/{worker}/renew", {})["known"])

    def leave(self, worker: str) -> None:
        """The worker is gone; if that cannot be said, its leases end by themselves."""
        try:
            self._client.ask("POST", f"/api/workers/{worker}/leave", {}, is_once=True)
        except (NoAnswer, Refusal):
            return

    def lease(self, worker: str, many: int, needs: str = "") -> list[Task]:  # noqa: ARG002
        """Up to so many pairings; what was given out before but never arrived is given out again."""
        asked = {"many": many, "held": sorted(self._held)}
        found = self._client.ask("POST", f"/api/workers/{worker}/lease", asked)
        tasks = [read_task(one) for one in found["tasks"]]
        self._held.update(task.pairing for task in tasks)
        if not tasks:
            self._progress = Progress(**found["progress"])
            sleep(IDLE)
        return tasks

    def finish(self, worker: str, played: Sequence[Played]) -> int:
        """Hand in what was played, in pieces that are not too large."""
        decided = 0
        for some in pieces(played):
            decided += self._hand_in(worker, some)
            self._held.difference_update(one.pairing for one in some)
        return decided

    def _hand_in(self, worker: str, some: Sequence[Played]) -> int:
        content = {"played": [one.as_json() for one in some]}
        try:
            return int(self._client.ask("POST", f"/api/workers/{worker}/finish", content)["decided"])
        except Refusal as refusal:
            if refusal.status != TOO_LARGE or (len(some) == 1 and some[0].record == WITHOUT_RECORD):
                raise
            if len(some) > 1:
                return sum(self._hand_in(worker, [one]) for one in some)
            return self._hand_in(worker, [replace(some[0], record=WITHOUT_RECORD)])

    def progress(self) -> Progress:
        """How far it is; what came with the last lease is new enough."""
        found, self._progress = self._progress, None
        return found or Progress(**self._client.ask("GET", "/api/workers/progress"))

    def versions(self, league: League) -> list[Version]:  # noqa: ARG002  there is one
        """All versions."""
        return [Version(**one) for one in self._client.ask("GET", "/api/workers/versions")]

    def bundle(self, version: int) -> bytes | None:
        """The file of a version."""
        try:
            return self._client.fetch("GET", f"/api/workers/versions/{version}/bundle")
        except NoAnswer:
            raise
        except Refusal as refusal:
            raise HoplonError(f"the file of version {version} cannot be had: {refusal}") from None


def pieces(played: Sequence[Played]) -> Iterator[list[Played]]:
    """Results in groups that can be sent together."""
    group: list[Played] = []
    size = 0
    for one in played:
        more = (len(one.file) + len(one.record)) * 4 // 3 + 2000
        if group and size + more > LARGEST:
            yield group
            group, size = [], 0
        group.append(one)
        size += more
    if group:
        yield group
