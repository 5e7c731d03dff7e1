"""The board of a match by e-mail: as long as it is open, the server has it in memory, and nowhere else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable
from typing import ClassVar

from hoplon.core.board import Json
from hoplon.core.errors import HoplonError
from hoplon.core.match import Match
from hoplon.protocols.pbem.carried import CarriedMatch
from hoplon.protocols.pbem.kept import BEGUN, LAST, SECRET
from hoplon.protocols.pbem.letter import MOST_BYTES
from hoplon.protocols.pbem.letter_game import Stage
from hoplon.protocols.pbem.seat import LetterSeat
from hoplon.server.asked_match import AskedMatch
from hoplon.server.boards import board_of
from hoplon.server.headings import name_all
from hoplon.server.letters import Letters, standing_of
from hoplon.server.limits import most_memory
from hoplon.server.refusals import Refused
from hoplon.server.rights import Viewer
from hoplon.server.seated_match import MOST_BRIEF, MOST_TURNS, asks_for_all, to_json
from hoplon.server.sockets import (
    Message,
    Seated,
    Serve,
    explain,
    number_of,
    ping,
    preview,
    see,
    serve_one,
    text_of,
    threats,
)
from hoplon.server.stored_match import Seat, StoredMatch

LONGEST_BEGUN = 60_000
LONGEST_SECRET = 200
A_SIGN = 4  # bytes in memory, at most
LOOKING = ("watch", "own view", "threats", "explain")
PLAYING = ("choose", "preview")


class LetterBoard(AskedMatch):
    """One match by e-mail, from one player's side. Nothing is taken back: the dice have been seen."""

    def __init__(self, seat: LetterSeat) -> None:
        assert seat.match is not None
        found, options = seat.match.game, seat.course.letter.header.options
        titles = found.seat_names(seat.match.options)
        players = [
            Seat("me" if n == seat.side else "friend", "", title=title) for n, title in enumerate(titles)
        ]
        name_all(players)
        card = StoredMatch(seat.kept.name, found.name, found.version, 0, 0, dict(options), players)
        super().__init__(card, seat.match, board_of(found.name))
        self.seat = seat
        self.viewer = Viewer((seat.side,))
        self.note_standing()

    def may(self, viewer: Viewer, right: str) -> bool:
        """May this be done or seen now? A player looks, and plays while it is their turn."""
        if right in PLAYING:
            return self.match is self.seat.match and self.seat.stage is Stage.CHOOSING
        if right == "all":
            return self.match.is_over
        return right in LOOKING and viewer == self.viewer

    def play(self, text: str, number: int) -> list[str]:
        """Make a choice; the messages about it and about the answers for the absent player."""
        self.check_number(number)
        self.seat.play(text)
        whole = self.seat.match
        assert whole is not None
        begun, standing = self.seat.kept.get(BEGUN), standing_of(self.seat)
        made = []
        for played in range(number + 1, len(whole.choices) + 1):
            self.match = until(whole, played)
            self.note_standing()
            message = self.turn_message(self.viewer, False)
            made.append(to_json(message | {"begun": begun, "standing": standing}))
        return made


def until(match: Match, number: int) -> Match:
    """A match after so many of its choices."""
    if number == len(match.choices):
        return match
    before = match.copy()
    while len(before.choices) > number:
        before.undo()
    return before


class LetterTalk:
    """What is talked about at the board of a match by e-mail."""

    weights: ClassVar[Counter[str]] = Counter()  # bytes of all such matches and letters here, by client

    def __init__(self, letters: Letters) -> None:
        self._letters = letters
        self._board: LetterBoard | None = None
        self._weight = 0

    async def greet(self, seated: Seated, hear: Callable[[], Awaitable[Message]]) -> None:
        """Hear the last letter, in as many pieces as it takes, then the secret and the begun turn."""
        pieces: list[str] = []
        length = 0
        while (message := await hear())["type"] == "letter":
            pieces.append(text_of(message, "text", MOST_BYTES))
            if not pieces[-1]:
                raise Refused("malformed", "a piece of the letter is empty")
            length += len(pieces[-1])
            if length > MOST_BYTES:
                raise Refused("large", f"the letter has more than {MOST_BYTES} characters")
            self._weigh(A_SIGN * length)
        if message["type"] != "hello":
            raise Refused("malformed", f"a message is {message['type'][:40]!r}; expected letter or hello")
        texts = {
            LAST: "".join(pieces),
            SECRET: text_of(message, "secret", LONGEST_SECRET),
            BEGUN: text_of(message, "begun", LONGEST_BEGUN),
        }
        try:
            seat = await self._letters.seat(CarriedMatch(text_of(message, "match", 40), texts))
        except Refused:
            raise
        except HoplonError as error:
            raise Refused("malformed", str(error)) from None
        if seat.match is None:
            raise Refused("turn", f"there is no board yet: {seat.waits_for}")
        self._board = board = LetterBoard(seat)
        self._weigh(A_SIGN * length + board.weight())
        seated.viewer = board.viewer
        seated.wants_all = asks_for_all(message.get("see"), board.viewer)

        def greet() -> list[str]:
            standing = {"standing": standing_of(seat)}
            welcome = board.welcome(board.viewer) | standing
            return [to_json(welcome), to_json(board.state(board.viewer, seated.wants_all))]

        for text in await board.ask(greet):
            seated.send(text)

    def _weigh(self, weight: int) -> None:
        """Note how many bytes this takes now; one client takes at most half of what there is for all."""
        weights, client, more = LetterTalk.weights, self._letters.client, weight - self._weight
        most = most_memory() // 4
        if more > 0 and (weights.total() + more > most or weights[client] + more > most // 2):
            raise Refused("busy", "too many long matches by e-mail are open here; try again in a few minutes")
        self._weight = weight
        weights[client] += more

    async def serve(self, seated: Seated, message: Message) -> None:
        """Do what a message asks for."""
        assert self._board is not None
        await serve_one(self._board, SERVED, seated, message)

    def leave(self, seated: Seated) -> None:  # noqa: ARG002  nobody else looks at this board
        """Forget the match."""
        self._board = None
        self._weigh(0)
        if not LetterTalk.weights[self._letters.client]:
            del LetterTalk.weights[self._letters.client]


async def _choose(board: LetterBoard, seated: Seated, message: Message) -> None:
    choice, number = text_of(message, "choice"), number_of(message)
    for text in await board.ask(lambda: board.play(choice, number)):
        seated.send(text)


async def _turns(board: LetterBoard, seated: Seated, message: Message) -> Json:
    start, limit, is_brief = message.get("start"), message.get("limit"), message.get("brief") is True
    most = MOST_BRIEF if is_brief else MOST_TURNS
    if type(start) is not int or type(limit) is not int or start < 0 or not 0 < limit <= most:
        raise Refused("malformed", f"start and limit are no whole numbers from 0, and from 1 to {most}")
    return await board.ask(lambda: board.past(seated.viewer, seated.wants_all, start, limit, is_brief))


SERVED: dict[str, Serve[LetterBoard]] = {
    "choose": _choose,
    "turns": _turns,
    "preview": preview,
    "threats": threats,
    "explain": explain,
    "see": see,
    "ping": ping,
}
