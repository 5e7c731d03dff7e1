"""`hoplon match`: bots on the same seeds, and how they compare."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from itertools import combinations, count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hoplon.cli.duels import match_pairs
from hoplon.cli.flags import TAKES_FLAGS, with_flags
from hoplon.cli.inputs import GameName, OptionTexts, Sandbox, StrictClock, TimeScale, complete_bot
from hoplon.core.errors import BadOption

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from hoplon.protocols.lines.process_bot import ProcessSettings
    from hoplon.referee.series import Job, Row
    from hoplon.referee.stats import Interval, Paired

CONTEXT = TAKES_FLAGS
MOST_BOTS = 8
CLOCK = 1.0
LONGEST = 2000
DUEL_LONGEST = 20_000


def match(
    context: typer.Context,
    game: GameName,
    bot: Annotated[
        list[str],
        typer.Option(
            "--bot",
            metavar="NAME[:SETTING=VALUE]|COMMAND",
            help="A bot, such as search:nodes=2000, or a program, such as ./mybot.py; give several.",
            autocompletion=complete_bot,
        ),
    ],
    seeds: Annotated[str, typer.Option("--seeds", metavar="A-B", help="The seeds of the runs.")] = "1-20",
    option: OptionTexts = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="DIR",
            help="Keep the match files in this folder, or continue the series there; "
            "a new folder among the user's if not given.",
            show_default=False,
        ),
    ] = None,
    jobs: Annotated[
        int,
        typer.Option(
            "--jobs", min=1, metavar="N", help="Processes; with programs, at most one for each core."
        ),
    ] = 1,
    clock: Annotated[
        float | None,
        typer.Option(
            "--clock",
            min=0.001,
            metavar="SECONDS",
            help="Time allowed for a choice; the game's own if not given.",
            show_default=False,
        ),
    ] = None,
    longest: Annotated[
        int | None,
        typer.Option(
            "--longest",
            min=1,
            metavar="N",
            help="Turns after which a run is stopped: 2000 if not given, 20000 choices between two bots.",
            show_default=False,
        ),
    ] = None,
    time_scale: TimeScale = 1.0,
    strict_clock: StrictClock = False,
    sandbox: Sandbox = "auto",
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Show the messages and the stderr of programs.")
    ] = False,
    paired: Annotated[
        bool, typer.Option("--paired", help="In games for two, play each seed with swapped seats as well.")
    ] = False,
) -> None:
    """Play bots on the same seeds, alone or two against each other, and compare them.

    Finished runs are kept: the same command with the same --out continues where it stopped.

    \b
    Examples:
      hoplon match hoplite --bot greedy --seeds 1-100
      hoplon match hoplite --bot greedy --bot search:nodes=2000 --seeds 1-50 -o hearts=1 --out runs
      hoplon match codekeeper --bot ./mybot.py --seeds 0-99 --jobs 2
      hoplon match codekeeper --bot seeker --maze mine.txt --seeds 0-9
      hoplon match cardbattle --bot judge --bot random --seeds 1-100 --paired
    """
    from rich.console import Console

    from hoplon.core.options import read_pairs
    from hoplon.games import game as find_game
    from hoplon.protocols.lines.process_bot import ProcessSettings
    from hoplon.referee.series import Job, read_seeds, sort_rows

    found = find_game(game)
    if len(set(bot)) != len(bot):
        raise BadOption("the same bot is given twice; give it different settings")
    if len(bot) > MOST_BOTS:
        raise BadOption(f"{len(bot)} bots are too many; expected at most {MOST_BOTS}")
    option = with_flags(found, option, context)
    given = tuple(read_pairs(option).items())
    process_settings = ProcessSettings(
        first=clock, later=clock, scale=time_scale, strict=strict_clock, sandbox=sandbox
    )
    process_settings.check()
    wanted = read_seeds(seeds)
    if out is not None and out.exists() and not out.is_dir():
        raise BadOption(f"--out {out} is a file; expected a folder, or the name of a new one")
    players = found.seat_count(found.options.from_text(dict(given)))
    if players > 2:
        raise BadOption(
            f"with these options {players} play {game}; expected options for one or two, since bots are "
            "compared alone or two against each other"
        )
    if players == 2:
        settings = {"game": f"{game} {found.version}", "options": " ".join(option or [])}
        settings |= {"longest": str(longest or DUEL_LONGEST), "clock": str(clock or CLOCK)}
        match_pairs(game, bot, wanted, given, settings, out or new_folder(game), jobs, clock or CLOCK,
                    longest or DUEL_LONGEST, paired)  # fmt: skip
        return
    if paired:
        raise BadOption(f"--paired is for matches of two; here one plays {game} alone")
    longest = longest or LONGEST
    check_bots(game, bot, given, process_settings)
    folder = out or new_folder(game)
    work = [
        Job(
            game,
            name,
            seed,
            given,
            clock or CLOCK,
            longest,
            folder=str(folder),
            process_settings=process_settings,
        )
        for seed in wanted
        for name in bot
    ]
    settings = {"game": f"{game} {found.version}", "options": " ".join(option), "longest": str(longest)}
    settings |= {"clock": str(clock or ""), "time scale": str(time_scale), "sandbox": sandbox}
    settings |= {f"bot {name}": mark for name, mark in zip(bot, map(fingerprint_of, bot), strict=True)}
    rows = play_with_progress(work, jobs, folder, settings)
    by_bot = {name: sort_rows(row for row in rows if row.bot == name) for name in bot}
    console = Console(markup=False)  # names of bots may contain brackets
    measure = found.measure.name if found.measure else ""
    console.print(results_table(by_bot, measure))
    if measure:
        console.print(deaths_table(by_bot, measure))
    for first, second in combinations(bot, 2):
        console.print(comparison(by_bot[first], by_bot[second], measure))
    for row in sort_rows(rows):
        if row.fault:
            console.print(f"seed {row.seed}: {row.fault}", markup=False, highlight=False)
    if verbose:
        for job in work:
            show_record(console, job)
    console.print(f"{len(rows)} match files in {folder}", markup=False, highlight=False)


def check_bots(
    game: str, bots: Sequence[str], options: tuple[tuple[str, str], ...], process_settings: ProcessSettings
) -> None:
    """Refuse bad bots and options before a folder is created."""
    from hoplon.games import game as find_game
    from hoplon.referee.series import find_bot

    find_game(game).options.from_text(dict(options))
    for name in bots:
        find_bot(name, game, process_settings)


def new_folder(game: str) -> Path:
    """A new folder for a series, in the user's state folder."""
    from hoplon.core.folders import state_folder

    base = state_folder() / "matches"
    name = f"{game}-{datetime.now():%Y%m%d-%H%M%S}"
    return next(path for n in count(1) if not (path := base / (name if n == 1 else f"{name}-{n}")).exists())


