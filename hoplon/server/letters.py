"""Letters of matches by e-mail: begun, opened, exported and verified for who asks.

The server keeps nothing of them. Who asks sends the texts that are needed, with the secret ones among them,
and gets them back as they are then; so there is nothing here that could be given to anybody else.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from hoplon.core.board import Json
from hoplon.core.errors import BadOption, HoplonError
from hoplon.core.sentences import several
from hoplon.games import game, game_names
from hoplon.protocols.pbem import keys
from hoplon.protocols.pbem.carried import Carried, CarriedMatch
from hoplon.protocols.pbem.correspondent import Correspondent, author_of_last
from hoplon.protocols.pbem.judges import judge_for, usual_judge
from hoplon.protocols.pbem.kept import BEGUN, LAST, SECRET
from hoplon.protocols.pbem.letter import Header, Letter, decode, read
from hoplon.protocols.pbem.letter_game import FIRST, LetterGame, switch_for
from hoplon.protocols.pbem.seat import LetterSeat
from hoplon.protocols.pbem.verify import verify
from hoplon.server.boards import board_of
from hoplon.server.headings import options_of
from hoplon.server.refusals import Refused
from hoplon.server.rooms import Rooms, read_options
from hoplon.server.uploads import Pace

T = TypeVar("T")


class Letters:
    """What a server does with letters; verifying takes its turn with the match files of strangers."""

    def __init__(self, rooms: Rooms, client: str) -> None:
        self._rooms = rooms
        self.client = client

    async def invite(self, name: str, options: dict[str, str], key: str) -> Json:
        """Begin a match: the invitation, and what its player must keep."""
        if name not in game_names():
            raise Refused("unknown", f"there is no game {name[:40]!r}; installed: {', '.join(game_names())}")
        found = game(name)
        if switch := switch_for(found, options):
            options = options | {switch: "yes"}
        chosen = await asyncio.to_thread(read_options, name, options)
        carried = Carried(key)

        def begin(table_of: Callable[[Header], LetterGame]) -> LetterSeat:
            table = LetterGame(found, judge_for(found, usual_judge(found)))
            return Correspondent(carried, table_of).invite(table, chosen)

        return told(await self._work(begin), carried)

    async def name(self, text: str) -> Json:
        """What the match of a letter is called."""
        return {"match": (await self._rooms.uploads.run(lambda: parsed(text))).name}

    async def open(self, text: str, key: str, kept: CarriedMatch | None) -> Json:
        """Verify a letter, and see how the match stands then; an invitation is accepted."""
        text = (await self._read(text)).text
        carried = Carried(key, kept)
        seat = await self._work(lambda table_of: Correspondent(carried, table_of).open(text))
        return told(seat, carried)

    async def export(self, key: str, kept: CarriedMatch) -> Json:
        """The letter to send: with the player's turn if that is complete, otherwise as exported before."""
        await self._read_kept(kept)
        carried = Carried(key, kept)

        def export(table_of: Callable[[Header], LetterGame]) -> tuple[LetterSeat, str]:
            desk = Correspondent(carried, table_of)
            seat = desk.seat(kept)
            return seat, desk.export(seat)

        seat, text = await self._work(export)
        return told(seat, carried) | {"file": text, "called": file_name(seat.course.letter)}

    async def seat(self, kept: CarriedMatch) -> LetterSeat:
        """A player's seat at a match."""
        await self._read_kept(kept)
        return await self._work(lambda table_of: Correspondent(Carried("", kept), table_of).seat(kept))

    async def verify(self, text: str) -> Json:
        """Verify a letter of anybody's match, which needs no secrets."""
        letter = await self._read(text)
        course = await self._work(lambda table_of: verify(letter, table_of(letter.header)))
        standing = letter.turns[-1].ending if letter.turns else "not begun"
        turns = several(len(letter.turns), "turn")
        return {
            "match": letter.name,
            "game": letter.header.game,
            "says": f"agrees with the rules, the dice and the signatures: {turns}, {standing}",
            "outcome": str(course.match.outcome) if course.match and course.match.outcome else None,
        } | greetings(letter)

    async def _read_kept(self, kept: CarriedMatch) -> None:
        self._check(await self._rooms.uploads.run(lambda: kept.last))
        await self._prepare(kept.last.header)

    async def _read(self, text: str) -> Letter:
        letter = await self._rooms.uploads.run(lambda: parsed(text))
        self._check(letter)
        await self._prepare(letter.header)
        return letter

    def _check(self, letter: Letter) -> None:
        """Refuse a match with more choices than an arena plays."""
        header = letter.header
        if header.game not in game_names():
            return
        found = game(header.game)
        with suppress(HoplonError):  # what is wrong with the options is said later
            _, found = found.ready(found.options.from_text(header.options))
        self._rooms.uploads.weigh(sum(len(turn.choices) for turn in letter.turns), found)

    async def _prepare(self, header: Header) -> None:
        """Wait until a game and its judge are compiled."""
        if header.game in game_names():
            await self._rooms.preparations.rules(header.game)
            await self._rooms.preparations.bot(header.game, header.judge)

    async def _work(self, work: Callable[[Callable[[Header], LetterGame]], T]) -> T:
        """Do something slow, when it is this client's turn."""
        uploads = self._rooms.uploads

        def paced() -> T:
            pace = Pace(uploads)
            return work(lambda header: table_of(header, pace.check))

        async with uploads.turns.turn(self.client):
            return await uploads.run(paced)


