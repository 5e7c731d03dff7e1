"""Matches by e-mail on the command line: finding, reading and showing files, and asking for a turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from hoplon.cli.inputs import compiling_notice_for, find_game, interpret, make_ready
from hoplon.cli.verify import MUCH
from hoplon.core.errors import BadMatchFile, BadOption, HoplonError
from hoplon.core.folders import data_folder

if TYPE_CHECKING:
    from hoplon.core.game import Game
    from hoplon.core.text import Turn
    from hoplon.protocols.pbem.correspondent import Correspondent
    from hoplon.protocols.pbem.kept import Kept
    from hoplon.protocols.pbem.letter import Header
    from hoplon.protocols.pbem.letter_game import LetterGame
    from hoplon.protocols.pbem.seat import LetterSeat

WORDS = "a choice such as those in 'legal'; legal, board, help or quit (the begun turn is kept)"


def desk_for(keys: Path | None, file: str | None = None) -> Correspondent:
    """The player's folder and matches; for a long match compiled rules are loaded."""
    path = keys if keys is not None else data_folder() / "pbem"
    asked = [Path(file), path / file / "last.pbem"] if file is not None else []
    if not any(known.is_file() and known.stat().st_size >= MUCH for known in asked):
        interpret()
    from hoplon.protocols.pbem.correspondent import Correspondent
    from hoplon.protocols.pbem.folder import Folder

    return Correspondent(Folder(path), table_of)


def table_of(header: Header) -> LetterGame:
    """The game that the head of a file names."""
    return table_for(find_game(header.game), header.judge)


def table_for(game: Game, judge: str) -> LetterGame:
    """A game as it is played by letter, with its judge."""
    from hoplon.core.kernel import is_compiled
    from hoplon.protocols.pbem.judges import judge_for
    from hoplon.protocols.pbem.letter_game import LetterGame

    table = LetterGame(game, judge_for(game, judge))
    if is_compiled():
        with compiling_notice_for(game):
            make_ready(game)
    return table


@contextmanager
def about(file: str) -> Iterator[None]:
    """Name the file that is refused."""
    try:
        yield
    except BadMatchFile as error:
        raise BadMatchFile(f"{file}: {error}") from None


def read_letter(path: Path) -> str:
    """The text of a file, refused if it is too large."""
    from hoplon.protocols.pbem.letter import MOST_BYTES, decode

    with path.open("rb") as file:
        return decode(file.read(MOST_BYTES + 1))


def find_seat(desk: Correspondent, said: str) -> LetterSeat:
    """The player's seat in the match of a file, or of a name shown by `status`."""
    if Path(said).exists():
        return desk.find(read_letter(Path(said)))
    for kept in desk.folder.matches():
        if kept.name == said:
            return desk.seat(kept)
    raise BadOption(f"there is neither a file {said!r} nor a match of that name in {desk.folder.where}")


def refuse_taken(path: Path) -> None:
    """Nothing is overwritten."""
    if path.exists():
        raise BadOption(f"{path} exists; choose another name")


def write_out(path: Path, text: str) -> None:
    """Write a file to send."""
    with path.open("x", encoding="utf-8", newline="\n") as file:
        file.write(text)


def fingerprint(seat: LetterSeat, side: int) -> str:
    """A side's public key, short."""
    from hoplon.protocols.pbem import keys

    letter = seat.course.letter
    greeting = letter.acceptance if side else letter.invitation
    return keys.fingerprint(greeting.key) if greeting else "not known yet"


def show(seat: LetterSeat, file: str) -> None:
    """The last turn of the other side, the position, and what comes next."""
    course = seat.course
    if course.match and course.starts and (len(course.starts) - 1) % 2 != seat.side:
        print(f"\nTurn {len(course.starts)}, of the other side:")
        tell(course.table.tell(course.match, seat.side, course.starts[-1]))
    if seat.match is not None:
        print(f"\n{board(seat)}")
    print(f"\n{what_next(seat, file)}")


def tell(turns: Sequence[Turn]) -> None:
    """What happened; nothing is printed for a turn of which nothing may be seen."""
    for turn in turns:
        if len(turn):
            print(turn)


def board(seat: LetterSeat) -> str:
    """The position as this seat sees it."""
    return seat.course.table.show(seat.match, seat.side) if seat.match else ""


def what_next(seat: LetterSeat, file: str) -> str:
    """What the player can do now."""
    text = seat.waits_for[0].upper() + seat.waits_for[1:]
    if seat.is_complete:
        return f"{text}: hoplon pbem export {file} -o OUT"
    if seat.is_own_turn and seat.match is not None:
        return f"{text}. {seat.match.legal_now()}"
    return f"{text}."


def ask(seat: LetterSeat) -> None:
    """Ask for choices until the turn is complete or the player stops."""
    from hoplon.cli.plain import typed

    print(f"{seat.course.table.game.title}, turn {seat.course.next_turn}. Type {WORDS}.\n\n{board(seat)}")
    for line in typed(lambda: None if seat.is_complete or not seat.match else len(seat.match.choices) + 1):
        try:
            answer(seat, line)
        except (HoplonError, OSError) as error:
            print(error)


def answer(seat: LetterSeat, line: str) -> None:
    """Do what a line says."""
    if line == "help":
        print(f"Type {WORDS}.")
    elif line == "legal" and seat.match:
        print(", ".join(seat.match.legal()))
    elif line == "board":
        print(board(seat))
    elif line:
        tell(seat.play(line))
        print(f"\n{board(seat)}")


def brief(kept: Kept) -> str:
    """A match in one line."""
    letter = kept.last
    turn = len(letter.turns) + 1
    is_own = len(letter.parts) % 2 == kept.side and letter.acceptance is not None
    if letter.turns and letter.turns[-1].ending != "open":
        stands = f"over, {letter.turns[-1].ending}"
    elif is_own:
        begun = len(kept.begun(turn))
        stands = f"turn {turn} is yours" + (f", {begun} of your choices made" if begun else "")
    else:
        stands = f"{f'turn {turn}' if letter.acceptance else 'the acceptance'} of the other side is awaited"
    return f"{kept.name}  {letter.header.game}, {('inviter', 'guest')[kept.side]}: {stands}"
