"""What a player does with letters: invite, open, export. `LetterSeat` plays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from hoplon.core.errors import HoplonError
from hoplon.core.version import __version__
from hoplon.protocols.pbem import chain, keys
from hoplon.protocols.pbem.kept import LAST, BadFolder, Keeper, Kept
from hoplon.protocols.pbem.letter import (
    BadLetter,
    Header,
    Letter,
    acceptance,
    invitation,
    read,
    signed,
    turn,
    whole,
)
from hoplon.protocols.pbem.letter_game import GUEST, INVITER, LetterGame
from hoplon.protocols.pbem.mark import rules_mark
from hoplon.protocols.pbem.seat import LetterSeat, sit_down
from hoplon.protocols.pbem.verify import go_on, verify


@dataclass(frozen=True)
class Correspondent:
    """What a player keeps, and how to find the game that a file is of."""

    folder: Keeper
    table_of: Callable[[Header], LetterGame]

    def invite(self, table: LetterGame, options: Any) -> LetterSeat:
        """Begin a match."""
        game, judge = table.game, table.judge
        mark = rules_mark(game, judge.sources)
        header = Header(game.name, game.version, mark, __version__, judge.name, options.as_text())
        root, key = chain.new_root(), self.folder.key()
        lines = signed(invitation(header, keys.public_of(key), chain.secret(root, 0)), key)
        letter = read(whole(lines))
        course = verify(letter, table)
        return sit_down(self.folder.add(letter.name, INVITER, root, letter.text), course)

    def open(self, text: str) -> LetterSeat:
        """Verify a file against the rules and against what was seen of the match before, and keep it.

        An invitation is accepted. A refused file changes nothing.
        """
        letter = read(text)
        kept = self.folder.match(letter.name)
        if kept is not None:
            compare_heads(letter, kept.last)
        course = verify(letter, self._table(letter.header))
        if kept is None:
            if letter.acceptance is not None:
                raise BadLetter(
                    f"the file is of the match {letter.name}, which was neither begun nor accepted "
                    f"in {self.folder.where}"
                )
            return self._accept(letter, course.table)
        compare(letter, kept.last, kept.side)
        kept.keep(letter.text)
        return sit_down(kept, course)

    def _accept(self, letter: Letter, table: LetterGame) -> LetterSeat:
        root, key = chain.new_root(), self.folder.key()
        answer = acceptance(keys.public_of(key), chain.secret(root, 0), chain.secret(root, 1))
        reply = read(whole(signed([*letter.lines, *answer], key)))
        course = verify(reply, table)
        return sit_down(self.folder.add(letter.name, GUEST, root, reply.text), course)

    def find(self, text: str) -> LetterSeat:
        """The player's seat in the match of a file; a file that continues what is kept is opened first."""
        letter = read(text)
        kept = self.folder.match(letter.name)
        if kept is None:
            raise BadLetter(f"the match {letter.name} is not in {self.folder.where}; open the file first")
        is_known = kept.last.lines[: len(letter.lines)] == letter.lines
        return self.seat(kept) if is_known else self.open(text)

    def seat(self, kept: Kept) -> LetterSeat:
        """The player's seat in a match, as it was left."""
        letter = kept.last
        try:
            return sit_down(kept, verify(letter, self._table(letter.header)))
        except BadLetter as error:
            raise BadFolder(f"{kept.where(LAST)}: {error}") from None

    def _table(self, header: Header) -> LetterGame:
        try:
            return self.table_of(header)
        except HoplonError as error:
            raise BadLetter(f"lines 2 to 5: {error}") from None

    def export(self, seat: LetterSeat) -> str:
        """The file to send: with the player's turn if that is complete, otherwise as exported before."""
        letter = seat.course.letter
        if seat.is_own_turn:
            if seat.match is None or not seat.is_complete:
                raise HoplonError(f"turn {seat.course.next_turn} is not complete: you must still choose")
            played = turn(seat.course.next_turn, seat.secret(), seat.match, seat.start)
            letter = read(whole(signed([*letter.lines, *played], self.folder.key())))
            seat.course = go_on(seat.course, letter)  # never send what the other side would refuse
            seat.kept.keep(letter.text)
        elif author_of_last(letter) != seat.side:
            raise HoplonError(f"there is nothing to send: {seat.waits_for}")
        return letter.text


def author_of_last(letter: Letter) -> int:
    """Who wrote the last part: they alternate."""
    return (len(letter.parts) - 1) % 2


def compare_heads(letter: Letter, last: Letter) -> None:
    """Game, rules, judge and options must be those the match began with."""
    heads = (known.lines[: known.invitation.line - 1] for known in (letter, last))
    for line, (said, begun) in enumerate(zip_longest(*heads, fillvalue="nothing"), 1):
        if said != begun:
            raise BadLetter(f"line {line}: it says {said[:80]!r}; the match was begun with {begun[:80]!r}")


def compare(letter: Letter, last: Letter, side: int) -> None:
    """A file must be the last one seen of its match, or continue it by the other side's next part."""
    for line, (said, known) in enumerate(zip(letter.lines, last.lines, strict=False), 1):
        if said != known:
            raise BadLetter(
                f"line {line}, {letter.part_at(line)}: it differs from the file that was opened or exported "
                f"before: {said[:60]!r}, not {known[:60]!r}"
            )
    if len(letter.parts) < len(last.parts):
        raise BadLetter(
            f"the file is an older one: it ends with {letter.ends_with}, "
            f"but {last.ends_with} was opened or exported before"
        )
    for number, line in enumerate(letter.parts):
        if number >= len(last.parts) and number % 2 == side:
            raise BadLetter(
                f"line {line}, {letter.part_at(line)}: it is signed with your key, "
                "but was not exported from here"
            )
