"""`hoplon pbem`: matches of two players who send each other a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hoplon.cli.inputs import GameName, OptionTexts, find_game, interpret, read_options
from hoplon.cli.letters import (
    about,
    ask,
    board,
    brief,
    desk_for,
    find_seat,
    fingerprint,
    read_letter,
    refuse_taken,
    show,
    table_for,
    tell,
    what_next,
    write_out,
)
from hoplon.core.errors import HoplonError

HELP = """Play by e-mail: a match as a file that two players send to and fro, with dice nobody can choose.

\b
Examples:
  hoplon pbem new cardbattle --name battle.pbem      invite somebody, send battle.pbem
  hoplon pbem open answer.pbem                       verify what came back, and look
  hoplon pbem move answer.pbem                       play the turn
  hoplon pbem export answer.pbem -o turn1.pbem       the file to send
  hoplon pbem status                                 all matches
"""

pbem = typer.Typer(help=HELP, no_args_is_help=True)

LetterText = Annotated[
    str, typer.Argument(metavar="FILE", help="A file of the match, or its name as shown by 'status'.")
]
Keys = Annotated[
    Path | None,
    typer.Option(
        "--keys",
        metavar="DIR",
        help="Your folder of keys, secrets and matches; one in your data folder if not given.",
        show_default=False,
    ),
]


@pbem.command("new")
def invite(
    game: GameName,
    name: Annotated[Path, typer.Option("--name", metavar="FILE", help="The invitation to write.")],
    option: OptionTexts = None,
    judge: Annotated[
        str | None,
        typer.Option(
            metavar="BOT",
            help="Who answers for the absent player; 'first' takes the first legal choice.",
            show_default=False,
        ),
    ] = None,
    keys: Keys = None,
) -> None:
    """Invite somebody: write a file to send. You will have the first turn.

    \b
    Examples:
      hoplon pbem new cardbattle --name battle.pbem
      hoplon pbem new cardbattle -o army_a=rome_republic -o army_b=gauls --name battle.pbem
      hoplon pbem new cardbattle -o army_a="$(hoplon army show mine --inline)" --name battle.pbem
    """
    interpret()
    from hoplon.protocols.pbem.judges import usual_judge
    from hoplon.protocols.pbem.letter_game import switch_for

    found = find_game(game)
    texts = list(option or ())
    if switch := switch_for(found, {text.partition("=")[0] for text in texts}):
        texts.append(f"{switch}=yes")
    options = read_options(found, texts)
    refuse_taken(name)
    desk = desk_for(keys)
    seat = desk.invite(table_for(found, judge or usual_judge(found)), options)
    write_out(name, desk.export(seat))
    print(f"The invitation is {name}: send it. The match is called {seat.kept.name}.")
    print(f"Your key: {fingerprint(seat, seat.side)}")


@pbem.command("open")
def open_letter(file: LetterText, keys: Keys = None) -> None:
    """Verify a file from its first turn, keep it, and show what happened. An invitation is accepted.

    \b
    Examples:
      hoplon pbem open battle.pbem
      hoplon pbem open turn3.pbem --keys ~/battles
    """
    with about(file):
        text = read_letter(Path(file))
        seat = desk_for(keys, file).open(text)
    letter = seat.course.letter
    if not letter.turns and seat.side == 1:
        header = letter.header
        options = seat.course.table.game.options.from_text(header.options)
        chosen = ", ".join(options.describe(option) for option in header.options)
        print(f"An invitation to {seat.course.table.game.title}: {chosen or 'nothing but defaults'}.")
        print(f"The inviter's key: {fingerprint(seat, 0)}\nYour key: {fingerprint(seat, 1)}")
        print(f"You accept. Send the answer: hoplon pbem export {file} -o ANSWER")
        return
    print(f"{file} holds, from its first line to {letter.ends_with}: rules, dice and signatures.")
    show(seat, file)


@pbem.command()
def move(
    file: LetterText,
    choices: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="CHOICE...",
            help="Choices, each in quotes; asked for if not given.",
            show_default=False,
        ),
    ] = None,
    keys: Keys = None,
) -> None:
    """Play your turn, choice by choice. Choices are saved and final: there is no undo.

    \b
    Examples:
      hoplon pbem move answer.pbem
      hoplon pbem move answer.pbem "play 12 3" "end phase"
    """
    with about(file):
        seat = find_seat(desk_for(keys, file), file)
    if choices:
        for choice in choices:
            tell(seat.play(choice))
        print(f"\n{board(seat)}\n\n{what_next(seat, file)}")
        return
    if not seat.is_own_turn or seat.is_complete:
        raise HoplonError(f"there is nothing to choose: {seat.waits_for}")
    ask(seat)
    print(f"\n{what_next(seat, file)}")


@pbem.command()
def export(
    file: LetterText,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="OUT", help="The file to write.")],
    keys: Keys = None,
) -> None:
    """Sign your completed turn and write the file to send. It can be written again.

    \b
    Examples:
      hoplon pbem export answer.pbem -o turn1.pbem
    """
    with about(file):
        desk = desk_for(keys, file)
        seat = find_seat(desk, file)
        refuse_taken(out)
        text = desk.export(seat)
    write_out(out, text)
    print(f"{out} ends with {seat.course.letter.ends_with}: send it.")


@pbem.command()
def status(
    file: Annotated[
        str | None,
        typer.Argument(metavar="FILE", help="One match; all of them if not given.", show_default=False),
    ] = None,
    keys: Keys = None,
) -> None:
    """List your matches and whose turn it is, or show one of them.

    \b
    Examples:
      hoplon pbem status
      hoplon pbem status turn3.pbem
    """
    desk = desk_for(keys, file)
    if file is not None:
        with about(file):
            seat = find_seat(desk, file)
        show(seat, file)
        for side in (0, 1):
            print(f"{'Your' if side == seat.side else 'The other'} key: {fingerprint(seat, side)}")
        return
    kept = desk.folder.matches()
    for match in kept:
        print(brief(match))
    if not kept:
        print(f"There is no match in {desk.folder.where}.")
