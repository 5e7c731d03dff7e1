"""`hoplon bot`: help for people who write bots as programs of their own."""

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

SOMETHING_WRONG = 1
SIGNS = {"wrong": "[bold red]wrong[/]", "advice": "[yellow]advice[/]", "fine": "[green]fine[/]"}

HELP = """Help for bots that are programs of their own, in any language.

\b
Examples:
  hoplon bot check ./mybot.py --game hoplite
"""

bot = typer.Typer(help=HELP, no_args_is_help=True)


@bot.callback()
def start() -> None:
    """Keep `check` a command of its own while it is the only one."""


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
