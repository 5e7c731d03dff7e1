"""What a client receives and sends: the messages of both sides as small records."""

import json
from dataclasses import dataclass
from typing import TypeAlias

from hoplon.protocols.netorcai.fields import (
    BadMessage,
    array_field,
    number_field,
    object_field,
    text_field,
    whole_field,
)
from hoplon.protocols.netorcai.frames import frame
from hoplon.protocols.netorcai.gojson import Json, JsonObject, decode
from hoplon.protocols.netorcai.messages import VERSION

FINISHED = "Game is finished"
"""The reason of the last KICK, to everybody who took part."""


class ProtocolError(Exception):
    """The other side says something that has no place here."""


class Disconnected(ProtocolError):
    """The connection ended without a KICK."""


class Kicked(ProtocolError):
    """The server sent KICK. The reason is the text of the exception."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"kicked: {reason}")
        self.reason = reason


@dataclass(frozen=True, slots=True)
class LoginAck:
    metaprotocol_version: str


@dataclass(frozen=True, slots=True)
class PlayerInfo:
    player_id: int
    nickname: str
    remote_address: str
    is_connected: bool


@dataclass(frozen=True, slots=True)
class GameStarts:
    player_id: int
    nb_players: int
    nb_special_players: int
    nb_turns_max: int
    milliseconds_before_first_turn: float
    milliseconds_between_turns: float
    initial_game_state: JsonObject
    players_info: tuple[PlayerInfo, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    turn_number: int
    game_state: JsonObject
    players_info: tuple[PlayerInfo, ...]


@dataclass(frozen=True, slots=True)
class GameEnds:
    winner_player_id: int
    game_state: JsonObject


@dataclass(frozen=True, slots=True)
class DoInit:
    nb_players: int
    nb_special_players: int
    nb_turns_max: int


@dataclass(frozen=True, slots=True)
class PlayerActions:
    player_id: int
    turn_number: int
    actions: list[Json]


@dataclass(frozen=True, slots=True)
class DoTurn:
    player_actions: tuple[PlayerActions, ...]


Heard: TypeAlias = LoginAck | GameStarts | Turn | GameEnds | DoInit | DoTurn


def hear(content: bytes) -> Heard:
    """Understands one received content; a KICK is raised. Unknown fields are ignored."""
    try:
        fields = decode(content)
        if isinstance(fields, dict):
            return _record(text_field(fields, "message_type"), fields)
        raise BadMessage("it is not an object")
    except (ValueError, RecursionError) as problem:
        raise ProtocolError(f"the server's message cannot be understood: {problem}") from None


def _record(kind: str, fields: JsonObject) -> Heard:
    match kind:
        case "TURN":
            return Turn(
                whole_field(fields, "turn_number"),
                object_field(fields, "game_state"),
                _players_info(fields),
            )
        case "DO_TURN":
            entries = array_field(fields, "player_actions")
            return DoTurn(tuple(_player_actions(entry) for entry in entries))
        case "GAME_STARTS":
            return GameStarts(
                whole_field(fields, "player_id"),
                whole_field(fields, "nb_players"),
                whole_field(fields, "nb_special_players"),
                whole_field(fields, "nb_turns_max"),
                number_field(fields, "milliseconds_before_first_turn"),
                number_field(fields, "milliseconds_between_turns"),
                object_field(fields, "initial_game_state"),
                _players_info(fields),
            )
        case "GAME_ENDS":
            return GameEnds(whole_field(fields, "winner_player_id"), object_field(fields, "game_state"))
        case "DO_INIT":
            return DoInit(
                whole_field(fields, "nb_players"),
                whole_field(fields, "nb_special_players"),
                whole_field(fields, "nb_turns_max"),
            )
        case "LOGIN_ACK":
            return LoginAck(text_field(fields, "metaprotocol_version"))
        case "KICK":
            raise Kicked(text_field(fields, "kick_reason"))
    raise BadMessage(f"'{kind}' is no message type")


def _players_info(fields: JsonObject) -> tuple[PlayerInfo, ...]:
    return tuple(_player_info(entry) for entry in array_field(fields, "players_info"))


def _player_info(entry: Json) -> PlayerInfo:
    if not isinstance(entry, dict):
        raise BadMessage("Non-object value in field 'players_info'")
    return PlayerInfo(
        whole_field(entry, "player_id"),
        text_field(entry, "nickname"),
        text_field(entry, "remote_address"),
        entry.get("is_connected") is True,
    )


def _player_actions(entry: Json) -> PlayerActions:
    if not isinstance(entry, dict):
        raise BadMessage("Non-object value in field 'player_actions'")
    return PlayerActions(
        whole_field(entry, "player_id"),
        whole_field(entry, "turn_number"),
        array_field(entry, "actions"),
    )


def login(nickname: str, role: str) -> bytes:
    return _said("LOGIN", {"nickname": nickname, "role": role, "metaprotocol_version": VERSION})


def turn_ack(turn_number: int, actions: list[Json]) -> bytes:
    return _said("TURN_ACK", {"turn_number": turn_number, "actions": actions})


def do_init_ack(initial_game_state: JsonObject) -> bytes:
    return _said("DO_INIT_ACK", {"initial_game_state": initial_game_state})


def do_turn_ack(game_state: JsonObject, winner_player_id: int) -> bytes:
    return _said("DO_TURN_ACK", {"winner_player_id": winner_player_id, "game_state": game_state})


def _said(kind: str, fields: JsonObject) -> bytes:
    text = json.dumps({"message_type": kind, **fields}, allow_nan=False, separators=(",", ":"))
    return frame(text)
