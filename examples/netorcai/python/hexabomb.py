"""hexabomb over netorcai for a program of yours: the connection, the state of the game, the orders.

    with Client("127.0.0.1", 4242) as client:
        client.login("mybot")
        end = client.play(decide)  # decide(start, turn) gives a list of orders

Python 3.10 or newer, the standard library alone. Part of Hoplon, under the MIT licence.
"""

from __future__ import annotations

import json
import socket
import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

VERSION = "2.0.0"
NOBODY = -1
MOST_OCTETS = 1 << 24
WAYS = {"x+": (1, 0), "y+": (1, -1), "z+": (0, -1), "x-": (-1, 0), "y-": (-1, 1), "z-": (0, 1)}

Order = dict[str, Any]


class GameError(Exception):
    """What can go wrong between a program and the server."""


class Disconnected(GameError):
    """There is no connection, or none any more."""


class BadMessage(GameError):
    """The server sent what this library does not understand."""


class Kicked(GameError):
    """The server has sent us away; `reason` is its own sentence."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"kicked: {reason}")
        self.reason = reason


class Cell(NamedTuple):
    """A place on the board."""

    q: int
    r: int

    def step(self, way: str) -> Cell:
        """The neighbour in a direction; it may not exist."""
        dq, dr = WAYS[way]
        return Cell(self.q + dq, self.r + dr)


@dataclass(frozen=True)
class Character:
    """A character; a dead one lies where it died, and its revive_delay is -1 while it lives."""

    id: int
    color: int
    cell: Cell
    alive: bool
    revive_delay: int
    bomb_count: int


@dataclass(frozen=True)
class Bomb:
    """A bomb that explodes when its delay is 0."""

    color: int
    cell: Cell
    range: int
    delay: int


@dataclass(frozen=True)
class Player:
    """What a player has so far; its color is its id + 1."""

    id: int
    score: int
    cell_count: int


@dataclass(frozen=True)
class PlayerInfo:
    """Who a player is. Only visualizations are told."""

    player_id: int
    nickname: str
    remote_address: str
    is_connected: bool


@dataclass(frozen=True)
class State:
    """All there is to see."""

    cells: dict[Cell, int]  # to the color of each; 0 is neutral
    characters: list[Character]
    bombs: list[Bomb]
    explosions: dict[Cell, int]  # the cells hit in the turn before, to the color of the blast
    players: list[Player]

    @classmethod
    def read(cls, given: Any) -> State:
        """The state as the messages hold it."""
        return cls(
            {_cell(one): one["color"] for one in given["cells"]},
            [
                Character(c["id"], c["color"], _cell(c), c["alive"], c["revive_delay"], c["bomb_count"])
                for c in given["characters"]
            ],
            [Bomb(b["color"], _cell(b), b["range"], b["delay"]) for b in given["bombs"]],
            {_cell(one): int(color) for color, hit in given["explosions"].items() for one in hit},
            sorted(
                (Player(int(n), score, given["cell_count"][n]) for n, score in given["score"].items()),
                key=lambda player: player.id,
            ),
        )

    def characters_of(self, player_id: int) -> list[Character]:
        """The characters of a player, dead or alive."""
        return [c for c in self.characters if c.color == player_id + 1]

    def taken(self) -> set[Cell]:
        """The cells that nobody can enter: a bomb or a live character is there."""
        return {bomb.cell for bomb in self.bombs} | {c.cell for c in self.characters if c.alive}


@dataclass(frozen=True)
class GameStarts:
    """The start of the game."""

    player_id: int  # NOBODY for a visualization
    nb_players: int
    nb_special_players: int
    nb_turns_max: int
    milliseconds_before_first_turn: float
    milliseconds_between_turns: float
    state: State
    players_info: list[PlayerInfo]

    @property
    def is_sudden_death(self) -> bool:
        """With a special player the dead stay dead."""
        return self.nb_special_players > 0


@dataclass(frozen=True)
class Turn:
    """A turn that wants orders. A slow program misses some, so the numbers may have gaps."""

    number: int
    state: State
    players_info: list[PlayerInfo]


@dataclass(frozen=True)
class GameEnds:
    """The end of the game."""

    winner_player_id: int  # or NOBODY
    state: State


def move(character_id: int, way: str) -> Order:
    """Step to a neighbouring cell, which takes your color."""
    return {"id": character_id, "movement": "move", "direction": way}


def bomb(character_id: int, bomb_range: int, bomb_delay: int) -> Order:
    """Drop a bomb; range and delay are 2 to 4 (2 to 100 for a special player)."""
    return {"id": character_id, "movement": "bomb", "bomb_range": bomb_range, "bomb_delay": bomb_delay}


def revive(character_id: int) -> Order:
    """Bring a dead character back, once its revive_delay is 0."""
    return {"id": character_id, "movement": "revive"}


class Client:
    """A connection to a server. Use it in a `with`, or close it."""

    def __init__(self, host: str = "127.0.0.1", port: int = 4242) -> None:
        try:
            self._socket = socket.create_connection((host, port))
        except OSError as problem:
            raise Disconnected(f"cannot connect to {host}:{port}: {problem.strerror or problem}") from None
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Hang up."""
        self._socket.close()

    def login(self, nickname: str, role: str = "player") -> None:
        """Log in as `player`, `special player` or `visualization`; a nickname has 1 to 10 characters."""
        fields = {"nickname": nickname, "role": role, "metaprotocol_version": VERSION}
        self._send({"message_type": "LOGIN"} | fields)
        self._expect(self._receive(), "LOGIN_ACK")

    def read_game_starts(self) -> GameStarts:
        """Wait for the start of the game."""
        return _read(self._expect(self._receive(), "GAME_STARTS"), _game_starts)

    def read_turn(self) -> Turn | GameEnds:
        """Wait for the next turn, or the end of the game instead."""
        given = self._expect(self._receive(), "TURN", "GAME_ENDS")
        return _read(given, _turn if given["message_type"] == "TURN" else _game_ends)

    def send_orders(self, turn: Turn, orders: list[Order]) -> None:
        """Answer a turn: one order for each character that shall do something."""
        self._send({"message_type": "TURN_ACK", "turn_number": turn.number, "actions": orders})

    def play(self, decide: Callable[[GameStarts, Turn], list[Order]]) -> GameEnds:
        """Play a whole game."""
        start = self.read_game_starts()
        while isinstance(turn := self.read_turn(), Turn):
            self.send_orders(turn, decide(start, turn))
        return turn

    def _send(self, message: dict[str, Any]) -> None:
        content = json.dumps(message).encode() + b"\n"
        try:
            self._socket.sendall(struct.pack("<I", len(content)) + content)
        except OSError as problem:
            raise Disconnected(f"the connection is lost: {problem.strerror}") from None

    def _receive(self) -> dict[str, Any]:
        (size,) = struct.unpack("<I", self._octets(4))
        if size > MOST_OCTETS:
            raise BadMessage(f"a message of {size} octets is announced; expected at most {MOST_OCTETS}")
        try:
            given = json.loads(self._octets(size))
        except (ValueError, RecursionError) as problem:
            raise BadMessage(f"the message is not JSON: {problem}") from None
        if not isinstance(given, dict) or not isinstance(given.get("message_type"), str):
            raise BadMessage("the message is no object with a text 'message_type'")
        if given["message_type"] == "KICK":
            raise Kicked(str(given.get("kick_reason")))
        return given

    def _octets(self, size: int) -> bytes:
        found = bytearray()
        while len(found) < size:
            try:
                more = self._socket.recv(size - len(found))
            except OSError as problem:
                raise Disconnected(f"the connection is lost: {problem.strerror}") from None
            if not more:
                raise Disconnected("the server has closed the connection")
            found += more
        return bytes(found)

    @staticmethod
    def _expect(given: dict[str, Any], *kinds: str) -> dict[str, Any]:
        if given["message_type"] not in kinds:
            raise BadMessage(f"{given['message_type']} has come; expected {' or '.join(kinds)}")
        return given


