"""`hoplon work`: play the matches of a league that is on another machine."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from time import sleep
from typing import TYPE_CHECKING, Annotated

import typer

from hoplon.cli.inputs import Sandbox
from hoplon.core.errors import BadOption, HoplonError

if TYPE_CHECKING:
    from hoplon.league.far_queue import FarQueue
    from hoplon.league.running import Told

REST = 5.0  # seconds between two looks at a league that is over
NO_LEAGUES = "leagues need packages that are not installed; install them with: pip install 'hoplon[league]'"


def work(
    url: Annotated[str, typer.Argument(metavar="URL", help="Where the arena of the league is.")],
    token: Annotated[
        str,
        typer.Option(
            "--token",
            metavar="TOKEN",
            envvar="HOPLON_TOKEN",
            help="The word that `hoplon league token` has made.",
            show_default=False,
        ),
    ],
    jobs: Annotated[
        int,
        typer.Option(
            "--jobs", min=1, metavar="N", help="Processes; with programs, at most one for each core."
        ),
    ] = 1,
    wait: Annotated[
        float,
        typer.Option(
            "--wait", min=0, metavar="SECONDS", help="How long to wait for a server that does not answer."
        ),
    ] = 300.0,
    stay: Annotated[
        bool, typer.Option("--stay", help="Do not leave when the league is over: it may go on.")
    ] = False,
    sandbox: Sandbox = "strict",
) -> None:
    """Play matches of a league here that is somewhere else; nothing is shared but the address.

    Packages are fetched by their digests and kept; programs play in the strict sandbox. Results go back with
    match files and records. A worker may be killed, and the server may be restarted: what was not handed in
    is given out again, and what is handed in twice counts once.

    \b
    Examples:
      hoplon work https://arena.example --token TOKEN --jobs 16
      HOPLON_TOKEN=… hoplon work http://192.168.1.2:8000 --stay
    """
    try:
        from hoplon.league.far_queue import FarQueue
        from hoplon.league.http_client import Client
    except ModuleNotFoundError as error:
        if error.name and error.name.startswith("hoplon"):
            raise
        raise HoplonError(NO_LEAGUES) from None
    from hoplon.core.version import __version__
    from hoplon.league.checks import check_rules
    from hoplon.protocols.compiling import compiling_notice

    def say(text: str) -> None:
        print(f"hoplon: {text}", file=sys.stderr, flush=True)

    with closing(Client(url, token, wait, say)) as client:
        queue = FarQueue(client)
        try:
            check_rules(queue.league)
        except BadOption as error:
            raise BadOption(f"{error}; {url} has Hoplon {queue.version}, here is {__version__}") from None
        found = queue.league.found
        with compiling_notice(found.title):
            found.ready(found.options.from_text(dict(queue.league.options)))
        played = 0
        while True:
            played += play(queue, jobs_for(queue, jobs, say), sandbox).played
            if not stay:
                break
            sleep(REST)
        print(f"{played} matches played for {queue.league.name}")


def jobs_for(queue: FarQueue, wanted: int, say: Callable[[str], None]) -> int:
    """How many processes may play: never more programs run at once than there are processors."""
    from hoplon.league.checks import PROGRAMS
    from hoplon.referee.series import cores

    if not any(version.kind in PROGRAMS for version in queue.versions(queue.league)):
        return wanted
    allowed = max(1, min(wanted, cores()))
    if allowed < wanted:
        say(f"{allowed} processes: there are no more cores for programs")
    return allowed


def play(queue: FarQueue, jobs: int, sandbox: str) -> Told:
    """Play until the league is over, with a progress bar on stderr."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from hoplon.league.playing import process_settings
    from hoplon.league.running import Players, Running
    from hoplon.protocols.shown import secrets_of

    programs = replace(process_settings(queue.league, secrets_of([], [])), sandbox=sandbox)
    programs.check()
    players = Players(queue, queue.league)
    players.check()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(f"{queue.league.name}, {os.getpid()}", total=None)

        def tell(told: Told) -> None:
            bar.update(task, completed=told.done, total=told.done + told.left)

        return Running(queue, players, programs, jobs, tell=tell).run()
