"""The messages as the server checks and writes them; field order is part of the protocol."""

import re
from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from hoplon.protocols.netorcai.fields import (
    BadMessage,
    array_field,
    expect,
    object_field,
    text_field,
    whole_field,
)
from hoplon.protocols.netorcai.gojson import Document, Json, JsonObject, Reader, encode, number

VERSION = "2.0.0"
NOBODY = -1
"""The player id of a visualization, and the winner of a game without winner."""

NO_PLAYERS_INFO = "[]"
"""What players are told about each other: nothing."""

POLITE = 2**20
"""Longer messages are read and written in a way that lets the other threads work."""

NO_TURN = -1
"""The turn number that a client may answer when it was sent no TURN."""


class Role(StrEnum):
    PLAYER = "player"
    SPECIAL = "special player"
    VISUALIZATION = "visualization"
    GAME_LOGIC = "game logic"


class Login(NamedTuple):
    nickname: str
    role: Role


class TurnAck(NamedTuple):
    actions: str
    """JSON text, ready to be passed on."""


class DoTurnAck(NamedTuple):
    winner: int
    state: str
    """JSON text, ready to be passed on."""


class Collected(NamedTuple):
    """One entry of DO_TURN."""

    player_id: int
    turn: int
    actions: str


class PlayerInfo(NamedTuple):
    """What visualizations are told about a player."""

    player_id: int
    nickname: str
    remote_address: str
    is_connected: bool


_NICKNAME = re.compile(r"[^\t\n\f\r ]{1,10}")
_VERSION = re.compile(r"([0-9]{1,1000})\.[0-9]+\.[0-9]+")
_MAJOR = int(VERSION.partition(".")[0])


def read_login(received: Document) -> Login:
    fields = received.fields
    expect(fields, "LOGIN")
    nickname = text_field(fields, "nickname")
    if not _NICKNAME.fullmatch(nickname):
        raise BadMessage("Invalid nickname")
    role_text = text_field(fields, "role")
    try:
        role = Role(role_text)
    except ValueError:
        raise BadMessage(f"Invalid role '{role_text}'") from None
    version = text_field(fields, "metaprotocol_version")
    numbers = _VERSION.fullmatch(version)
    if numbers is None:
        raise BadMessage("Invalid metaprotocol version: Not MAJOR.MINOR.PATCH")
    if int(numbers.group(1)) != _MAJOR:
        raise BadMessage(
            "Metaprotocol version mismatch. Major version must be identical "
            f"but client asks for '{version}' while netorcai uses '{VERSION}'."
        )
    return Login(nickname, role)


def read_turn_ack(received: Document, expected_turn: int) -> TurnAck:
    fields = received.fields
    expect(fields, "TURN_ACK")
    turn = whole_field(fields, "turn_number")
    if turn != expected_turn:
        raise BadMessage(f"Invalid value (turn_number={turn}): expecting {expected_turn}")
    return TurnAck(received.text(array_field(fields, "actions")))


def read_do_init_ack(received: Document) -> str:
    """Returns the initial state for all clients, as JSON text."""
    expect(received.fields, "DO_INIT_ACK")
    state = object_field(received.fields, "initial_game_state")
    return received.text(object_field(state, "all_clients"))


def read_do_turn_ack(received: Document, nb_ids: int) -> DoTurnAck:
    fields = received.fields
    expect(fields, "DO_TURN_ACK")
    winner = whole_field(fields, "winner_player_id")
    if not NOBODY <= winner < nb_ids:
        raise BadMessage(f"Invalid winner_player_id: Not in [-1, {nb_ids}[")
    state = object_field(fields, "game_state")
    return DoTurnAck(winner, received.text(object_field(state, "all_clients")))


def text(value: str) -> str:
    """A text of the server's own, as JSON."""
    return encode(value, plain=True)


def digest(content: bytes) -> Document:
    """Reads a big message, and writes ahead whatever of it may be passed on.

    What lists and objects hold is left out of the result: the text is all that is needed.
    """
    document = Reader(is_polite=len(content) > POLITE).read(content)
    light = Document({name: _husk(value) for name, value in document.fields.items()}, True)
    _write_ahead(document, document.fields, light, light.fields, "actions")
    for name in ("initial_game_state", "game_state"):
        state, husk = document.fields.get(name), light.fields.get(name)
        if isinstance(state, dict) and isinstance(husk, dict) and "all_clients" in state:
            husk["all_clients"] = _husk(state["all_clients"])
            _write_ahead(document, state, light, husk, "all_clients")
    return light


def _husk(value: Json) -> Json:
    if isinstance(value, list):
        return []
    return {} if isinstance(value, dict) else value


def _write_ahead(
    document: Document, fields: JsonObject, light: Document, husks: JsonObject, name: str
) -> None:
    value = fields.get(name)
    if isinstance(value, (list, dict)):
        light.keep_text(husks[name], document.text(value))


def login_ack() -> str:
    return f'{{"message_type":"LOGIN_ACK","metaprotocol_version":"{VERSION}"}}'


def kick(reason: str) -> str:
    return f'{{"message_type":"KICK","kick_reason":{text(reason)}}}'


def do_init(nb_players: int, nb_special_players: int, nb_turns_max: int) -> str:
    return (
        f'{{"message_type":"DO_INIT","nb_players":{nb_players},'
        f'"nb_special_players":{nb_special_players},"nb_turns_max":{nb_turns_max}}}'
    )


def do_turn(answers: Iterable[Collected]) -> str:
    entries = ",".join(
        f'{{"player_id":{a.player_id},"turn_number":{a.turn},"actions":{a.actions}}}' for a in answers
    )
    return f'{{"message_type":"DO_TURN","player_actions":[{entries}]}}'


def players_info(players: Iterable[PlayerInfo]) -> str:
    entries = ",".join(
        f'{{"player_id":{p.player_id},"nickname":{text(p.nickname)},'
        f'"remote_address":{text(p.remote_address)},'
        f'"is_connected":{"true" if p.is_connected else "false"}}}'
        for p in players
    )
    return f"[{entries}]"


class GameStarts(NamedTuple):
    """What every participant is told alike at the start."""

    nb_players: int
    nb_special_players: int
    nb_turns_max: int
    milliseconds_before_first_turn: float
    milliseconds_between_turns: float
    initial_game_state: str

    def told_to(self, player_id: int, players: str) -> str:
        return (
            f'{{"message_type":"GAME_STARTS","player_id":{player_id},'
            f'"nb_players":{self.nb_players},"nb_special_players":{self.nb_special_players},'
            f'"nb_turns_max":{self.nb_turns_max},'
            f'"milliseconds_before_first_turn":{number(self.milliseconds_before_first_turn)},'
            f'"milliseconds_between_turns":{number(self.milliseconds_between_turns)},'
            f'"initial_game_state":{self.initial_game_state},"players_info":{players}}}'
        )


def turn(turn_number: int, state: str, players: str) -> str:
    return (
        f'{{"message_type":"TURN","turn_number":{turn_number},"game_state":{state},"players_info":{players}}}'
    )


def game_ends(winner: int, state: str) -> str:
    return f'{{"message_type":"GAME_ENDS","winner_player_id":{winner},"game_state":{state}}}'
