"""One WebSocket for each open board."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any, Protocol, TypeVar

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from hoplon.core.errors import HoplonError
from hoplon.core.kept_token import SHORTEST
from hoplon.core.words import language
from hoplon.protocols.remote_view import write_view
from hoplon.server.asked_match import AskedMatch
from hoplon.server.friends import answer, ask_others, speak
from hoplon.server.metrics import REFUSED
from hoplon.server.names import clean_name
from hoplon.server.refusals import Refused
from hoplon.server.rights import SPECTATOR, no_seat
from hoplon.server.room import Room
from hoplon.server.rooms import Elsewhere, Rooms
from hoplon.server.seated_match import asks_for_all, to_json
from hoplon.server.shares import Meter

LARGEST = 64 * 1024
MOST_WATCHING = 500  # boards of one match, not counting players
MOST_WAITING = 400  # messages queued for a client that does not read
MOST_SIGNS = 4_000_000  # of these messages together; one alone may have more
PATIENCE = 20.0  # seconds for the first message

Message = dict[str, Any]


class Seated:
    """A client at a board, with its queue of messages."""

    def __init__(self) -> None:
        self.viewer = SPECTATOR
        self.wants_all = False
        self.language = language()
        self.waiting: asyncio.Queue[str | None] = asyncio.Queue()
        self.signs = 0  # of what waits

    def send(self, text: str | None) -> None:
        """Take a message; None ends the connection."""
        size = len(text or "")
        if self.waiting.qsize() >= MOST_WAITING or (self.signs and self.signs + size > MOST_SIGNS):
            text, size = None, 0
        self.signs += size
        self.waiting.put_nowait(text)


class Talk(Protocol):
    """What is talked about at a board."""

    async def greet(self, seated: Seated, hear: Callable[[], Awaitable[Message]]) -> None:
        """Hear who it is, and say how it stands."""
        ...

    async def serve(self, seated: Seated, message: Message) -> None:
        """Do what a message asks for."""
        ...

    def leave(self, seated: Seated) -> None:
        """The board is closed."""
        ...


class RoomTalk:
    """A board of a match."""

    def __init__(self, rooms: Rooms, key: str) -> None:
        self._rooms = rooms
        self._key = key
        self._room: Room | None = None

    async def greet(self, seated: Seated, hear: Callable[[], Awaitable[Message]]) -> None:
        """Sit down in the room of the match."""
        hello = await hear()
        self._room = await self._rooms.open(self._key)
        await _hello(self._rooms, self._room, seated, hello)

    async def serve(self, seated: Seated, message: Message) -> None:
        """Do what a message asks for."""
        assert self._room is not None
        await serve_one(self._room, SERVED, seated, message)

    def leave(self, seated: Seated) -> None:
        """Leave the room."""
        if self._room is not None:
            self._room.stand_up(seated)


async def serve_board(socket: WebSocket, rooms: Rooms, talk: Talk, meter: Meter | None = None) -> None:
    """Talk to one board until it is closed; it is read no faster than a meter says."""
    rooms.boards += 1
    try:
        await socket.accept()
        await _talk(socket, rooms, talk, meter)
    finally:
        rooms.boards -= 1


async def _talk(socket: WebSocket, rooms: Rooms, talk: Talk, meter: Meter | None) -> None:
    seated = Seated()
    writer = asyncio.create_task(_write(socket, seated))

    async def heard() -> Message:
        text = await _receive(socket)
        while meter is not None and (wait := meter.take("")):
            await asyncio.sleep(wait)
        return read(text)

    async def hear() -> Message:
        try:
            return await asyncio.wait_for(heard(), PATIENCE)
        except TimeoutError:
            raise Refused("malformed", "the first message did not come; expected hello") from None

    try:
        rooms.check_boards()
        await talk.greet(seated, hear)
        while True:
            try:
                await talk.serve(seated, await heard())
            except Refused as refusal:
                REFUSED.add(refusal.code)
                seated.send(to_json({"type": "error"} | refusal.as_json() | {"ref": refusal.ref}))
    except (WebSocketDisconnect, Elsewhere):  # who comes again is led there
        pass
    except Refused as refusal:
        REFUSED.add(refusal.code)
        seated.send(to_json({"type": "error"} | refusal.as_json()))
    finally:
        talk.leave(seated)
        seated.send(None)
        with suppress(TimeoutError):
            await asyncio.wait_for(asyncio.shield(writer), 2.0)
        writer.cancel()
        if socket.client_state is WebSocketState.CONNECTED:
            with suppress(RuntimeError):
                await socket.close()


async def _write(socket: WebSocket, seated: Seated) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        while (text := await seated.waiting.get()) is not None:
            await socket.send_text(text)
            seated.signs -= len(text)
        await socket.close()


async def _receive(socket: WebSocket) -> str:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text = message.get("text")
    if text is None:
        raise Refused("malformed", "the message is not text; expected a JSON object")
    return str(text)


def read(text: str) -> Message:
    """A message; Refused says what is wrong with it."""
    if len(text) > LARGEST:
        raise Refused("large", f"the message has {len(text)} characters; expected at most {LARGEST}")
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise Refused("malformed", "the message is not JSON") from None
    if "\\u" in text and not is_whole(message):
        raise Refused("malformed", "the message has half a character (a lone surrogate)")
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        raise Refused("malformed", "the message is no object with a type")
    return message


def is_whole(value: Any) -> bool:
    """Can this be sent as text? JSON can say half a character, UTF-8 cannot."""
    try:
        to_json(value).encode()
    except UnicodeEncodeError:
        return False
    return True


def text_of(message: Message, name: str, longest: int = 1000) -> str:
    """A text of a message."""
    value = message.get(name)
    if not isinstance(value, str) or len(value) > longest:
        raise Refused("malformed", f"{name} is not a text of at most {longest} characters")
    return value


def number_of(message: Message) -> int:
    """The number of a message."""
    value = message.get("number")
    if type(value) is not int:
        raise Refused("malformed", "number is not a whole number")
    return value


def moment_of(message: Message) -> int | None:
    """The number of choices that a question is about; None: now."""
    return None if message.get("number") is None else number_of(message)


async def _hello(rooms: Rooms, room: Room, seated: Seated, message: Message) -> None:
    if message["type"] != "hello":
        raise Refused("malformed", f"the first message is {message['type'][:40]!r}; expected hello")
    token = message.get("token")
    if token is not None:
        token = await _token_of(room, text_of(message, "token", 200), message)
    seated.viewer = rooms.viewer_of(room, token)
    seated.wants_all = asks_for_all(message.get("see"), seated.viewer)
    if message.get("shares") is not True:  # else a share follows, once the commitment is known
        await room.come_in(seated.viewer)

    def greet() -> tuple[str, str]:
        if token is not None and rooms.viewer_of(room, token) != seated.viewer:  # handed over meanwhile
            raise no_seat()
        if not seated.viewer.held and len(room.watchers) >= MOST_WATCHING:
            raise Refused("busy", f"{MOST_WATCHING} boards of this match are open; try again in a while")
        return to_json(room.welcome(seated.viewer)), to_json(room.state(seated.viewer, seated.wants_all))

    def sit_down(told: tuple[str, str]) -> None:
        for text in told:
            seated.send(text)
        room.sit_down(seated)

    await room.ask(greet, sit_down)


async def _token_of(room: Room, token: str, message: Message) -> str:
    """The token that counts: one of the client's own, if it has or now takes the seat of a link by that."""
    if message.get("own") is None:
        return token
    own = text_of(message, "own", 200)
    if len(own) < SHORTEST:
        raise Refused("malformed", f"own is not a text of at least {SHORTEST} characters")
    await room.hand_over(token, own)
    return own if room.viewer_of(own) is not None else token


