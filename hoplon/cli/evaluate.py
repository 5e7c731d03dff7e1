"""`hoplon evaluate`: players on the test seeds of a task, and a result file that anybody can audit."""

from __future__ import annotations

import sys
from pathlib import Path
from shutil import rmtree
from typing import TYPE_CHECKING, Annotated

import typer

from hoplon.cli.inputs import ChoiceClock, Jobs, Sandbox, StrictClock, TimeScale, complete_bot
from hoplon.core.errors import BadOption, HoplonError

if TYPE_CHECKING:
    from hoplon.learn.results import Result, SectionResult
    from hoplon.learn.sections import Section
    from hoplon.learn.tasks import Task
    from hoplon.protocols.lines.process_bot import ProcessSettings

NO_BREAK = "\N{NO-BREAK SPACE}"
PLAYING = ".playing"  # the folder of a result that is not finished


def complete_task(incomplete: str) -> list[str]:
    """Names of tasks for the shell."""
    from hoplon.learn.tasks import tasks

    return [name for name in tasks() if name.startswith(incomplete)]


def evaluate(
    task: Annotated[
        str, typer.Argument(metavar="TASK", help="The name of a task.", autocompletion=complete_task)
    ],
    bot: Annotated[
        list[str],
        typer.Option(
            "--bot",
            metavar="NAME[:SETTING=VALUE]|COMMAND|py:MODULE:CLASS",
            help="A bot, a program or a Python class, as for `hoplon match`; give it as often as you like.",
            autocompletion=complete_bot,
        ),
    ],
    matches: Annotated[
        int | None,
        typer.Option(
            "--matches",
            metavar="N",
            help="Only the first N matches of each section; all if not given.",
            show_default=False,
        ),
    ] = None,
    jobs: Jobs = 1,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="The result file; TASK.zip if not given.",
            show_default=False,
        ),
    ] = None,
    clock: ChoiceClock = None,
    time_scale: TimeScale = 1.0,
    strict_clock: StrictClock = False,
    sandbox: Sandbox = "auto",
) -> None:
    """Play the test seeds of a task through the referee and report the figures with 95 % intervals.

    In games for several, the other seats have the opponents of the task, and each seed is played from every
    seat. The result file holds the figures and all matches: `hoplon verify` audits it. A command that was
    interrupted goes on where it stopped. `hoplon tasks` lists the tasks.

    \b
    Examples:
      hoplon evaluate hoplite-depth16-v1 --bot greedy --matches 100
      hoplon evaluate codekeeper-fog-v1 --bot explorer --bot ./mybot.py --jobs 2 --out mine.zip
      hoplon verify mine.zip
    """
    from hoplon.learn.results import match_name, new_result, write
    from hoplon.learn.sections import check_matches, most_matches, sections_of
    from hoplon.learn.tasks import task as find_task
    from hoplon.protocols.lines.process_bot import ProcessSettings
    from hoplon.protocols.players import runs_here
    from hoplon.protocols.shown import not_shut, secrets_of

    found = find_task(task)
    count = most_matches(found) if matches is None else matches
    check_matches(found, count)
    path = out or Path(f"{task}.zip")
    _check_players(bot, path)
    if not all(runs_here(text) for text in bot):
        raise BadOption(
            "a person or a program elsewhere cannot be tested; expected a bot, a program or a class"
        )
    folder = path.with_name(path.name + PLAYING)
    if warning := not_shut(bot, sandbox):
        print(f"hoplon: {warning}", file=sys.stderr)
    settings = ProcessSettings(
        clock,
        clock,
        time_scale,
        strict_clock,
        sandbox,
        secrets=secrets_of([*bot, *found.opponents], [str(folder.absolute())]),
    )
    settings.check()
    reports: list[SectionResult] = []
    texts: dict[str, str] = {}
    for player in bot:
        for section in sections_of(found):
            report, files = play_section(found, section, player, count, folder, jobs, clock, settings)
            texts |= {match_name(len(reports), number): text for number, text in enumerate(files)}
            reports.append(report)
    result = new_result(found, reports)
    write(path, result, texts)
    rmtree(folder)
    print_result(found, result)
    print(f"{path}: {len(texts)} matches; `hoplon verify {path}` audits them")


def _check_players(bot: list[str], path: Path) -> None:
    twice = next((text for text in bot if bot.count(text) > 1), "")
    if twice:
        raise BadOption(f"the bot {twice} is given twice; expected each once")
    if path.is_dir():
        raise BadOption(f"--out {path} is a folder; expected a file, or the name of a new one")
    if not path.parent.is_dir():
        raise BadOption(f"--out {path} lies in no folder that exists")


def play_section(
    task: Task,
    section: Section,
    player: str,
    matches: int,
    folder: Path,
    processes: int,
    clock: float | None,
    settings: ProcessSettings,
) -> tuple[SectionResult, list[str]]:
    """The result of one player in one section, and its match files; what is played already is kept."""
    from hoplon.cli.match import play_with_progress
    from hoplon.core.sources import short_hash
    from hoplon.learn.evaluate import jobs_of, judge
    from hoplon.protocols.shown import unseen
    from hoplon.referee.series import make_ready

    own = folder / short_hash(player, str(section))
    work = jobs_of(task, section, player, matches, own, clock, settings)
    try:
        make_ready(work[:1])
    except HoplonError as error:
        raise HoplonError("; ".join([str(error), *unseen([player], settings)])) from None
    said = {
        "task": task.name,
        "rules": str(task.rules.version),
        "player": player,
        "section": str(section),
        "clock": str(clock or ""),
        "time scale": f"{settings.scale:g}",
        "sandbox": settings.sandbox,
    }
    rows = play_with_progress(work, processes, own, said)
    return judge(task, section, player, rows), [(own / row.file).read_text(encoding="utf-8") for row in rows]


def print_result(task: Task, result: Result) -> None:
    """A table for people."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    from hoplon.core.printable import printable

    table = Table(box=SIMPLE_HEAD)
    several = any(one.opponent or one.held_out for one in result.sections)
    table.add_column("player", overflow="fold")
    if several:
        table.add_column("section")
    for name in ("matches", *(figure.name for figure in task.figures)):
        table.add_column(name, justify="right")
    failed = any(one.faults for one in result.sections)
    if failed:
        table.add_column("failed", justify="right")
    for one in result.sections:
        cells = [printable(one.player)] + [str(one.section)] * several + [str(one.matches)]
        cells += [_unbroken(figure.write(one.figures[figure.name])) for figure in task.figures]
        table.add_row(*cells, *([str(len(one.faults))] if failed else []))
    Console(markup=False, highlight=False).print(table)


def _unbroken(text: str) -> str:
    """A figure that a narrow terminal breaks before its interval only."""
    value, bracket, interval = text.partition(" (")
    return value.replace(" ", NO_BREAK) + bracket + interval.replace(" ", NO_BREAK)
