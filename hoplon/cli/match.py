"""`hoplon match`: players on the same seeds, alone or against each other, and how they compare."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hoplon.cli.flags import TAKES_FLAGS, with_flags
from hoplon.cli.inputs import (
    ChoiceClock,
    GameName,
    Jobs,
    Longest,
    OptionTexts,
    Sandbox,
    StrictClock,
    TimeScale,
    complete_bot,
)
from hoplon.cli.kept_seats import kept_seats, seated
from hoplon.core.errors import BadOption, HoplonError

if TYPE_CHECKING:
    from hoplon.core.game import Game
    from hoplon.protocols.lines.process_bot import ProcessSettings
    from hoplon.referee.seating import Group
    from hoplon.referee.series import Job, Row

CONTEXT = TAKES_FLAGS
MOST_PLAYERS = 64


def match(
    context: typer.Context,
    game: GameName,
    bot: Annotated[
        list[str],
        typer.Option(
            "--bot",
            metavar="NAME[:SETTING=VALUE]|FILE.npz|COMMAND|py:MODULE:CLASS|netorcai:COMMAND|"
            "listen:[HOST:]PORT|person",
            help="A bot, such as search:nodes=2000, a network, such as mine.npz, a program, such as "
            "./mybot.py, a Python class, a program that speaks netorcai, one that connects to a port, or a "
            "person; give 1 to 64, the same one several times if you like.",
            autocompletion=complete_bot,
        ),
    ],
    seeds: Annotated[str, typer.Option("--seeds", metavar="A-B", help="The seeds of the matches.")] = "1-20",
    option: OptionTexts = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="DIR",
            help="Keep the match files in this folder, or continue the series there, also beside another "
            "process; a new folder among the user's if not given.",
            show_default=False,
        ),
    ] = None,
    jobs: Jobs = 1,
    clock: ChoiceClock = None,
    longest: Longest = None,
    time_scale: TimeScale = 1.0,
    strict_clock: StrictClock = False,
    sandbox: Sandbox = "auto",
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Show the messages and the stderr of programs.")
    ] = False,
    paired: Annotated[
        bool, typer.Option("--paired", help="Play each seed with everybody at every seat.")
    ] = False,
    at: Annotated[
        list[str] | None,
        typer.Option(
            "--at",
            metavar="SEAT=BOT",
            help="A bot that has one seat in all matches and is not compared, such as 1=hunter; games may "
            "keep a seat for one themselves, as sudden death does.",
            show_default=False,
        ),
    ] = None,
    secret: Annotated[
        bool,
        typer.Option(
            "--secret", help="The seeds stand for secret ones, which no player can guess: for contests."
        ),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Everything as one JSON object.")] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="One line for each seat of each match.")] = False,
) -> None:
    """Play bots on the same seeds, alone or against each other, and compare them.

    Finished matches are kept: the same command with the same --out continues where it stopped, and several
    commands may work on the same --out at once. Matches of a changed bot are played again.

    In games for two, every two bots meet on every seed, in turns on either side; in games for more, all play
    once on every seed, at changing tables.

    \b
    Examples:
      hoplon match hoplite --bot greedy --seeds 1-100
      hoplon match hoplite --bot greedy --bot search:nodes=2000 --seeds 1-50 -o hearts=1 --out runs
      hoplon match codekeeper --bot ./mybot.py --seeds 0-99 --jobs 2
      hoplon match codekeeper --bot seeker --maze mine.txt --seeds 0-9
      hoplon match cardbattle --bot judge --bot ./mybot.py --seeds 1-100 --paired
      hoplon match cardbattle --bot ./mybot.py --bot ./yours.py --seeds 1-100 --paired --secret --out contest
      hoplon match hexabomb --bot painter --bot hunter --bot ./mine --bot py:mybot:MyBot -o map=crossroads
    """
    from hoplon.core.options import read_pairs
    from hoplon.games import game as find_game
    from hoplon.protocols.lines.process_bot import ProcessSettings
    from hoplon.protocols.shown import not_shut, secrets_of, unseen
    from hoplon.referee.series import make_ready, read_seeds

    found = find_game(game)
    if len(bot) > MOST_PLAYERS:
        raise BadOption(f"{len(bot)} bots are too many; expected at most {MOST_PLAYERS}")
    if as_json and as_csv:
        raise BadOption("--json and --csv are two ways to write the same; give one of them")
    given = tuple(read_pairs(with_flags(found, option, context)).items())
    if out is not None and out.exists() and not out.is_dir():
        raise BadOption(f"--out {out} is a file; expected a folder, or the name of a new one")
    folder = out or new_folder(game)
    others = [text.partition("=")[2] for text in at or ()]
    settings = ProcessSettings(
        clock,
        clock,
        time_scale,
        strict_clock,
        sandbox,
        secrets=secrets_of([*bot, *others], [str(folder.absolute())]),
    )
    settings.check()
    if warning := not_shut([*bot, *others], sandbox):
        print(f"hoplon: {warning}", file=sys.stderr)
    work = plan(found, bot, read_seeds(seeds), given, settings, clock, longest, paired, folder, at or [])
    if secret:
        from hoplon.referee.folder import secret_in

        drawn = secret_in(folder)
        work = [replace(job, secret=drawn) for job in work]
    try:
        make_ready(work)
    except HoplonError as error:
        raise HoplonError("; ".join([str(error), *unseen(bot, settings)])) from None
    said = {
        "game": f"{game} {found.version}",
        "options": " ".join(f"{name}={value}" for name, value in given),
        "longest": str(work[0].longest),
        "clock": str(clock or ""),
        "time scale": f"{time_scale:g}",
        "sandbox": sandbox,
        "secret seeds": "yes" if secret else "",
    }
    rows = play_with_progress(work, jobs, folder, said)
    from hoplon.cli.match_report import print_csv, print_json, print_records, print_report

    names = names_of(bot)
    if as_json:
        print_json(found, names, rows, folder)
    elif as_csv:
        print_csv(rows)
    else:
        print_report(found, names, rows, folder)
        if verbose:
            print_records(rows, folder)


def names_of(players: Sequence[str]) -> list[str]:
    """What the players are called in the results: those given several times get numbers."""
    seen: Counter[str] = Counter()
    names = []
    for player in players:
        seen[player] += 1
        names.append(player if seen[player] == 1 else f"{player} #{seen[player]}")
    return names


def plan(
    game: Game,
    players: Sequence[str],
    seeds: Sequence[int],
    options: tuple[tuple[str, str], ...],
    settings: ProcessSettings,
    clock: float | None,
    longest: int | None,
    paired: bool,
    folder: Path,
    at: Sequence[str],
    seatings: Callable[[int, Sequence[int]], Iterable[tuple[int, Group]]] | None = None,
) -> list[Job]:
    """All matches of the series; `seatings` says for a number of seats who sits where, if not as usual."""
    from hoplon.protocols.player import CLOCK, LONGEST
    from hoplon.protocols.players import make_player
    from hoplon.referee.seating import tables
    from hoplon.referee.series import LONGEST_ALONE, Job
    from hoplon.referee.versions import version_of

    read = game.options.from_text(dict(options))
    game.fit(read)
    kept = kept_seats(game, read, at)
    titles = game.seat_names(read)
    called = {seat: f"{bot} as {titles[seat]}" for seat, bot in kept.items()}
    count = len(titles)
    seats = count - len(kept)
    if paired and seats == 1:
        raise BadOption(f"--paired is for matches of several; here one plays {game.name} alone")
    everybody = [*players, *kept.values()]
    for player in everybody:
        make_player(player, game, settings)
    names = names_of(players)
    versions = {player: version_of(player, game, [folder]) for player in dict.fromkeys(everybody)}
    return [
        Job(
            game.name,
            sat := seated(kept, [players[number] for number in table], count),
            seed,
            options,
            seated(called, [names[number] for number in table], count),
            tuple(versions[player] for player in sat),
            clock or CLOCK,
            longest or (LONGEST_ALONE if count == 1 else LONGEST),
            folder=str(folder),
            process_settings=settings,
        )
        for seed, table in (
            seatings(seats, seeds) if seatings else tables(len(players), seats, seeds, paired)
        )
    ]


def new_folder(game: str) -> Path:
    """A new folder for a series, in the user's state folder."""
    from hoplon.core.folders import make_private, state_folder

    base = make_private(state_folder()) / "matches"
    name = f"{game}-{datetime.now():%Y%m%d-%H%M%S}"
    return next(path for n in count(1) if not (path := base / (name if n == 1 else f"{name}-{n}")).exists())


