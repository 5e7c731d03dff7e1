"""`hoplon games`: what can be played."""

from __future__ import annotations

import sys
from dataclasses import fields
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hoplon.cli.inputs import find_game, game_names, interpret
from hoplon.cli.lines import write_line

if TYPE_CHECKING:
    from hoplon.core.game import Game


def games(
    as_json: Annotated[bool, typer.Option("--json", help="One line of JSON for each game.")] = False,
) -> None:
    """List the games with their options.

    \b
    Examples:
      hoplon games
      hoplon games --json
    """
    interpret()
    found = [find_game(name) for name in game_names()]
    if as_json:
        for game in found:
            print(write_line(facts(game)))
    else:
        show(found)
    for fault in all_left_out():
        print(f"hoplon: {fault}", file=sys.stderr)


def all_left_out() -> list[str]:
    """Why games and bots of other packages were left out, one sentence each."""
    from hoplon import bots, games

    return [*games.left_out(), *bots.left_out()]


def package_of(game: Game) -> str:
    """Where a game comes from."""
    from hoplon.games import package_of as found

    return found(game.name) or "hoplon"


def facts(game: Game) -> dict[str, Any]:
    """A game in plain values."""
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "version": game.version,
        "seats": game.seats,
        "package": package_of(game),
        "flags": [f"{flag.name} {flag.metavar}".strip() for flag in game.flags],
        "options": game.options().as_json(),
    }


def written(value: Any) -> str:
    """An option's default as it is typed."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(value) if isinstance(value, tuple) else str(value)


def show(found: list[Game]) -> None:
    """Print the table."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for heading in ("name", "game", "rules", "seats", "options and their defaults"):
        table.add_column(heading, no_wrap=heading == "name")
    for game in found:
        least, most = game.seats
        seats = str(least) if least == most else f"{least}–{most}"
        options = game.options()
        texts = [f"{f.name}={written(getattr(options, f.name))}" for f in fields(options)]
        texts += [f"{flag.name} {flag.metavar}".strip() for flag in game.flags]
        source = "" if package_of(game) == "hoplon" else f" ({package_of(game)})"
        table.add_row(
            f"[bold]{game.name}[/]",
            f"{game.title}: {game.summary}{source}",
            str(game.version),
            seats,
            "  ".join(texts) or "none",
        )
    Console().print(table)