R = TypeVar("R")
Serve = Callable[[R, Seated, Message], Awaitable[Message | None]]


async def serve_one(room: R, served: Mapping[str, Serve[R]], seated: Seated, message: Message) -> None:
    """Do what a message asks for, if it is one that is served."""
    kind, ref = message["type"], message.get("ref")
    if (isinstance(ref, str) and len(ref) > 100) or not isinstance(ref, str | int | None):
        raise Refused("malformed", "ref is not a short text or a number")
    serve = served.get(kind)
    if serve is None:
        raise Refused("malformed", f"there is no message {kind[:40]!r}; expected one of {', '.join(served)}")
    try:
        answer = await serve(room, seated, message)
    except HoplonError as error:
        problem = error if isinstance(error, Refused) else Refused("illegal", str(error)[:600])
        problem.ref = ref
        raise problem from None
    if answer is not None:
        seated.send(to_json({"type": kind, "ref": ref} | answer))


async def _choose(room: Room, seated: Seated, message: Message) -> None:
    await room.choose(text_of(message, "choice"), number_of(message), seated.viewer)


async def _undo(room: Room, seated: Seated, message: Message) -> None:
    await room.undo(number_of(message), seated.viewer)


async def _redo(room: Room, seated: Seated, message: Message) -> None:
    await room.redo(number_of(message), seated.viewer)


