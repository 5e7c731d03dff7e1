"""Plays tasks on a Ray cluster: this process takes pairings and hands in results, the cluster plays.

Nothing is shared with the other machines but what Ray carries: packages go there once, and are written to a
folder by their digest. If a machine is lost, Ray plays elsewhere what it had; a result that comes twice
counts once.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import replace
from importlib import import_module
from typing import Any

from hoplon.core.errors import BadOption, HoplonError
from hoplon.league.cast import ENDINGS, cast
from hoplon.league.checks import check_rules
from hoplon.league.entries import League, Version
from hoplon.league.playing import Seated, play_all
from hoplon.league.running import Players, warm_up
from hoplon.league.store import Store
from hoplon.league.task import Played, Task
from hoplon.protocols.lines.process_bot import ProcessSettings

LOCAL, CLIENT = "ray", "ray://"
NO_RAY = "Ray is not installed; install it with: pip install 'hoplon[ray]'"
EXPECTED = "expected ray (this machine, or the cluster that RAY_ADDRESS names) or ray://HOST:PORT"


def check_place(on: str) -> None:
    """Refuse what is no place to play a league on."""
    if on != LOCAL and not (on.startswith(CLIENT) and on.removeprefix(CLIENT)):
        raise BadOption(f"--on {on!r} is not understood; {EXPECTED}")


class PlayersAnywhere(Players):
    """The versions of a league, which become players only where they play."""

    def seated(self, task: Task) -> Seated:
        """A task whose players are numbers of versions."""
        versions = [self.version(number) for number in task.versions]
        return Seated(task, tuple(str(one.id) for one in versions), tuple(one.label for one in versions))

    def version(self, number: int) -> Version:
        """A version, perhaps one that has joined since."""
        if number not in self._versions:
            self._versions = {one.id: one for one in self.store.versions(self.league)}
        return self._versions[number]


class RayPool:
    """A cluster that plays; use it in a `with` statement."""

    def __init__(self, on: str, store: Store, league: League, jobs: int | None) -> None:
        """Connect to a cluster, or start one of this machine with so many processes."""
        check_place(on)
        os.environ["RAY_USAGE_STATS_ENABLED"] = "0"  # it tells nobody anything
        os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
        try:
            ray: Any = import_module("ray")
        except ModuleNotFoundError:
            raise HoplonError(NO_RAY) from None
        self._ray = ray
        self._store = store
        self.players = PlayersAnywhere(store, league)
        self._bundles: dict[int, Any] = {}
        self._refs: dict[Future[list[Played]], Any] = {}
        try:
            self._connect(on, jobs)
        except (ConnectionError, RuntimeError, ValueError, ImportError) as error:
            why = " ".join(str(error).split())[:300]
            raise HoplonError(f"the Ray cluster {on!r} cannot be used: {why}") from None
        self._play = ray.remote(num_cpus=1, max_retries=-1)(play_there)

    def _connect(self, on: str, jobs: int | None) -> None:
        quiet = {"log_to_driver": False, "logging_level": logging.ERROR}
        if on.startswith(CLIENT):
            self._ray.init(on, **quiet)
        elif os.environ.get("RAY_ADDRESS"):
            self._ray.init(include_dashboard=False, **quiet)
        else:
            self._ray.init(num_cpus=jobs, include_dashboard=False, **quiet)

    @property
    def jobs(self) -> int:
        """How many processes the cluster has for us."""
        return max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def submit(
        self,
        play: Callable[..., list[Played]],  # noqa: ARG002  there it is done otherwise
        league: League,
        many: list[Seated],
        programs: ProcessSettings,
    ) -> Future[list[Played]]:
        """Let the cluster play some tasks."""
        wanted = {number for seated in many for number in seated.task.versions}
        versions = {number: self.players.version(number) for number in wanted}
        bundles = {number: self._bundle(one) for number, one in versions.items() if one.kind in ENDINGS}
        ref = self._play.remote(league, many, programs, versions, bundles)
        future: Future[list[Played]] = Future()
        self._refs[future] = ref

        def take(done: Future[list[Played]]) -> None:
            self._refs.pop(future, None)
            error = done.exception() if not done.cancelled() else None
            if done.cancelled():
                future.cancel()
            elif error is not None:
                future.set_exception(plain(error))
            else:
                future.set_result(done.result())

        ref.future().add_done_callback(take)
        return future

    def _bundle(self, version: Version) -> Any:
        """The file of a version, put where all machines find it."""
        if version.id not in self._bundles:
            self._bundles[version.id] = self._ray.put(self._store.bundle(version.id))
        return self._bundles[version.id]

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002
        """Begin nothing more; matches that are being played are given up."""
        for ref in list(self._refs.values()):
            with suppress(Exception):  # the cluster may be gone
                self._ray.cancel(ref, force=True)

    def close(self) -> None:
        """Leave the cluster; one that was started here ends."""
        self._ray.shutdown()

    def __enter__(self) -> RayPool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def plain(error: BaseException) -> HoplonError:
    """What went wrong elsewhere, in a sentence."""
    cause = getattr(error, "cause", None) or error
    if isinstance(cause, HoplonError):
        return HoplonError(str(cause))
    said = str(cause).strip().splitlines()
    return HoplonError(
        f"a match could not be played on the cluster: {said[-1] if said else type(cause).__name__}"
    )


_warm: set[str] = set()  # leagues that this process of the cluster has begun


def play_there(
    league: League,
    many: list[Seated],
    programs: ProcessSettings,
    versions: dict[int, Version],
    bundles: dict[int, Any],
) -> list[Played]:
    """Play tasks in a process of the cluster."""
    ray: Any = import_module("ray")
    if league.id not in _warm:
        check_rules(league)
        warm_up(league)
        _warm.add(league.id)

    def bundle(number: int) -> bytes | None:
        content: bytes | None = ray.get(bundles[number])
        return content

    texts = {number: cast(version, league.found, bundle) for number, version in versions.items()}
    here = [
        replace(seated, players=tuple(texts[number] for number in seated.task.versions)) for seated in many
    ]
    return play_all(league, here, programs)
