"""One player of a match by e-mail as a process of its own, who uses nothing but the command line.

    python correspondent.py SIDE FOLDER MAILBOX GAME TURNS WORDS [OPTION…]

Letters lie in MAILBOX as 0.pbem (the invitation), 1.pbem and so on. WORDS are the choices preferred, with
commas between; any legal one is made where none of them is.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from hoplon.cli import app
from hoplon.cli.letters import desk_for, find_seat
from hoplon.protocols.pbem.letter_game import Stage
from tests.waiting import until


def hoplon(*args: object) -> None:
    """Run a command that must go well."""
    try:
        app([*map(str, args)])
    except SystemExit as ended:
        if ended.code:
            raise AssertionError(f"{args} was refused") from None


def wait_for(path: Path) -> None:
    """A letter that is on its way; it is moved into place as a whole."""
    until(path.exists, f"{path} has come")


def play_turn(folder: Path, file: Path, preferred: list[str], dice: random.Random) -> bool:
    """Choose on a copy of the match, then make all choices of the turn; says whether the match goes on."""
    seat = find_seat(desk_for(folder), str(file))
    if not seat.is_own_turn or seat.match is None:
        return False
    table, match, made = seat.course.table, seat.match.copy(), []
    while table.stage(match, seat.side) is Stage.CHOOSING:
        legal = match.legal()
        wanted = [choice for choice in legal if choice in preferred] or list(legal)
        made.append(dice.choice(wanted))
        match.play(made[-1])
        table.answer_for_absent(match, seat.side)
    if made:
        hoplon("pbem", "move", file, *made, "--keys", folder)
    return True


def main() -> None:
    """Write when it is the own turn, until so many turns were played or the match is over."""
    side, folder, mailbox, game = int(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]), sys.argv[4]
    turns, preferred, options = int(sys.argv[5]), sys.argv[6].split(","), sys.argv[7:]
    dice = random.Random(side)
    if side == 0:
        chosen = [word for option in options for word in ("-o", option)]
        hoplon("pbem", "new", game, *chosen, "--name", mailbox / "new", "--keys", folder)
        (mailbox / "new").rename(mailbox / "0.pbem")
    for number in range(2 - side, turns + 2, 2):
        received = mailbox / f"{number - 1}.pbem"
        wait_for(received)
        hoplon("pbem", "open", received, "--keys", folder)
        if number > 1 and not play_turn(folder, received, preferred, dice):
            return
        draft = mailbox / f"draft{side}"
        hoplon("pbem", "export", received, "-o", draft, "--keys", folder)
        draft.rename(mailbox / f"{number}.pbem")


if __name__ == "__main__":
    main()