def parsed(text: str) -> Letter:
    """A letter that somebody sent."""
    return read(decode(text.encode("utf-8", "surrogatepass")))


def table_of(header: Header, watch: Callable[[int], None]) -> LetterGame:
    """The game of a letter, if a server may play it: strangers do not choose what it thinks about."""
    found = game(header.game)
    board_of(found.name).check(header.options)
    asked = (FIRST.name, usual_judge(found))
    if header.judge not in asked:
        raise BadOption(
            f"the judge is {header.judge[:40]!r}; an arena asks only {' or '.join(dict.fromkeys(asked))}, "
            "but 'hoplon pbem open' opens the letter"
        )
    return LetterGame(found, judge_for(found, header.judge), watch)


def told(seat: LetterSeat, carried: Carried) -> Json:
    """What a player is to keep, and how the match stands."""
    assert carried.kept is not None
    return {"key": carried.digits, "kept": kept_as_json(carried.kept), "standing": standing_of(seat)}


def kept_as_json(kept: CarriedMatch) -> Json:
    """What a player keeps of one match, as it is sent to and fro."""
    texts = {"secret": kept.get(SECRET), "last": kept.get(LAST), "begun": kept.get(BEGUN) or ""}
    return {"match": kept.name} | texts


def standing_of(seat: LetterSeat) -> Json:
    """How a match stands for a player; all of it may be known to both."""
    course, letter = seat.course, seat.course.letter
    found, board = course.table.game, board_of(course.table.game.name)
    options = letter.header.options
    titles = found.seat_names(found.options.from_text(options))
    outcome = seat.match.outcome if seat.match is not None else None
    return {
        "match": letter.name,
        "game": found.name,
        "title": found.title,
        "seats": titles,
        "side": seat.side,
        "played": board.played(options, list(titles)),
        "chosen": options_of(board, options),
        "turn": course.next_turn,
        "waits": seat.waits_for,
        "own": seat.is_own_turn and not seat.is_complete,
        "complete": seat.is_complete,
        "sendable": seat.is_complete or author_of_last(letter) == seat.side,
        "board": seat.match is not None,
        "over": board.ended(outcome.reason, list(titles)) if outcome is not None else None,
        "ends_with": letter.ends_with,
    } | greetings(letter)


def greetings(letter: Letter) -> Json:
    """The keys of both sides, in a form that two people can read to each other."""
    found = (letter.invitation, letter.acceptance)
    return {"keys": [keys.fingerprint(one.key) if one is not None else None for one in found]}


def file_name(letter: Letter) -> str:
    """What a letter is called as a file."""
    part = letter.ends_with.removeprefix("the ").replace(" ", "-")
    return f"{letter.header.game}-{letter.name}-{part}.pbem"