def play_with_progress(
    work: Sequence[Job], processes: int, folder: Path, settings: dict[str, str]
) -> list[Row]:
    """Play what the folder does not have yet, with a progress bar on stderr."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from hoplon.protocols.players import PERSON, kind_of
    from hoplon.referee.folder import SeriesFolder
    from hoplon.referee.series import Row, workers_for
    from hoplon.referee.worklist import Worklist

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    series = SeriesFolder(folder, settings, Row)
    try:
        todo = Worklist(work, series)
        if todo.strangers:
            said = (
                f"{todo.strangers} other matches in {folder}, of other bots, seeds or versions, do not count"
            )
            console.print(said, markup=False, highlight=False, soft_wrap=True)
        if todo.rows:
            said = f"{len(todo.rows)} of {len(work)} matches are done already in {folder}"
            console.print(said, markup=False, highlight=False, soft_wrap=True)
        has_people = any(kind_of(text)[0] == PERSON for job in work for text in job.players)
        with Progress(*columns, console=console, transient=True, disable=has_people) as bar:
            task = bar.add_task("matches", total=len(work), completed=len(todo.rows))
            for _ in todo.play(
                workers_for(work, processes), lambda: bar.update(task, completed=len(todo.rows))
            ):
                pass
        return [todo.rows[job.key] for job in work]
    finally:
        series.close()
