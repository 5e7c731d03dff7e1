"""`hoplon bot`: help for people who write bots as programs of their own, or train them."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from hoplon.cli.flags import TAKES_FLAGS, WHERE_FLAGS_ARE, no_flag, with_flags
from hoplon.cli.inputs import (
    OptionTexts,
    Sandbox,
    StrictClock,
    TimeScale,
    complete_game,
    find_game,
    interpret,
    read_options,
)
from hoplon.cli.lines import write_line

SOMETHING_WRONG = 1
SIGNS = {"wrong": "[bold red]wrong[/]", "advice": "[yellow]advice[/]", "fine": "[green]fine[/]"}

HELP = """Help for bots that are programs of their own, in any language, or trained networks.

\b
Examples:
  hoplon bot check ./mybot.py --game hoplite
  hoplon bot about mine.npz
"""

bot = typer.Typer(help=HELP, no_args_is_help=True)


@bot.command(context_settings=TAKES_FLAGS, epilog=WHERE_FLAGS_ARE)
def check(
    context: typer.Context,
    command: Annotated[
        str,
        typer.Argument(metavar="COMMAND", help="A program, such as ./mybot.py.", callback=no_flag),
    ],
    game: Annotated[
        str, typer.Option("--game", metavar="GAME", help="What it plays.", autocompletion=complete_game)
    ],
    seeds: Annotated[str, typer.Option("--seeds", metavar="A-B", help="The seeds it plays.")] = "1-3",
    option: OptionTexts = None,
    time_scale: TimeScale = 1.0,
    strict_clock: StrictClock = False,
    sandbox: Sandbox = "auto",
) -> None:
    """Play a bot through the protocol and tell its author what is wrong with it.

    The exit code is 1 if something is. A bot that follows the protocol then plays the trials of the game, if
    it has any: small matches that each try out one thing ('hoplon games NAME' lists them).

    \b
    Examples:
      hoplon bot check ./mybot.py --game hoplite
      hoplon bot check "java -cp . Hero" --game codekeeper --seeds 0-9
      hoplon bot check ./mybot.py --game codekeeper --maze mine.txt
    """
    interpret()
    from rich.console import Console
    from rich.markup import escape

    from hoplon.core.folders import make_private, state_folder
    from hoplon.core.printable import printable
    from hoplon.protocols.lines.process_bot import ProcessSettings
    from hoplon.protocols.shown import not_shut
    from hoplon.referee.check import WRONG, try_out
    from hoplon.referee.check import check as look
    from hoplon.referee.series import read_seeds

    found = find_game(game)
    process_settings = ProcessSettings(scale=time_scale, strict=strict_clock, sandbox=sandbox)
    process_settings.check()
    if warning := not_shut([command], sandbox):
        print(f"hoplon: {warning}", file=sys.stderr)
    given = with_flags(found, option, context)
    options = read_options(found, given)
    folder = make_private(state_folder()) / "checks"
    findings = look(command, found, options, read_seeds(seeds), process_settings, folder)
    if not given and not any(finding.level == WRONG for finding in findings):
        findings += try_out(command, found, found.trials(), process_settings)
    console = Console()
    for finding in findings:
        text = escape(printable(finding.text)).replace("\n", "\n    ")
        console.print(f"{SIGNS[finding.level]}: {text}", highlight=False, soft_wrap=True)
    if any(finding.level == WRONG for finding in findings):
        raise typer.Exit(SOMETHING_WRONG)


@bot.command()
def about(
    name: Annotated[
        str, typer.Argument(metavar="BOT", help="learned, or a network such as mine.npz.", callback=no_flag)
    ],
    game: Annotated[
        str | None,
        typer.Option(
            "--game", metavar="GAME", help="Whose bot.", autocompletion=complete_game, show_default=False
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One line of JSON.")] = False,
) -> None:
    """Tell what a trained bot plays and how it was trained.

    \b
    Examples:
      hoplon bot about learned --game hoplite
      hoplon bot about mine.npz
    """
    interpret()
    from hoplon.bots import bot_class, is_network, network_class
    from hoplon.bots.generic.network_file import read_about
    from hoplon.core.errors import BadOption
    from hoplon.core.printable import printable

    if not is_network(name) and game is None:
        raise BadOption(f"whose bot is {name!r}? Expected --game GAME, or a file such as mine.npz")
    found = network_class(name) if is_network(name) else bot_class(name.partition(":")[0], game or "")
    if not found.FILES:
        raise BadOption(f"the bot {name} was not trained: {found.summary or 'it has no network'}")
    told = read_about(found.FILES[0])
    if as_json:
        print(write_line(dict(told)))
        return
    width = max(map(len, told))
    for key, value in told.items():
        text = value if isinstance(value, str) else write_line(value)
        print(printable(f"{key:{width}}  {text}", lines=False))
