"""`hoplon verify`: do match files agree with the rules?"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hoplon.cli.inputs import compiling_notice_for, find_game, interpret, make_ready, read_match_file
from hoplon.core.errors import HoplonError

if TYPE_CHECKING:
    from hoplon.core.replay import Verdict

LONG = 500  # turns of a file that is worth a progress bar
MUCH = 20_000  # bytes, about 700 turns: beyond that compiled rules are worth loading


def verify(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Match files.")],
) -> None:
    """Replay match files and say whether they agree with the rules, and if not, where they depart from them.

    For a match by e-mail the dice and signatures are verified too. The exit code is 0 if all agree, otherwise
    2.

    \b
    Examples:
      hoplon verify hoplite-7.hoplon
      hoplon verify matches/*.hoplon
      hoplon verify turn12.pbem
    """
    if sum(path.stat().st_size for path in files if path.is_file()) < MUCH:
        interpret()
    agree = True
    for path in files:
        try:
            if is_letter(path):
                print(f"{path}: {judge_letter(path)}")
                continue
            verdict = judge(path)
        except HoplonError as error:
            text = str(error)
            print(text if text.startswith(str(path)) else f"{path}: {text}", file=sys.stderr)
            agree = False
        else:
            print(f"{path}: {verdict}")
            agree = agree and verdict.agrees
    if not agree:
        raise typer.Exit(2)


def judge(path: Path) -> Verdict:
    """Verify one file, with a progress bar on a terminal if it is long."""
    from rich.console import Console
    from rich.progress import Progress

    from hoplon.core import replay

    file = read_match_file(path)
    game = find_game(file.game)
    with compiling_notice_for(game):
        make_ready(game)
    console = Console(stderr=True)
    long = console.is_terminal and len(file.choices) > LONG
    with Progress(console=console, transient=True, disable=not long) as progress:
        task = progress.add_task(path.name, total=len(file.choices))
        return replay.verify(file, game, lambda turn: progress.update(task, completed=turn))


def is_letter(path: Path) -> bool:
    """Is this a file of a match by e-mail?"""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.readline(100).startswith(b"hoplon pbem ")


def judge_letter(path: Path) -> str:
    """Verify a file of a match by e-mail, which needs no keys."""
    from hoplon.cli.letters import read_letter, table_of
    from hoplon.core.sentences import several
    from hoplon.protocols.pbem.letter import read
    from hoplon.protocols.pbem.verify import verify as verify_letter

    letter = read(read_letter(path))
    verify_letter(letter, table_of(letter.header))
    standing = letter.turns[-1].ending if letter.turns else "not begun"
    turns = several(len(letter.turns), "turn")
    return f"agrees with the rules, the dice and the signatures: {turns}, {standing}"
