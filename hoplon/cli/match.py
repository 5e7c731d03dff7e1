"""`hoplon match`: bots on the same seeds, and what the runs say about them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hoplon.core.errors import BadOption

if TYPE_CHECKING:
    from rich.table import Table

    from hoplon.arena.series import Job, Row
    from hoplon.arena.stats import Interval, Paired

MOST_BOTS = 8


def match(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The name of a game.")],
    bot: Annotated[
        list[str],
        typer.Option(
            "--bot", metavar="NAME[:SETTING=VALUE]", help="A bot, such as search:nodes=2000; give several."
        ),
    ],
    seeds: Annotated[str, typer.Option("--seeds", metavar="A-B", help="The seeds of the runs.")] = "1-20",
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option",
            "-o",
            metavar="NAME=VALUE",
            help="An option of the game; give it as often as needed.",
            show_default=False,
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Keep the match files in this folder.")
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", min=1, metavar="N", help="Processes.")] = 1,
    clock: Annotated[
        float, typer.Option("--clock", min=0.001, metavar="SECONDS", help="Time allowed for a choice.")
    ] = 1.0,
    longest: Annotated[
        int, typer.Option("--longest", min=1, metavar="N", help="Turns after which a run is stopped.")
    ] = 2000,
) -> None:
    """Let bots play the same seeds, each alone, and compare them.

    \b
    Examples:
      hoplon match hoplite --bot greedy --seeds 1-100
      hoplon match hoplite --bot greedy --bot search:nodes=2000 --seeds 1-50 -o hearts=1 --out runs
    """
    from rich.console import Console

    from hoplon.arena.series import Job, read_options, read_seeds
    from hoplon.games import game as find_game

    find_game(game)
    if len(set(bot)) != len(bot):
        raise BadOption("the same bot is given twice; give it different settings")
    if len(bot) > MOST_BOTS:
        raise BadOption(f"{len(bot)} bots are too many; expected at most {MOST_BOTS}")
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
    given = read_options(option or [])
    work = [
        Job(game, name, seed, given, clock, longest, folder=str(out or ""))
        for seed in read_seeds(seeds)
        for name in bot
    ]
    rows = play_with_progress(work, jobs)
    by_bot = {name: sorted((r for r in rows if r.bot == name), key=lambda r: r.seed) for name in bot}
    console = Console()
    console.print(results_table(by_bot))
    console.print(deaths_table(by_bot))
    for first, second in combinations(bot, 2):
        console.print(comparison(by_bot[first], by_bot[second]))
    for row in rows:
        if row.fault:
            console.print(f"seed {row.seed}: {row.fault}", markup=False)
    if out is not None:
        console.print(f"{len(rows)} match files in {out}", markup=False)


def play_with_progress(work: Sequence[Job], jobs: int) -> list[Row]:
    """Play all runs, with a bar on stderr that says how many are done."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from hoplon.arena.series import play_all

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    rows = []
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("runs", total=len(work))
        for row in play_all(work, jobs):
            rows.append(row)
            bar.advance(task)
    return rows


def results_table(by_bot: dict[str, list[Row]]) -> Table:
    """One column a bot, one line a measure."""
    from rich.table import Table

    table = Table("", *by_bot)
    columns = [measures(rows) for rows in by_bot.values()]
    for name in columns[0]:
        table.add_row(name, *(column[name] for column in columns))
    return table


def measures(rows: Sequence[Row]) -> dict[str, str]:
    """What the runs of one bot say."""
    from hoplon.arena.stats import mean, spread, wilson

    won = wilson(sum(row.won for row in rows), len(rows))
    depths = [float(row.depth) for row in rows]
    turns = sum(row.turns for row in rows)
    seconds = sum(row.seconds for row in rows)
    return {
        "runs": str(len(rows)),
        "won": f"{won.value:.1%}",
        "won, 95 %": f"{won.low:.1%} to {won.high:.1%}",
        "depth": f"{mean(depths).value:.2f}",
        "depth, 95 %": span(mean(depths)),
        "depth, spread": f"{spread(depths):.2f}",
        "score": f"{mean([float(row.score) for row in rows]).value:.0f}",
        "turns a run": f"{turns / len(rows):.0f}",
        "turns a second": f"{turns / seconds:.0f}" if seconds else "–",
        "slowest choice": f"{max(row.slowest for row in rows):.3f} s",
    }


def deaths_table(by_bot: dict[str, list[Row]]) -> Table:
    """Where runs ended that were not won: depth by verdict."""
    from rich.table import Table

    from hoplon.arena.series import deaths

    table = Table("bot", "depth", "not won, by how", title="where runs ended")
    for name, rows in by_bot.items():
        for depth, verdicts in deaths(rows).items():
            text = ", ".join(f"{verdict} {n}" for verdict, n in verdicts.most_common())
            table.add_row(name, str(depth), text)
    return table


def comparison(first: Sequence[Row], second: Sequence[Row]) -> str:
    """Two bots on the same seeds, in two sentences."""
    from hoplon.arena.stats import compare, compare_shares

    wins = compare_shares([row.won for row in first], [row.won for row in second])
    depths = compare([float(row.depth) for row in first], [float(row.depth) for row in second])
    return (
        f"{first[0].bot} against {second[0].bot} on the same {len(first)} seeds:\n"
        f"  wins  {wins.difference.value:+.1%} ({percents(wins.difference)}), {luck(wins)}\n"
        f"  depth {depths.difference.value:+.2f} ({span(depths.difference)}), {luck(depths)}"
    )


def luck(paired: Paired) -> str:
    """How often which was better, and how likely that is by luck."""
    return f"better on {paired.better} seeds, worse on {paired.worse}, p = {paired.p:.2g}"


def span(interval: Interval) -> str:
    """The bounds of an interval."""
    return f"{interval.low:.2f} to {interval.high:.2f}"


def percents(interval: Interval) -> str:
    """The bounds of an interval of shares."""
    return f"{interval.low:+.1%} to {interval.high:+.1%}"
