"""The client of `client.py` for asyncio: the same methods, awaited."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from types import TracebackType
from typing import NoReturn

from hoplon.protocols.netorcai import dialogue
from hoplon.protocols.netorcai.client import CHUNK, PORT, GameLogic, expect
from hoplon.protocols.netorcai.dialogue import (
    Disconnected,
    DoInit,
    DoTurn,
    GameEnds,
    GameStarts,
    Heard,
    LoginAck,
    ProtocolError,
    Turn,
)
from hoplon.protocols.netorcai.frames import LIMIT, FrameReader, TooBig
from hoplon.protocols.netorcai.gojson import Json, JsonObject


class AsyncClient:
    """One connection to a server, used as `async with AsyncClient(host, port) as client`.

    Waits have no limit of their own: put `asyncio.timeout` around them.
    """

    def __init__(self, host: str = "localhost", port: int = PORT) -> None:
        self._host = host
        self._port = port
        self._frames = FrameReader(first_limit=LIMIT)
        self._waiting: list[bytes] = []

    async def __aenter__(self) -> "AsyncClient":
        self._reader, self._writer = await asyncio.open_connection(self._host, self._port)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._writer.close()

    async def receive(self) -> Heard:
        """Waits for the next message, whatever it is."""
        while not self._waiting:
            try:
                octets = await self._reader.read(CHUNK)
            except ConnectionError as problem:
                raise Disconnected(f"connection lost: {problem.strerror}") from None
            if not octets:
                raise Disconnected("connection closed by the server")
            try:
                self._waiting += self._frames.feed(octets)
            except TooBig as problem:
                raise ProtocolError(str(problem)) from None
        return dialogue.hear(self._waiting.pop(0))

    async def read_login_ack(self) -> LoginAck:
        return expect(LoginAck, await self.receive())

    async def read_game_starts(self) -> GameStarts:
        return expect(GameStarts, await self.receive())

    async def read_turn(self) -> Turn | GameEnds:
        """Returns the next turn, or the end of the game instead."""
        heard = await self.receive()
        return heard if isinstance(heard, GameEnds) else expect(Turn, heard)

    async def read_do_init(self) -> DoInit:
        return expect(DoInit, await self.receive())

    async def read_do_turn(self) -> DoTurn:
        return expect(DoTurn, await self.receive())

    async def send_login(self, nickname: str, role: str) -> None:
        await self._send(dialogue.login(nickname, role))

    async def send_turn_ack(self, turn_number: int, actions: list[Json]) -> None:
        await self._send(dialogue.turn_ack(turn_number, actions))

    async def send_do_init_ack(self, initial_game_state: JsonObject) -> None:
        """The state holds an object `all_clients`, which is what the others see."""
        await self._send(dialogue.do_init_ack(initial_game_state))

    async def send_do_turn_ack(self, game_state: JsonObject, winner_player_id: int) -> None:
        """The state holds an object `all_clients`, which is what the others see."""
        await self._send(dialogue.do_turn_ack(game_state, winner_player_id))

    async def login(self, nickname: str, role: str) -> LoginAck:
        """Logs in as `player`, `special player`, `visualization` or `game logic`."""
        await self.send_login(nickname, role)
        return await self.read_login_ack()

    async def play(self, decide: Callable[[GameStarts, Turn], Awaitable[list[Json]]]) -> GameEnds:
        """Plays a whole game: `decide` gives the actions for each turn."""
        start = await self.read_game_starts()
        while isinstance(turn := await self.read_turn(), Turn):
            await self.send_turn_ack(turn.turn_number, await decide(start, turn))
        return turn

    async def watch(self) -> AsyncIterator[GameStarts | Turn | GameEnds]:
        """Yields what a visualization sees, from the start to the end, and answers each turn."""
        yield await self.read_game_starts()
        while isinstance(turn := await self.read_turn(), Turn):
            yield turn
            await self.send_turn_ack(turn.turn_number, [])
        yield turn

    async def referee(self, logic: GameLogic) -> None:
        """Runs a whole game as its game logic; returns when the server says it is finished."""
        do_init = await self.read_do_init()
        await self.send_do_init_ack({"all_clients": logic.init(do_init)})
        for _ in range(do_init.nb_turns_max):
            state, leader = logic.turn(await self.read_do_turn())
            await self.send_do_turn_ack({"all_clients": state}, leader)
        try:
            await self.receive()
        except dialogue.Kicked as farewell:
            if farewell.reason != dialogue.FINISHED:
                raise

    async def _send(self, octets: bytes) -> None:
        try:
            self._writer.write(octets)
            await self._writer.drain()
        except ConnectionError:
            await self._raise_last_words()

    async def _raise_last_words(self) -> NoReturn:
        """A server that takes no more messages has usually said why."""
        while True:
            await self.receive()
