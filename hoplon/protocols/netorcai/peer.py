"""A logged-in client, as the server sees it."""

import asyncio
from dataclasses import dataclass
from enum import Enum, auto
from typing import NamedTuple

from hoplon.protocols.netorcai.connection import Connection
from hoplon.protocols.netorcai.messages import NO_TURN, NOBODY, PlayerInfo, Role


class State(Enum):
    LOGGED = auto()
    """In the waiting room, or a visualization that came too late."""

    READY = auto()
    """Can take a TURN."""

    THINKING = auto()
    """Has an unanswered TURN."""

    KICKED = auto()
    """Gone for good."""


class KeptTurn(NamedTuple):
    """The newest TURN, framed, for a client that has not answered an older one yet."""

    number: int
    octets: bytes


@dataclass(slots=True, eq=False)
class Peer:
    line: Connection
    nickname: str
    role: Role
    state: State = State.LOGGED
    player_id: int = NOBODY
    turn: int = NO_TURN
    """The number of the last TURN sent to this client."""

    kept: KeptTurn | None = None
    alarm: asyncio.TimerHandle | None = None
    """Rings when this client has not answered its TURN for too long, where there is such a limit."""

    def calm(self) -> None:
        """It has answered, or is gone: it cannot be late any more."""
        if self.alarm is not None:
            self.alarm.cancel()
            self.alarm = None

    @property
    def is_player(self) -> bool:
        return self.role in (Role.PLAYER, Role.SPECIAL)

    @property
    def is_here(self) -> bool:
        return self.state is not State.KICKED

    @property
    def notes(self) -> dict[str, str]:
        """What a log line says about this client."""
        return {"nickname": self.nickname, "remote address": self.line.remote_address}

    @property
    def info(self) -> PlayerInfo:
        return PlayerInfo(self.player_id, self.nickname, self.line.remote_address, self.is_here)
