"""netorcai: turn-based games over TCP, between a game logic, players and visualizations.

The names exported here are the client library; the server is the `netorcai` command.
"""

from hoplon.protocols.netorcai.aio import AsyncClient
from hoplon.protocols.netorcai.client import Client, GameLogic
from hoplon.protocols.netorcai.dialogue import (
    Disconnected,
    DoInit,
    DoTurn,
    GameEnds,
    GameStarts,
    Kicked,
    LoginAck,
    PlayerActions,
    PlayerInfo,
    ProtocolError,
    Turn,
)
from hoplon.protocols.netorcai.messages import NOBODY, VERSION

__all__ = [
    "NOBODY",
    "VERSION",
    "AsyncClient",
    "Client",
    "Disconnected",
    "DoInit",
    "DoTurn",
    "GameEnds",
    "GameLogic",
    "GameStarts",
    "Kicked",
    "LoginAck",
    "PlayerActions",
    "PlayerInfo",
    "ProtocolError",
    "Turn",
]
