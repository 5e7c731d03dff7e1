"""`hoplon compare`: is B better than A? Pairs of matches until a sequential test is sure."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hoplon.cli.flags import TAKES_FLAGS, with_flags
from hoplon.cli.inputs import (
    ChoiceClock,
    Jobs,
    Longest,
    OptionTexts,
    Sandbox,
    StrictClock,
    TimeScale,
    complete_game,
)
from hoplon.core.errors import BadOption, HoplonError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hoplon.core.game import Game
    from hoplon.league.duel import Duel
    from hoplon.referee.series import Job
    from hoplon.referee.stats import Interval

CONTEXT = TAKES_FLAGS
BETTER, NOT_BETTER, UNDECIDED = 0, 1, 3  # exit codes
NO_LEAGUES = (
    "comparing needs packages that are not installed; install them with: pip install 'hoplon[league]'"
)
NAMES = {1: "seeds", 2: "pairs"}  # of units, by how many seats a match has; otherwise "rounds"
FREQUENT = 0.05  # the variance of a pair that lengths are stated for before any is known


def compare(
    context: typer.Context,
    a: Annotated[str, typer.Argument(metavar="A", help="A bot, as for `hoplon match`: the one to beat.")],
    b: Annotated[str, typer.Argument(metavar="B", help="Another: is it better?")],
    game: Annotated[
        str,
        typer.Option("--game", metavar="GAME", help="The game they play.", autocompletion=complete_game),
    ],
    sprt: Annotated[
        str,
        typer.Option(
            "--sprt",
            metavar="ELO0,ELO1",
            help="B is better by ELO0 points at most, or by ELO1 at least: which one?",
        ),
    ] = "0,10",
    alpha: Annotated[
        float, typer.Option("--alpha", metavar="P", help="How often ELO1 may be accepted if ELO0 is true.")
    ] = 0.05,
    beta: Annotated[
        float, typer.Option("--beta", metavar="P", help="How often ELO0 may be accepted if ELO1 is true.")
    ] = 0.05,
    seeds: Annotated[
        str, typer.Option("--seeds", metavar="A-B", help="The seeds, in this order; the last ends the test.")
    ] = "1-20000",
    option: OptionTexts = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="DIR",
            help="Keep the match files in this folder, or continue the comparison there; a new folder among "
            "the user's if not given.",
            show_default=False,
        ),
    ] = None,
    jobs: Jobs = 1,
    clock: ChoiceClock = None,
    longest: Longest = None,
    time_scale: TimeScale = 1.0,
    strict_clock: StrictClock = False,
    sandbox: Sandbox = "auto",
    secret: Annotated[
        bool, typer.Option("--secret", help="The seeds stand for secret ones, which no player can guess.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="The verdict as one JSON object.")] = False,
) -> None:
    """Play A and B on one seed after another, until it is clear whether B is better.

    Every seed is played with changed seats, and the test counts such pairs; in a game for one, both play the
    seed, and the better score wins it. It stops as soon as the hypothesis of ELO1 is so much likelier than
    that of ELO0, or the other way round, that it errs no more often than --alpha and --beta say. Looking at
    it, stopping it and going on with the same --out changes nothing about that.

    Exit codes: 0 if B is better, 1 if it is not, 3 if the seeds came to an end before, 2 for bad input, 130
    if interrupted.

    \b
    Examples:
      hoplon compare ./old.py ./new.py --game codekeeper --jobs 2
      hoplon compare judge ./mine.py --game cardbattle --sprt 0,30 --out trial
      hoplon compare search:nodes=500 search:nodes=1000 --game hoplite --seeds 1-1000
    """
    from hoplon.cli.match import names_of, new_folder, plan
    from hoplon.core.options import read_pairs
    from hoplon.games import game as find_game
    from hoplon.protocols.lines.process_bot import ProcessSettings
    from hoplon.protocols.players import runs_here
    from hoplon.protocols.shown import not_shut, secrets_of, unseen
    from hoplon.referee.series import make_ready, read_seeds

    try:
        from hoplon.league.duel import Duel, read_hypotheses, seatings
        from hoplon.league.sprt import Sprt
    except ModuleNotFoundError as error:
        if error.name and error.name.startswith("hoplon"):
            raise
        raise HoplonError(NO_LEAGUES) from None

    found = find_game(game)
    test = Sprt(*read_hypotheses(sprt), alpha, beta)
    given = tuple(read_pairs(with_flags(found, option, context)).items())
    if out is not None and out.exists() and not out.is_dir():
        raise BadOption(f"--out {out} is a file; expected a folder, or the name of a new one")
    if not all(runs_here(text) for text in (a, b)):
        raise BadOption(
            "a person or a program elsewhere cannot be compared; expected a bot, a program or a class"
        )
    folder = out or new_folder(game)
    settings = ProcessSettings(
        clock, clock, time_scale, strict_clock, sandbox, secrets=secrets_of([a, b], [str(folder.absolute())])
    )
    settings.check()
    if warning := not_shut([a, b], sandbox):
        print(f"hoplon: {warning}", file=sys.stderr)
    work = plan(
        found, [a, b], read_seeds(seeds), given, settings, clock, longest, False, folder, [], seatings
    )
    if secret:
        from hoplon.referee.folder import secret_in

        drawn = secret_in(folder)
        work = [replace(job, secret=drawn) for job in work]
    try:
        make_ready(work[:2])
    except HoplonError as error:
        raise HoplonError("; ".join([str(error), *unseen([a, b], settings)])) from None
    said = {
        "game": f"{game} {found.version}",
        "options": " ".join(f"{name}={value}" for name, value in given),
        "longest": str(work[0].longest),
        "clock": str(clock or ""),
        "time scale": f"{time_scale:g}",
        "sandbox": sandbox,
        "secret seeds": "yes" if secret else "",
    }
    first, second = names_of([a, b])
    duel = Duel(first, second, test)
    seats = found.seat_count(found.options.from_text(dict(given)))
    play(duel, work, jobs, folder, said, NAMES.get(seats, "rounds"))
    report(found, duel, folder, NAMES.get(seats, "rounds"), as_json)
    raise typer.Exit({1: BETTER, 0: NOT_BETTER}.get(duel.verdict, UNDECIDED))


def play(
    duel: Duel, work: Sequence[Job], processes: int, folder: Path, settings: dict[str, str], units: str
) -> None:
    """Play until the test is over, with the ratio on stderr; what the folder has already is not played."""
    from rich.console import Console
    from rich.progress import Progress, TextColumn, TimeElapsedColumn

    from hoplon.league.duel import follow, units_of
    from hoplon.referee.folder import SeriesFolder
    from hoplon.referee.series import Row, workers_for
    from hoplon.referee.worklist import Worklist

    console = Console(stderr=True, markup=False, highlight=False, soft_wrap=True)
    low, high = duel.test.bounds
    console.print(plan_in_words(duel, units))
    series = SeriesFolder(folder, settings, Row)
    try:
        todo = Worklist(work, series)
        if todo.rows:
            console.print(f"{len(todo.rows)} matches are done already in {folder}")
        following = follow(duel, units_of(work), todo.rows)
        with Progress(
            TextColumn("{task.description}"), TimeElapsedColumn(), console=console, transient=True
        ) as bar:
            task = bar.add_task(units, total=None)
            shown = 10

            def show() -> None:
                nonlocal shown
                line = (
                    f"{duel.units} {units}, LLR {duel.test.llr(duel.counts):+.2f} ({low:+.2f} to {high:+.2f})"
                )
                bar.update(task, description=line)
                if not console.is_terminal and duel.units >= shown:
                    console.print(line)
                    shown = 2 * duel.units

            if next(following):
                return
            playing = todo.play(workers_for(work, processes), lambda: None)
            try:
                for _ in playing:
                    is_over = next(following)
                    show()
                    if is_over:
                        return
                next(following)
            finally:
                playing.close()  # type: ignore[attr-defined]
    except KeyboardInterrupt:
        console.print(f"stopped after {duel.units} {units}; the same command with --out {folder} goes on")
        raise
    finally:
        series.close()


def plan_in_words(duel: Duel, units: str) -> str:
    """What is tested, and how long that may take."""
    test = duel.test
    low, high = test.bounds
    lengths = [
        test.expected_units(elo, FREQUENT) for elo in (test.elo0, (test.elo0 + test.elo1) / 2, test.elo1)
    ]
    return (
        f"is {duel.second} better than {duel.first}? by {test.elo0:g} Elo at most, or by {test.elo1:g} at "
        f"least: SPRT, errors {test.alpha:.1%} and {test.beta:.1%}, LLR from {low:.2f} to {high:.2f}; about "
        f"{lengths[0]:.0f} {units} if the first is true, {lengths[2]:.0f} if the second, {lengths[1]:.0f} "
        "half way between"
    )


def report(game: Game, duel: Duel, folder: Path, units: str, as_json: bool) -> None:
    """The verdict, and how much better B is."""
    from hoplon.core.printable import printable, printable_json
    from hoplon.league.sprt import likelihood_of_superiority

    test = duel.test
    found = test.estimate(duel.counts)
    llr = test.llr(duel.counts)
    better = likelihood_of_superiority(duel.counts)
    if as_json:
        content = {
            "game": game.name,
            "version": game.version,
            "first": duel.first,
            "second": duel.second,
            "verdict": {1: "better", 0: "not better"}.get(duel.verdict, "undecided"),
            "elo0": test.elo0,
            "elo1": test.elo1,
            "alpha": test.alpha,
            "beta": test.beta,
            "bounds": list(test.bounds),
            "llr": llr,
            units: duel.units,
            "left_out": duel.left_out,
            "shares": [[share, duel.counts[share]] for share in sorted(duel.counts)],
            "elo": [found.value, found.low, found.high] if found else None,
            "superiority": better,
            "folder": str(folder),
        }
        print(printable_json(json.dumps(content, ensure_ascii=False)))
        return
    low, high = test.bounds
    shares = ", ".join(f"{share:.3g}: {duel.counts[share]}" for share in sorted(duel.counts))
    print(printable(f"{duel.units} {units} by {duel.second}'s share of the points: {shares or 'none'}"))
    if duel.left_out:
        print(f"{duel.left_out} more do not count: the machine was too busy")
    print(f"LLR {llr:+.2f}, bounds {low:+.2f} and {high:+.2f}")
    if found:
        print(printable(f"{duel.second} against {duel.first}: {elo(found)} Elo; likely better: {better:.1%}"))
    print(printable(verdict_in_words(duel, units)))
    print(f"match files in {folder}")


def elo(found: Interval) -> str:
    """An estimate with its interval; what no number of wins can tell apart has no end."""
    from hoplon.league.sprt import MOST_ELO

    def number(value: float | None) -> str:
        if value is None or abs(value) >= MOST_ELO:
            return "+∞" if value and value > 0 else "−∞"
        return f"{value:+.1f}".replace("-", "−")

    return f"{number(found.value)} (95 %: {number(found.low)} to {number(found.high)})"


def verdict_in_words(duel: Duel, units: str) -> str:
    """The last word."""
    test = duel.test
    if duel.verdict == 1:
        return f"verdict: {duel.second} is better ({test.elo1:g} Elo accepted against {test.elo0:g})"
    if duel.verdict == 0:
        return f"verdict: {duel.second} is not better ({test.elo0:g} Elo accepted against {test.elo1:g})"
    return f"verdict: not decided after {duel.units} {units}; give more with --seeds"