async def preview(room: AskedMatch, seated: Seated, message: Message) -> Message:
    """What a choice would cause."""
    choice, number = text_of(message, "choice"), number_of(message)

    def ask() -> Message:
        room.check_number(number)
        room.check(seated.viewer, "preview")
        found = room.board.preview(room.match, choice, room.view_of(seated.viewer, False))
        return {"choice": choice, "number": number} | vars(found)

    return await room.ask(ask)


async def threats(room: AskedMatch, seated: Seated, message: Message) -> Message:
    """What is threatened."""
    number = moment_of(message)
    return await room.ask(lambda: room.threats(seated.viewer, seated.wants_all, number))


async def explain(room: AskedMatch, seated: Seated, message: Message) -> Message:
    """What is at a place."""
    cell, number = text_of(message, "cell", 100), moment_of(message)
    return await room.ask(lambda: room.explain(seated.viewer, seated.wants_all, number, cell))


async def _share(room: Room, seated: Seated, message: Message) -> None:
    await room.come_in(seated.viewer, text_of(message, "share", 200))


async def see(room: AskedMatch, seated: Seated, message: Message) -> None:
    """See what a seat sees, or everything."""
    seated.wants_all = asks_for_all(message.get("see"), seated.viewer)
    await room.ask(lambda: to_json(room.state(seated.viewer, seated.wants_all)), seated.send)


async def _retry(room: Room, seated: Seated, _message: Message) -> None:
    await room.retry(seated.viewer)


async def _give_up(room: Room, seated: Seated, _message: Message) -> None:
    await room.give_up(seated.viewer)


async def _resign(room: Room, seated: Seated, _message: Message) -> None:
    await room.resign(seated.viewer)


async def _claim(room: Room, seated: Seated, message: Message) -> None:
    seat = message.get("seat")
    if type(seat) is not int:
        raise Refused("malformed", "seat is not a whole number")
    await room.claim(seat, seated.viewer, message.get("bot") is True)


async def _ask(room: Room, seated: Seated, message: Message) -> None:
    await ask_others(room, seated.viewer, text_of(message, "for", 100), number_of(message))


async def _answer(room: Room, seated: Seated, message: Message) -> None:
    if type(agrees := message.get("agrees")) is not bool:
        raise Refused("malformed", "agrees is neither true nor false")
    await answer(room, seated.viewer, agrees, number_of(message))


async def _speak(room: Room, seated: Seated, message: Message) -> Message:
    speak(room, seated.viewer, text_of(message, "phrase", 100))
    return {}


async def _name(room: Room, seated: Seated, message: Message) -> Message:
    """What the own seats are called, or the program that plays for them."""
    name = clean_name(text_of(message, "name"))
    await room.name(seated.viewer, name, message.get("program") is True)
    return {"names": [room.card.seats[n].name for n in seated.viewer.held]}


async def _question(room: Room, seated: Seated, message: Message) -> Message:
    """What a bot would be asked, for `hoplon seat` on another machine."""
    number, wants_past = number_of(message), message.get("past") is True

    def ask() -> Message:
        room.check_number(number)
        room.check(seated.viewer, "question")
        seat = room.match.to_move
        assert seat is not None
        asked = room.question(seat)
        return {
            "number": number,
            "seat": seat,
            "seats": len(room.card.seats),
            "options": room.told_options(),
            "legal": asked.legal,
            "past": [write_view(view, room.match.game) for view in asked.past] if wants_past else [],
        } | write_view(asked.view, room.match.game)

    return await room.ask(ask)


async def ping(_room: AskedMatch, _seated: Seated, _message: Message) -> Message:
    """Is somebody there?"""
    return {"type": "pong"}


SERVED: dict[str, Serve[Room]] = {
    "choose": _choose,
    "undo": _undo,
    "redo": _redo,
    "preview": preview,
    "threats": threats,
    "explain": explain,
    "share": _share,
    "see": see,
    "retry": _retry,
    "give up": _give_up,
    "resign": _resign,
    "claim": _claim,
    "ask": _ask,
    "answer": _answer,
    "speak": _speak,
    "name": _name,
    "question": _question,
    "ping": ping,
}