def _read(given: dict[str, Any], reader: Callable[[Any], Any]) -> Any:
    try:
        return reader(given)
    except KeyError as missing:
        raise BadMessage(f"the message {given['message_type']} has no field {missing}") from None
    except (TypeError, ValueError, AttributeError, IndexError) as problem:
        raise BadMessage(f"the message {given['message_type']} cannot be read: {problem}") from None


def _cell(given: Any) -> Cell:
    return Cell(given["q"], given["r"])


def _players_info(given: Any) -> list[PlayerInfo]:
    return [
        PlayerInfo(one["player_id"], one["nickname"], one["remote_address"], one["is_connected"])
        for one in given["players_info"]
    ]


def _game_starts(given: Any) -> GameStarts:
    return GameStarts(
        given["player_id"],
        given["nb_players"],
        given["nb_special_players"],
        given["nb_turns_max"],
        given["milliseconds_before_first_turn"],
        given["milliseconds_between_turns"],
        State.read(given["initial_game_state"]),
        _players_info(given),
    )


def _turn(given: Any) -> Turn:
    return Turn(given["turn_number"], State.read(given["game_state"]), _players_info(given))


def _game_ends(given: Any) -> GameEnds:
    return GameEnds(given["winner_player_id"], State.read(given["game_state"]))
