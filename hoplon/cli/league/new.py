"""`hoplon league new`: make a league."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hoplon.cli.flags import TAKES_FLAGS, with_flags
from hoplon.cli.inputs import OptionTexts, Sandbox, StrictClock, TimeScale, complete_game
from hoplon.cli.league.where import Database, store_at
from hoplon.core.errors import BadOption

CONTEXT = TAKES_FLAGS


def new(
    context: typer.Context,
    database: Database,
    game: Annotated[
        str,
        typer.Option(
            "--game",
            metavar="GAME",
            help="The name of a game.",
            autocompletion=complete_game,
            show_default=False,
        ),
    ] = "",
    format: Annotated[
        str,
        typer.Option(
            "--format",
            metavar="round-robin|swiss:ROUNDS|gauntlet:NAME|ladder",
            help="Who meets whom: everybody everybody on every seed; those with equally many points; one all "
            "others; or, without an end, whoever a match tells most about.",
        ),
    ] = "round-robin",
    name: Annotated[
        str,
        typer.Option(
            "--name", help="What the league is called; like the file if not given.", show_default=False
        ),
    ] = "",
    seeds: Annotated[str, typer.Option("--seeds", metavar="A-B", help="The seeds of the matches.")] = "1-20",
    paired: Annotated[
        bool, typer.Option("--paired", help="Play each seed with everybody at every seat.")
    ] = False,
    clock: Annotated[
        float | None,
        typer.Option(
            "--clock",
            metavar="SECONDS",
            help="Time allowed for a choice; the game's own if not given.",
            show_default=False,
        ),
    ] = None,
    option: OptionTexts = None,
    longest: Annotated[
        int | None,
        typer.Option(
            "--longest",
            metavar="N",
            help="Choices after which a match is stopped: 2000 for one who plays alone, else 20000.",
            show_default=False,
        ),
    ] = None,
    time_scale: TimeScale = 1.0,
    strict_clock: StrictClock = False,
    sandbox: Sandbox = "auto",
    trial: Annotated[
        int,
        typer.Option(
            "--trial",
            metavar="N",
            help="Matches that a new bot plays against itself before it meets others.",
        ),
    ] = 2,
    faults: Annotated[
        int,
        typer.Option(
            "--faults", metavar="PERCENT", help="A bot with more faults in its matches is set aside."
        ),
    ] = 50,
    secret: Annotated[
        bool,
        typer.Option(
            "--secret", help="The seeds stand for secret ones, which no player can guess: for contests."
        ),
    ] = False,
    source: Annotated[
        Path | None,
        typer.Option(
            "--from",
            metavar="FILE",
            help="A league.toml that says all of this, and which bots take part.",
            show_default=False,
        ),
    ] = None,
    update: Annotated[
        bool,
        typer.Option("--update", help="With --from: write the lock file anew, for bots that have changed."),
    ] = False,
) -> None:
    """Make a league in a database, which may be new or have other leagues already.

    \b
    Examples:
      hoplon league new cup.db --game cardbattle --format round-robin --paired --seeds 1-10
      hoplon league new cup.db --game codekeeper --seeds 0-99 --clock 0.05
      hoplon league new cup.db --game hexabomb --format swiss:7 -o map=crossroads
      hoplon league new postgresql://me@host/games --name spring --game hoplite --format ladder
      hoplon league new cup.db --from league.toml
    """
    from hoplon.games import game as find_game
    from hoplon.league.file import Plan, make, read_file
    from hoplon.league.settings import Settings

    if source is not None:
        if game:
            raise BadOption("--from names a file that says everything; expected no --game beside it")
        plan = read_file(source, update)
    else:
        if not game:
            raise BadOption("no game is named; expected --game GAME, or --from league.toml")
        found = find_game(game)
        settings = Settings(seeds, paired, clock, longest, time_scale, strict_clock, sandbox, trial, faults)
        plan = Plan(name, game, format, tuple(with_flags(found, option, context)), settings, secret)
    with store_at(database, is_new=True) as store:
        league = make(store, plan, default_name(database))
        bots = store.bots(league)
    with_bots = f" with {len(bots)} bots" if bots else ""
    print(f"the league {league.name} is in {store.named}{with_bots}: {league.game}, {league.format}")
    if not bots:
        print(f"add bots with: hoplon league add {store.named} NAME SOURCE")


def default_name(database: str) -> str:
    """The name of a league that was given none: that of the file, or of the database."""
    return Path(database.partition("?")[0]).stem or "league"