def fingerprint_of(bot: str) -> str:
    """A fingerprint of a program's files; Hoplon's bots are identified by name."""
    from hoplon.protocols.lines.command import is_command
    from hoplon.referee.results import fingerprint

    return fingerprint(bot) if is_command(bot) else ""


def play_with_progress(work: Sequence[Job], jobs: int, folder: Path, settings: dict[str, str]) -> list[Row]:
    """Play the runs that are not done yet."""
    from hoplon.cli.progress import play_the_rest
    from hoplon.referee.series import Row, play_all

    wanted = {(job.bot, job.seed): job for job in work}
    return play_the_rest(
        wanted,
        lambda left: play_all(left, jobs),
        lambda row: (row.bot, row.seed),
        Row,
        folder,
        settings,
        "runs",
    )


def show_record(console: Console, job: Job) -> None:
    """What a program said besides its choices."""
    from hoplon.referee.results import record_of
    from hoplon.referee.series import match_file

    path = record_of(Path(job.folder) / match_file(job))
    if not path.exists():
        return
    record = json.loads(path.read_text(encoding="utf-8"))
    console.rule(f"seed {job.seed}: {job.bot}", characters="-", align="left")
    for message in record["messages"]:
        console.print(f"turn {message['turn']} says {message['text']!r}", markup=False, highlight=False)
    if record["stderr"]:
        console.print(f"stderr, {record['stderr_bytes']} bytes:", markup=False, highlight=False)
        console.print(record["stderr"].rstrip("\n"), markup=False, highlight=False)


