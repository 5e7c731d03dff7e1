"""`hoplon verify`: do match files agree with the rules?"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hoplon.cli.inputs import compiling_notice_for, find_game, interpret, make_ready, read_match_file
from hoplon.core.errors import HoplonError
from hoplon.core.printable import printable

if TYPE_CHECKING:
    from hoplon.core.replay import Verdict

LONG = 500  # turns of a file that is worth a progress bar
MUCH = 20_000  # bytes, about 700 turns: beyond that compiled rules are worth loading


def verify(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Match files, or results of tests.")],
    commitment: Annotated[
        str | None,
        typer.Option(metavar="HASH", help="What the server had published before the first choice."),
    ] = None,
    share: Annotated[
        str | None,
        typer.Option(metavar="HEX", help="What you added to the dice."),
    ] = None,
) -> None:
    """Replay match files and say whether they agree with the rules, and if not, where they depart from them.

    For a match by e-mail the dice and signatures are verified too. The file of a match in the arena proves
    how its dice were made; compare the commitment and your share with those that the page showed while you
    played. Of a result file of `hoplon evaluate`, every match is replayed, and the seeds, the options and the
    figures are compared with those of the task. The exit code is 0 if all agree, otherwise 2.

    \b
    Examples:
      hoplon verify hoplite-7.hoplon
      hoplon verify matches/*.hoplon
      hoplon verify turn12.pbem
      hoplon verify codekeeper-fog-v1.zip
      hoplon verify battle.hoplon --commitment 3f0c… --share 81d2…
    """
    if sum(path.stat().st_size for path in files if path.is_file()) < MUCH and not any(map(is_zip, files)):
        interpret()
    agree = True
    for path in files:
        try:
            if is_letter(path):
                print(f"{path}: {judge_letter(path)}")
                continue
            if is_zip(path):
                print(f"{path}: {judge_result(path)}")
                continue
            verdict = judge(path)
            check_commitment(verdict, commitment)
            check_share(verdict, share)
        except HoplonError as error:
            text = str(error)
            said = text if text.startswith(str(path)) else f"{path}: {text}"
            print(printable(said), file=sys.stderr)
            agree = False
        else:
            print(f"{path}: {verdict}")
            if verdict.agrees and not verdict.is_named:
                print(f"{path}: {verdict.dice}")
            agree = agree and verdict.agrees
    if not agree:
        raise typer.Exit(2)


def check_commitment(verdict: Verdict, commitment: str | None) -> None:
    """The secret of the dice must be the one that the server had committed to."""
    if commitment is None:
        return
    proof = verdict.match.proof
    if proof is None:
        raise HoplonError("the file has no proof of its dice, so no commitment can be compared")
    if verdict.proven_since is not None:
        raise HoplonError(f"only the dice from choice {verdict.proven_since + 1} on are proven, not all")
    if proof.commitment != commitment.strip().lower():
        raise HoplonError(
            f"the dice are not those that were committed to: the secret's hash is {proof.commitment}, "
            f"not {commitment[:64]}"
        )


def check_share(verdict: Verdict, share: str | None) -> None:
    """The dice must be made of what a player gave, or the server could have chosen them after all."""
    if share is None:
        return
    given = verdict.match.proof.shares if verdict.match.proof is not None else {}
    if share.strip().lower() not in given.values():
        said = ", ".join(f"{text} by seat {seat}" for seat, text in sorted(given.items())) or "none"
        raise HoplonError(f"the share {share[:128]} is not in the dice; the file has {said}")


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


def begins(path: Path, with_bytes: bytes) -> bool:
    """Does a file begin so?"""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(with_bytes)) == with_bytes


def is_letter(path: Path) -> bool:
    """Is this a file of a match by e-mail?"""
    return begins(path, b"hoplon pbem ")


def is_zip(path: Path) -> bool:
    """Is this a zip file, as the result of a test is?"""
    return begins(path, b"PK\x03\x04")


def judge_result(path: Path) -> str:
    """Audit the result of a test, with a progress bar on a terminal."""
    from rich.console import Console
    from rich.progress import Progress

    from hoplon.learn.audit import audit

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        bar = progress.add_task(path.name, total=None)
        result = audit(path, lambda done: progress.update(bar, completed=done))
    players = ", ".join(dict.fromkeys(one.player for one in result.sections))
    matches = sum(one.matches for one in result.sections)
    return printable(
        f"agrees with the rules and the task {result.task}, figures included: {matches} matches of {players}"
    )


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
