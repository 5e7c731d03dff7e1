"""What is talked about at the board of a study: where to look, what to play, and what to think about."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from hoplon.analysis.why import why
from hoplon.core import replay
from hoplon.core.board import Json
from hoplon.core.errors import HoplonError
from hoplon.core.match import Match
from hoplon.core.variations import LONGEST_COMMENT, LONGEST_NAME, read_variations
from hoplon.games import game, game_names
from hoplon.server.boards import board_of
from hoplon.server.limits import LARGEST, most_memory
from hoplon.server.passing import passed_json, worth_of_passing
from hoplon.server.refusals import Refused
from hoplon.server.rights import is_alone, not_yet
from hoplon.server.room import Room
from hoplon.server.rooms import LETTER, NO_LETTERS, Rooms, read_options
from hoplon.server.seated_match import to_json
from hoplon.server.sockets import (
    Message,
    Seated,
    Serve,
    explain,
    number_of,
    ping,
    preview,
    serve_one,
    text_of,
    threats,
)
from hoplon.server.study import Origin, Study, guessed
from hoplon.server.thinking import Question, Thinking
from hoplon.server.turns import Turns

LONGEST_POSITION = 20_000
ROLLED = 2**31  # seeds of dice that are rolled anew
A_SIGN = 4  # bytes in memory, at most
TIMES = 6  # that a text of a variation is there: kept, in the file, and in what is being sent
RATED = "a rated match is not analysed before its end"
ONLOOKERS = "the match goes on: only who plays may analyse it, with what their seat knows"


@dataclass
class Studies:
    """What all studies of a server share: who thinks, whose turn it is, and how much memory they take."""

    rooms: list[Rooms]
    thinking: Thinking
    reviews: Turns = field(default_factory=lambda: Turns("reviews", 1, 60, 10))
    reasons: Turns = field(default_factory=lambda: Turns("explanations", 2, 100, 20))
    weights: Counter[str] = field(default_factory=Counter)  # bytes, by client

    def weigh(self, client: str, more: int) -> None:
        """Note that so many bytes more are taken; one client takes at most half of what there is for all."""
        most = most_memory() // 8
        taken = self.weights
        if more > 0 and (taken.total() + more > most or taken[client] + more > most // 2):
            raise Refused("busy", "too many long matches are analysed here; try again in a few minutes")
        taken[client] += more
        if taken[client] <= 0:
            del taken[client]


class StudyTalk:
    """One open study of a client; with a key, of a match of this server."""

    def __init__(self, studies: Studies, client: str, key: str = "") -> None:
        self.studies = studies
        self._client = client
        self._key = key
        self._weight = 0
        self._study: Study | None = None
        self._thought: int | None = None
        self._reviewing: asyncio.Task[None] | None = None
        self._weighing: asyncio.Task[None] | None = None

    @property
    def study(self) -> Study:
        """What is on the board."""
        assert self._study is not None
        return self._study

    async def greet(self, seated: Seated, hear: Callable[[], Awaitable[Message]]) -> None:
        """Hear what is to be studied: pieces of a file, or a position, or the match of the address."""
        pieces: list[str] = []
        while (message := await hear())["type"] == "file":
            pieces.append(text_of(message, "text", LARGEST))
            if sum(map(len, pieces)) > LARGEST or not pieces[-1]:
                raise Refused("large", f"the file is empty or has more than {LARGEST} characters")
            self._weigh(A_SIGN * sum(map(len, pieces)))
        if message["type"] != "hello":
            raise Refused("malformed", f"a message is {message['type'][:40]!r}; expected file or hello")
        try:
            study = await self._opened("".join(pieces), message)
            if message.get("variations") is not None and study.origin.seat is None:
                lines = text_of(message, "variations", LARGEST).splitlines()
                study.variations = read_variations(lines, 1, len(study.main.choices))
        except Refused:
            raise
        except HoplonError as error:
            raise Refused("malformed", str(error)) from None
        self._study = study
        self.make_room()
        seated.viewer, seated.wants_all = study.viewer, True
        at = message.get("at")
        line = message.get("line")

        def greet() -> list[str]:
            if type(at) is int and study.origin.seat is None:  # else it is another guess than before
                study.go(line if type(line) is int else 0, at)
            return [to_json(study.welcome(study.viewer)), to_json(study.state(study.viewer, True))]

        try:
            for text in await study.ask(greet):
                seated.send(text)
        except Refused:
            raise
        except HoplonError as error:
            raise Refused("malformed", str(error)) from None

    async def _opened(self, file: str, message: Message) -> Study:
        if self._key:
            return await self._of_room(message)
        rooms = self.studies.rooms[0]
        if file.startswith(LETTER):
            raise Refused("malformed", NO_LETTERS)
        if file:
            read = await rooms.uploads.run(lambda: replay.read(file))
            if read.game not in game_names():
                raise Refused(
                    "malformed", f"the file is a match of {read.game[:40]!r}, which is not installed here"
                )
            board = board_of(read.game)
            await asyncio.to_thread(board.check_study or board.check, read.options)
            await rooms.preparations.rules(read.game)
            async with rooms.uploads.turns.turn(self._client):
                verdict = await rooms.uploads.replayed(read, game(read.game))
            if not verdict.agrees:
                raise Refused("malformed", f"the file {verdict}")
            return Study(verdict.match, Origin())
        position = text_of(message, "position", LONGEST_POSITION).strip()
        name = position.split(" ")[0]
        if name not in game_names():
            expected = ", ".join(sorted(game_names()))
            raise Refused("malformed", f"the position begins with {name[:40]!r}; expected one of {expected}")
        option = game(name).position_option
        if option is None:
            raise Refused("malformed", f"{name} cannot begin from a position; open a match file instead")
        await rooms.preparations.rules(name)
        chosen = await asyncio.to_thread(read_options, name, {option: position}, False, True)
        match = await rooms.uploads.run(lambda: Match(game(name), 0, chosen))
        return Study(match, Origin(position=position))

    async def _of_room(self, message: Message) -> Study:
        rooms = self.studies.rooms[0]
        room = await rooms.open(self._key)
        token = text_of(message, "token", 200) if message.get("token") is not None else None
        viewer = rooms.viewer_of(room, token)
        check_is_analysed(room)
        names = tuple(seat.name for seat in room.card.seats)
        if room.card.ended is not None:
            main = await room.ask(room.match.copy)
            return await asyncio.to_thread(Study, main, Origin(match=self._key, names=names))
        if not viewer.held:
            raise Refused("forbidden", ONLOOKERS)
        if not is_alone(room.card.seats, viewer):
            room.check(viewer, "hint")  # a study tells more than a hint

        def guess() -> Study:
            mover = room.match.to_move
            seat = mover if mover in viewer.held and mover is not None else viewer.held[0]
            return Study(
                guessed(room.match, seat, secrets.randbelow(ROLLED)), Origin(self._key, "", seat, names)
            )

        return await room.ask(guess)

    def _weigh(self, weight: int) -> None:
        self.studies.weigh(self._client, weight - self._weight)
        self._weight = weight

    def make_room(self, signs: int = 0) -> None:
        """Refuse so much more text if this client takes too much already."""
        study = self.study
        self._weigh(2 * study.weight() + TIMES * A_SIGN * (study.variations.signs + signs))

    async def serve(self, seated: Seated, message: Message) -> None:
        """Do what a message asks for."""
        await serve_one(self, SERVED, seated, message)

    def leave(self, seated: Seated) -> None:  # noqa: ARG002  nobody else looks at this board
        """Forget the study and stop thinking about it."""
        self.stop()
        self.stop_weighing()
        if self._reviewing is not None:
            self._reviewing.cancel()
        self._study = None
        if self._weight:
            self._weigh(0)

    # Thinking.

    def think(self, seated: Seated, seat: int | None) -> None:
        """Think about the position on the board, and tell what is found."""
        self.stop()
        study = self.study
        place = {"type": "found", "line": study.line, "at": study.at}

        def tell(found: Json) -> None:
            seated.send(to_json(place | found))

        question = Question(study.match.copy(), seat)
        self._thought = self.studies.thinking.think(self._client, question, tell)

    def stop(self) -> None:
        """Stop thinking."""
        self.studies.thinking.stop(self._thought)
        self._thought = None

    def weigh_passing(self, seated: Seated) -> None:
        """Find out what doing nothing costs here and what the other side would do then, and tell it."""
        self.stop_weighing()
        self._weighing = asyncio.create_task(self._weigh_passing(seated))

    async def _weigh_passing(self, seated: Seated) -> None:
        study = self.study
        place = {"type": "passed", "line": study.line, "at": study.at}
        match = await study.ask(study.match.copy)
        try:
            found = await worth_of_passing(match, self.studies.thinking, self._client)
        except Refused as refusal:
            found = {"problem": str(refusal)}
        seated.send(to_json(place | found))

    def stop_weighing(self) -> None:
        """Stop finding out what doing nothing costs."""
        if self._weighing is not None:
            self._weighing.cancel()
            self._weighing = None

    def review(self, seated: Seated) -> None:
        """Review the match, and tell how far that is."""
        if self._reviewing is not None and not self._reviewing.done():
            return
        main = self.study.main
        if self.study.origin.seat is not None:
            raise Refused("forbidden", "the match goes on: it is reviewed when it is over")
        if not main.choices:
            raise Refused("malformed", "there is nothing to review: no choice was made in this match")
        self._reviewing = asyncio.create_task(self._review(seated))

    async def _review(self, seated: Seated) -> None:
        main = self.study.main.copy()
        try:
            seated.send(to_json({"type": "review", "waits": True}))
            async with self.studies.reviews.turn(self._client):
                found = await self.studies.thinking.review(
                    main, lambda told: seated.send(to_json({"type": "review"} | told))
                )
        except Refused as refusal:
            found = {"problem": str(refusal)}
        seated.send(to_json({"type": "review"} | found))


def check_is_analysed(room: Room) -> None:
    """Refuse to look into a rated match that goes on, or a race in which people still play."""
    if room.card.rated and room.card.ended is None:
        raise Refused("forbidden", RATED)
    if room.card.sealed:
        raise not_yet(room.card.day)


async def told_why(studies: Studies, client: str, match: Match, number: int) -> list[Json]:
    """Why each line of a turn stands in its log; another process runs the rules for that."""
    async with studies.reasons.turn(client):
        return [each.as_json() for each in await asyncio.to_thread(why, match, number)]


async def _choose(talk: StudyTalk, seated: Seated, message: Message) -> None:
    choice, number, dice = text_of(message, "choice"), number_of(message), message.get("dice")
    if dice == "roll":
        dice = secrets.randbelow(ROLLED)
    if not (dice is None or (type(dice) is int and 0 <= dice < ROLLED)):
        raise Refused("malformed", f"dice is neither 'roll' nor a whole number from 0 to {ROLLED - 1}")
    study = talk.study
    talk.make_room(len(choice))

    def play() -> str:
        study.play(choice, number, dice)
        told = study.turn_message(study.viewer, True)
        return to_json(told)

    talk.stop()
    talk.stop_weighing()
    await study.ask(play, seated.send)


def _place(message: Message) -> tuple[int, int]:
    line, at = message.get("line"), message.get("at")
    if type(line) is not int or type(at) is not int or line < 0 or at < 0:
        raise Refused("malformed", "line and at are no whole numbers from 0")
    return line, at


async def _go(talk: StudyTalk, seated: Seated, message: Message) -> None:
    place, study = _place(message), talk.study

    def go() -> str:
        study.go(*place)
        return to_json(study.state(study.viewer, True))

    talk.stop()
    talk.stop_weighing()
    await study.ask(go, seated.send)


async def _change(talk: StudyTalk, seated: Seated, change: Callable[[], None]) -> None:
    """Change the variations, and tell what they are then."""
    study = talk.study

    def changed() -> str:
        change()
        return to_json(study.state(study.viewer, True))

    await study.ask(changed, seated.send)


async def _rename(talk: StudyTalk, seated: Seated, message: Message) -> None:
    (line, _), name = _place(message), text_of(message, "name", LONGEST_NAME)
    await _change(talk, seated, lambda: talk.study.variations.rename(line, name))


async def _comment(talk: StudyTalk, seated: Seated, message: Message) -> None:
    (line, at), text = _place(message), text_of(message, "text", LONGEST_COMMENT)
    talk.study.check_place(line, at)
    talk.make_room(len(text))
    await _change(talk, seated, lambda: talk.study.variations.comment(line, at, text))


async def _remove(talk: StudyTalk, seated: Seated, message: Message) -> None:
    line, _ = _place(message)
    study = talk.study

    def remove() -> None:
        departs = study.variations.line(line)
        parent, at = study.variations.origin(departs.parent, departs.at)
        before = len(study.variations.lines)
        study.variations.remove(line)
        gone = before - len(study.variations.lines)
        study.go(parent if parent < line else parent - gone, at)

    talk.stop()
    await _change(talk, seated, remove)


async def _outcomes(talk: StudyTalk, _seated: Seated, message: Message) -> Json:
    choice = text_of(message, "choice")
    return await talk.study.ask(lambda: talk.study.outcomes(choice))


async def _think(talk: StudyTalk, seated: Seated, message: Message) -> None:
    seat = message.get("seat")
    if not (seat is None or type(seat) is int):
        raise Refused("malformed", "seat is no whole number")
    talk.think(seated, seat)


async def _stop(talk: StudyTalk, _seated: Seated, _message: Message) -> None:
    talk.stop()


async def _review(talk: StudyTalk, seated: Seated, _message: Message) -> None:
    talk.review(seated)


async def _why(talk: StudyTalk, _seated: Seated, _message: Message) -> Json:
    match = talk.study.match.copy()
    if not match.choices or talk.study.origin.seat is not None:
        return {"lines": []}
    return {"lines": await told_why(talk.studies, talk._client, match, len(match.choices))}


async def _file(talk: StudyTalk, _seated: Seated, _message: Message) -> Json:
    study = talk.study
    return {"text": await study.ask(study.file)}


async def _pass(talk: StudyTalk, _seated: Seated, _message: Message) -> Json:
    """What happens if the side to move does nothing."""
    study = talk.study
    return await study.ask(lambda: passed_json(study.match, study.board, study.named))


async def _pass_worth(talk: StudyTalk, seated: Seated, _message: Message) -> None:
    talk.weigh_passing(seated)


def _of_study(serve: Callable[[Study, Seated, Message], Awaitable[Json]]) -> Serve[StudyTalk]:
    async def served(talk: StudyTalk, seated: Seated, message: Message) -> Json:
        return await serve(talk.study, seated, message)

    return served


SERVED: dict[str, Serve[StudyTalk]] = {
    "choose": _choose,
    "go": _go,
    "preview": _of_study(preview),
    "threats": _of_study(threats),
    "explain": _of_study(explain),
    "rename": _rename,
    "comment": _comment,
    "remove": _remove,
    "outcomes": _outcomes,
    "think": _think,
    "stop": _stop,
    "review": _review,
    "why": _why,
    "pass": _pass,
    "pass_worth": _pass_worth,
    "file": _file,
    "ping": _of_study(ping),
}