def results_table(by_bot: dict[str, list[Row]], measure: str) -> Table:
    """One column for each bot, one line for each measure."""
    from rich.table import Table

    table = Table("", *by_bot)
    columns = [measures(rows, measure) for rows in by_bot.values()]
    for name in columns[0]:
        table.add_row(name, *(column[name] for column in columns))
    return table


def measures(rows: Sequence[Row], measure: str) -> dict[str, str]:
    """What the runs of one bot say."""
    from hoplon.referee.stats import mean, spread, wilson

    won = wilson(sum(row.won for row in rows), len(rows))
    reached = [float(row.measure) for row in rows]
    scores = [float(row.score) for row in rows]
    turns = sum(row.turns for row in rows)
    seconds = sum(row.seconds for row in rows)
    cpu = sum(row.cpu for row in rows)
    ends = Counter(row.verdict for row in rows)
    said = {
        "runs": str(len(rows)),
        "won": f"{won.value:.1%}",
        "won, 95 %": f"{won.low:.1%} to {won.high:.1%}",
        f"{measure}": f"{mean(reached).value:.2f}",
        f"{measure}, 95 %": span(mean(reached)),
        f"{measure}, spread": f"{spread(reached):.2f}",
        "score": f"{mean(scores).value:.1f}",
        "score, 95 %": span(mean(scores)),
        "score, spread": f"{spread(scores):.1f}",
        "ends": ", ".join(f"{verdict} {n}" for verdict, n in ends.most_common()),
        "faults": str(sum(bool(row.fault) for row in rows)),
        "late under load": f"{sum(r.excused for r in rows)} excused, {sum(r.strikes for r in rows)} strikes",
        "turns a run": f"{turns / len(rows):.0f}",
        "turns a second": f"{turns / seconds:.0f}" if seconds else "–",
        "time a choice": f"{seconds / turns * 1000:.2f} ms" if turns else "–",
        "processor a choice": f"{cpu / turns * 1000:.2f} ms" if turns and cpu else "–",
        "slowest choice": f"{max(row.slowest for row in rows):.3f} s",
    }
    if not measure:
        said = {name: text for name, text in said.items() if name and not name.startswith(",")}
    return said


def deaths_table(by_bot: dict[str, list[Row]], measure: str) -> Table:
    """Where runs ended that were not won, by verdict."""
    from rich.table import Table

    from hoplon.referee.series import deaths

    table = Table("bot", measure, "not won, by how", title="where runs ended")
    for name, rows in by_bot.items():
        for reached, verdicts in deaths(rows).items():
            text = ", ".join(f"{verdict} {n}" for verdict, n in verdicts.most_common())
            table.add_row(name, str(reached), text)
    return table


def comparison(first: Sequence[Row], second: Sequence[Row], measure: str) -> str:
    """Two bots on the same seeds, in two sentences."""
    from hoplon.referee.stats import compare, compare_shares

    wins = compare_shares([row.won for row in first], [row.won for row in second])
    figures = [[float(row.measure if measure else row.score) for row in rows] for rows in (first, second)]
    far = compare(figures[0], figures[1])
    return (
        f"{first[0].bot} against {second[0].bot} on the same {len(first)} seeds:\n"
        f"  wins  {wins.difference.value:+.1%} ({percents(wins.difference)}), {luck(wins)}\n"
        f"  {measure or 'score'} {far.difference.value:+.2f} ({span(far.difference)}), {luck(far)}"
    )


def luck(paired: Paired) -> str:
    """How often each was better, and the p-value."""
    return f"better on {paired.better} seeds, worse on {paired.worse}, p = {paired.p:.2g}"


def span(interval: Interval) -> str:
    """The bounds of an interval."""
    return f"{interval.low:.2f} to {interval.high:.2f}"


def percents(interval: Interval) -> str:
    """The bounds of an interval of shares."""
    return f"{interval.low:+.1%} to {interval.high:+.1%}"
