"""The blocking client, for players, visualizations and game logics."""

import socket
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import NoReturn, Protocol, TypeVar

from hoplon.protocols.netorcai import dialogue
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
from hoplon.protocols.netorcai.frames import LIMIT, FrameReader, TooBig, frame
from hoplon.protocols.netorcai.gojson import Json, JsonObject

PORT = 4242
CHUNK = 65536
Kind = TypeVar("Kind", bound=Heard)


class GameLogic(Protocol):
    """The rules of a game, as `referee` wants them. States are objects that become JSON."""

    def init(self, do_init: DoInit) -> JsonObject:
        """Returns the first state, which every client sees."""

    def turn(self, do_turn: DoTurn) -> tuple[JsonObject, int]:
        """Plays one turn; returns the new state and the id of the leader, or NOBODY."""


def expect(kind: type[Kind], heard: Heard) -> Kind:
    if isinstance(heard, kind):
        return heard
    raise ProtocolError(f"{type(heard).__name__} came, while {kind.__name__} was expected")


class Client:
    """One connection to a server. Every wait ends with TimeoutError after `timeout` seconds.

    A KICK is raised as `Kicked`, a connection that just ends as `Disconnected`.
    """

    def __init__(self, host: str = "localhost", port: int = PORT, timeout: float | None = None) -> None:
        self._socket = socket.create_connection((host, port), timeout)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._frames = FrameReader(first_limit=LIMIT)
        self._waiting: list[bytes] = []

    def __enter__(self) -> "Client":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        self._socket.close()

    def receive(self) -> Heard:
        """Waits for the next message, whatever it is."""
        while not self._waiting:
            try:
                octets = self._socket.recv(CHUNK)
            except ConnectionError as problem:
                raise Disconnected(f"connection lost: {problem.strerror}") from None
            if not octets:
                raise Disconnected("connection closed by the server")
            try:
                self._waiting += self._frames.feed(octets)
            except TooBig as problem:
                raise ProtocolError(str(problem)) from None
        return dialogue.hear(self._waiting.pop(0))

    def read_login_ack(self) -> LoginAck:
        return expect(LoginAck, self.receive())

    def read_game_starts(self) -> GameStarts:
        return expect(GameStarts, self.receive())

    def read_turn(self) -> Turn | GameEnds:
        """Returns the next turn, or the end of the game instead."""
        heard = self.receive()
        return heard if isinstance(heard, GameEnds) else expect(Turn, heard)

    def read_do_init(self) -> DoInit:
        return expect(DoInit, self.receive())

    def read_do_turn(self) -> DoTurn:
        return expect(DoTurn, self.receive())

    def send_login(self, nickname: str, role: str) -> None:
        self._send(dialogue.login(nickname, role))

    def send_turn_ack(self, turn_number: int, actions: list[Json]) -> None:
        self._send(dialogue.turn_ack(turn_number, actions))

    def send_do_init_ack(self, initial_game_state: JsonObject) -> None:
        """The state holds an object `all_clients`, which is what the others see."""
        self._send(dialogue.do_init_ack(initial_game_state))

    def send_do_turn_ack(self, game_state: JsonObject, winner_player_id: int) -> None:
        """The state holds an object `all_clients`, which is what the others see."""
        self._send(dialogue.do_turn_ack(game_state, winner_player_id))

    def send_text(self, text: str) -> None:
        """Sends a message that is JSON already."""
        self._send(frame(text))

    def login(self, nickname: str, role: str) -> LoginAck:
        """Logs in as `player`, `special player`, `visualization` or `game logic`."""
        self.send_login(nickname, role)
        return self.read_login_ack()

    def play(self, decide: Callable[[GameStarts, Turn], list[Json]]) -> GameEnds:
        """Plays a whole game: `decide` gives the actions for each turn."""
        start = self.read_game_starts()
        while isinstance(turn := self.read_turn(), Turn):
            self.send_turn_ack(turn.turn_number, decide(start, turn))
        return turn

    def watch(self) -> Iterator[GameStarts | Turn | GameEnds]:
        """Yields what a visualization sees, from the start to the end, and answers each turn."""
        yield self.read_game_starts()
        while isinstance(turn := self.read_turn(), Turn):
            yield turn
            self.send_turn_ack(turn.turn_number, [])
        yield turn

    def referee(self, logic: GameLogic) -> None:
        """Runs a whole game as its game logic; returns when the server says it is finished."""
        do_init = self.read_do_init()
        self.send_do_init_ack({"all_clients": logic.init(do_init)})
        for _ in range(do_init.nb_turns_max):
            state, leader = logic.turn(self.read_do_turn())
            self.send_do_turn_ack({"all_clients": state}, leader)
        try:
            self.receive()
        except dialogue.Kicked as farewell:
            if farewell.reason != dialogue.FINISHED:
                raise

    def _send(self, octets: bytes) -> None:
        try:
            self._socket.sendall(octets)
        except ConnectionError:
            self._raise_last_words()

    def _raise_last_words(self) -> NoReturn:
        """A server that takes no more messages has usually said why."""
        while True:
            self.receive()
