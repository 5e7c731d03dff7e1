"""`hoplon league run`: play the matches of a league."""

from __future__ import annotations

import sys
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer

from hoplon.cli.league.where import Database, LeagueName, opened

if TYPE_CHECKING:
    from hoplon.league.entries import League
    from hoplon.league.running import Told
    from hoplon.league.store import Store
    from hoplon.league.until import Until


def run(
    database: Database,
    jobs: Annotated[
        int,
        typer.Option(
            "--jobs", min=1, metavar="N", help="Processes; with programs, at most one for each core."
        ),
    ] = 1,
    until: Annotated[
        list[str] | None,
        typer.Option(
            "--until",
            metavar="games=N|interval=ELO|time=8h",
            help="Stop after so many matches, when all 95 % intervals are narrower, or after a time; "
            "whichever comes first, if given several times.",
            show_default=False,
        ),
    ] = None,
    on: Annotated[
        str,
        typer.Option(
            "--on",
            metavar="ray|ray://HOST:PORT",
            help="Play on a Ray cluster: one of this machine, the one that RAY_ADDRESS names, or by address.",
            show_default=False,
        ),
    ] = "",
    league: LeagueName = "",
) -> None:
    """Play a league, from where it is, until it is over or enough was played.

    It can be stopped at any time, also by force, and continued by the same command; several may play one
    league at once, on one machine or, with a PostgreSQL database, on many.

    \b
    Examples:
      hoplon league run cup.db --jobs 2
      hoplon league run cup.db --until games=1000
      hoplon league run cup.db --until interval=30 --until time=8h
      hoplon league run cup.db --on ray://head.example:10001
    """
    from hoplon.league.checks import check_playable, jobs_for
    from hoplon.league.until import read_until
    from hoplon.protocols.compiling import compiling_notice

    wanted = read_until(until or [])
    if on:
        from hoplon.league.ray_pool import check_place

        check_place(on)
    with opened(database, league) as (store, found):
        check_playable(store, found)
        allowed = jobs if on else jobs_for(store, found, jobs)
        if allowed < jobs:
            print(f"hoplon: {allowed} processes: there are no more cores for programs", file=sys.stderr)
        seen = max((event.number for event in store.events(found, 1)), default=0)
        with compiling_notice(found.found.title):
            found.found.ready(found.found.options.from_text(dict(found.options)))
        began = monotonic()
        told = play_with_progress(store, found, allowed, wanted, on)
        took = monotonic() - began
        for event in reversed(store.events(found, since=seen)):
            if event.kind in ("aside", "again", "bye"):
                print(event.text)
        rate = f", {told.played / took:.1f} a second" if told.played and took > 1 else ""
        print(f"{told.played} matches played in {took:.1f} s{rate}; the league has {told.done}")
        print(f"how it stands: hoplon league table {store.named}")


def play_with_progress(store: Store, league: League, jobs: int, until: Until, on: str) -> Told:
    """Play with a progress bar on stderr."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from hoplon.league.running import running_here

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(league.name, total=None)

        def tell(told: Told) -> None:
            bar.update(task, completed=told.done, total=told.done + told.left)

        if not on:
            return running_here(store, league, jobs, until, tell).run()
        from hoplon.league.ray_pool import RayPool

        with RayPool(on, store, league, jobs) as pool:
            return running_here(store, league, pool.jobs, until, tell, lambda: pool, pool.players).run()
