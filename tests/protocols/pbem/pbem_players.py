"""Two players of a match by e-mail in one process, and the tools of a cheat."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from hoplon.core.game import Game
from hoplon.protocols.pbem import letter
from hoplon.protocols.pbem.correspondent import Correspondent
from hoplon.protocols.pbem.folder import Folder
from hoplon.protocols.pbem.letter_game import FIRST, Judge, LetterGame
from hoplon.protocols.pbem.seat import LetterSeat, secret_number
from hoplon.protocols.pbem.verify import side_of, verify
from tests.core.duel import GAME, DuelOptions

NAMES = ("inviter", "guest")


@dataclass
class Players:
    """The inviter and the guest. `files` has the invitation, the acceptance, then the file of each turn."""

    path: Path
    table: LetterGame
    desks: list[Correspondent] = field(default_factory=list)
    files: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.desks = [Correspondent(Folder(self.path / name), lambda _: self.table) for name in NAMES]

    @property
    def name(self) -> str:
        """The name of the match."""
        return letter.read(self.files[0]).name

    def shake_hands(self, options: object) -> None:
        """Invitation and acceptance."""
        inviter, guest = self.desks
        self.files = [inviter.export(inviter.invite(self.table, options))]
        self.files.append(guest.export(guest.open(self.files[0])))

    def play(self, *choices: str) -> str:
        """The next turn: opened, played and exported by its side."""
        desk = self.desks[side_of(len(self.files) - 1)]
        seat = desk.open(self.files[-1])
        for choice in choices:
            seat.play(choice)
        self.files.append(desk.export(seat))
        return self.files[-1]

    def seat(self, side: int) -> LetterSeat:
        """How a side has the match before it."""
        kept = self.desks[side].folder.match(self.name)
        assert kept is not None
        return self.desks[side].seat(kept)

    def turn(self, number: int) -> str:
        """The file that ends with a turn."""
        return self.files[number + 1]


def duel(path: Path, turns: int, hearts: int = 9, game: Game = GAME, judge: Judge = FIRST) -> Players:
    """A duel in which everybody strikes, so each turn has a question and perhaps a wound."""
    players = Players(path, LetterGame(game, judge))
    players.shake_hands(DuelOptions(hearts=hearts))
    for _ in range(turns):
        players.play("strike")
    return players


def body(text: str) -> list[str]:
    """The lines of a file without the last."""
    return text.splitlines()[:-1]


def block(text: str, number: int) -> list[str]:
    """The lines of one turn."""
    sent = letter.read(text).turns[number - 1]
    return body(text)[sent.line - 1 : sent.signature.line]


def without(text: str, number: int) -> list[str]:
    """The lines before a turn."""
    return body(text)[: letter.read(text).turns[number - 1].line - 1]


Change = Callable[[list[str]], Sequence[str]]


def forge(players: Players, number: int, change: Change, signer: int | bytes | None = None) -> str:
    """A turn rewritten by a cheat, signed by whoever plays it unless another signer (or his key) is given."""
    text = players.turn(number)
    lines = change(block(text, number)[:-1])
    if signer is None:
        signer = side_of(number)
    key = players.desks[signer].folder.key() if isinstance(signer, int) else signer
    return letter.whole(letter.signed([*without(text, number), *lines], key))


def retell(players: Players, number: int, *choices: str) -> list[str]:
    """The lines of a turn with other choices, its check numbers made to fit; not signed."""
    text = players.turn(number)
    table, side = players.table, side_of(number)
    course = verify(letter.read(letter.whole(without(text, number))), table)
    secret = letter.read(text).turns[number - 1].secret
    match = course.begin_turn(secret)
    start = len(match.choices)
    for choice in choices:
        match.play(choice)
        table.answer_for_absent(match, side)
    return letter.turn(number, secret, match, start)


def own_secret(players: Players, side: int, number: int) -> bytes:
    """What a side will tell in a turn."""
    kept = players.desks[side].folder.match(players.name)
    assert kept is not None
    return kept.secret(secret_number(number, side))


def snapshot(path: Path) -> dict[str, bytes]:
    """Every file of a folder."""
    return {str(p.relative_to(path)): p.read_bytes() for p in sorted(path.rglob("*")) if p.is_file()}


def copy_guest(players: Players, path: Path) -> Correspondent:
    """The guest's folder on another machine."""
    shutil.copytree(players.desks[1].folder.path, path)
    return Correspondent(Folder(path), players.desks[1].table_of)
