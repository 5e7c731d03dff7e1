"""`hoplon games`: what can be played."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import fields
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hoplon.cli.flags import spelled
from hoplon.cli.inputs import complete_game, find_game, folder_in, game_names, interpret
from hoplon.cli.lines import write_line
from hoplon.core.options import write_value

if TYPE_CHECKING:
    from hoplon.core.game import Game
    from hoplon.core.talents import Flag


def games(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME",
            help="Only this game, in full.",
            autocompletion=complete_game,
            show_default=False,
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One line of JSON for each game.")] = False,
) -> None:
    """List the games with their options, or one game with its flags and bots.

    \b
    Examples:
      hoplon games
      hoplon games hoplite
      hoplon games --json
    """
    interpret()
    found = [find_game(one) for one in ([name] if name else game_names())]
    if as_json:
        for game in found:
            print(write_line(facts(game)))
    elif name:
        print("\n".join(in_full(found[0])))
    else:
        show(found)
    for fault in [] if name else all_left_out():
        print(f"hoplon: {fault}", file=sys.stderr)


def all_left_out() -> list[str]:
    """Why games, bots and commands of other packages were left out, one sentence each."""
    from hoplon import bots, games
    from hoplon.cli import own_commands
    from hoplon.cli.outside import outside_commands

    return [*games.left_out(), *bots.left_out(), *outside_commands(own_commands())[1]]


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
        "flags": [spelled(flag) for flag in game.flags],
        "options": game.options().as_json(),
    }


def seats_of(game: Game) -> str:
    """How many may play."""
    least, most = game.seats
    return str(least) if least == most else f"{least}–{most}"


def defaults_of(game: Game) -> list[str]:
    """The options with their defaults, as they are typed."""
    options = game.options()
    return [f"{field.name}={write_value(getattr(options, field.name))}" for field in fields(options)]


def show(found: list[Game]) -> None:
    """Print the table."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for heading in ("name", "game", "rules", "seats", "options and their defaults"):
        table.add_column(heading, no_wrap=heading == "name")
    for game in found:
        source = "" if package_of(game) == "hoplon" else f" ({package_of(game)})"
        texts = [*defaults_of(game), *map(spelled, game.flags)]
        table.add_row(  # texts, since strings would be read as markup
            Text(game.name, "bold"),
            Text(f"{game.title}: {game.summary}{source}"),
            str(game.version),
            seats_of(game),
            Text("  ".join(texts) or "none"),
        )
    Console().print(table)


def in_full(game: Game) -> list[str]:
    """Everything that can be said on a command line about a game."""
    from hoplon.cli.plain import terminal_for
    from hoplon.cli.terminal import terminal_of

    terminal = terminal_of(game) or terminal_for(game)
    return [
        f"{game.title}: {game.summary}",
        *([game.story] if game.story else []),
        f"name {game.name}, package {package_of(game)}, rules {game.version}, seats {seats_of(game)}",
        *part("Options (-o NAME=VALUE) and their defaults", ((text, "") for text in defaults_of(game))),
        *part("Flags", told(game.flags)),
        *part("Flags of hoplon play", told(terminal.flags)),
        *part("Flags of hoplon serve", told(arena_flags(game.name))),
        *part(
            "Bots, from the weakest to the strongest",
            ((rung.bot, f"{rung.words}{' (the usual one)' * rung.usual}") for rung in game.ladder),
        ),
        *part("Other bots", other_bots(game)),
        *part("Trials of 'hoplon bot check'", ((trial.name, trial.purpose) for trial in game.trials())),
    ]


def other_bots(game: Game) -> list[tuple[str, str]]:
    """The bots of a game that are not on its ladder, and how they choose."""
    from hoplon.bots import bot_class, bots_for

    known = {rung.bot.partition(":")[0] for rung in game.ladder}
    others = [name for name in bots_for(game.name) if name not in known]
    return [(name, bot_class(name, game.name).summary) for name in others]


def arena_flags(game: str) -> tuple[Flag, ...]:
    """The flags that a game adds to the arena, where that is installed."""
    try:
        folder = folder_in("hoplon.server", game)
    except ModuleNotFoundError as error:
        if error.name and error.name.startswith("hoplon"):
            raise
        return ()
    flags: tuple[Flag, ...] = folder.PART.flags if folder else ()
    return flags


def told(flags: Iterable[Flag]) -> Iterable[tuple[str, str]]:
    """Flags with their help."""
    return ((spelled(flag), flag.help) for flag in flags)


def part(heading: str, rows: Iterable[tuple[str, str]]) -> list[str]:
    """A heading and two columns; nothing without rows."""
    found = list(rows)
    width = max((len(left) for left, right in found if right), default=0)
    return (
        ["", f"{heading}:", *(f"  {left:{width}}  {right}".rstrip() for left, right in found)]
        if found
        else []
    )
