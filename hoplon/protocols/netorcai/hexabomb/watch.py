"""hexabomb over netorcai: a viewer, who gets states and works out the turns between them."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from hoplon.core.errors import HoplonError
from hoplon.core.match import Match
from hoplon.games.hexabomb.client import BadState
from hoplon.games.hexabomb.notation import notation
from hoplon.games.hexabomb.options import HexabombOptions
from hoplon.games.hexabomb.retrace import Retrace
from hoplon.protocols.netorcai import Client, GameEnds, GameStarts, ProtocolError, Turn
from hoplon.protocols.netorcai.dialogue import Kicked
from hoplon.protocols.netorcai.hexabomb.recorder import MatchRecorder
from hoplon.protocols.netorcai.messages import PlayerInfo

VISUALIZATION = "visualization"
ABORTED = "netorcai abort"


class CannotWatch(HoplonError):
    """There is no server, it refused us, or it plays something else."""


@dataclass
class Seen:
    """A game as far as it was seen. Where states are missing, a new part begins from the next one."""

    start: GameStarts
    retrace: Retrace
    parts: list[MatchRecorder] = field(default_factory=list)
    players: list[PlayerInfo] = field(default_factory=list)
    end: GameEnds | None = None

    @property
    def turns(self) -> int:
        """How many turns the game has."""
        return self.start.nb_turns_max

    @property
    def turn(self) -> int:
        """How many turns have been played."""
        return self.retrace.play.turn_number

    @property
    def options(self) -> HexabombOptions:
        """How the present part begins."""
        return self.parts[-1].options

    def matches(self) -> list[Match]:
        """Its parts as matches, with the names of the players; usually there is one."""
        found = [part.match() for part in self.parts]
        for match in found:
            match.names = {player.player_id: player.nickname for player in self.players}
        return found


Follow = Callable[[Seen, bool], None]  # the game, and whether a new part has begun
Say = Callable[[str], None]


def log_in(client: Client, nickname: str) -> None:
    """Log in as a visualization."""
    try:
        client.login(nickname, VISUALIZATION)
    except Kicked as kick:
        raise CannotWatch(f"the server refuses a viewer: {kick.reason}") from None


def begin(client: Client) -> Seen:
    """Wait for the game to begin."""
    try:
        start = client.read_game_starts()
    except Kicked as kick:
        late = "; it shows nothing of a game that had begun before" if kick.reason == ABORTED else ""
        raise CannotWatch(f"the server sends us away: {kick.reason}{late}") from None
    seen = Seen(start, _retrace(start))
    _meet(seen, start)
    board, special = seen.retrace.board.to_text(), bool(start.nb_special_players)
    seen.parts.append(MatchRecorder(HexabombOptions(board, start.nb_players, special, start.nb_turns_max)))
    seen.parts[-1].note(seen.retrace.play)
    return seen


def watch(client: Client, seen: Seen, follow: Follow, say: Say) -> None:
    """Watch until the end; `follow` hears of every state. Raises ProtocolError if the game breaks off."""
    follow(seen, True)
    heard: queue.SimpleQueue[Turn | GameEnds | Exception] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(client, seen.turns, heard), name="viewer", daemon=True).start()
    while seen.end is None:
        message = heard.get()
        if isinstance(message, Exception):
            raise message
        _take(seen, message, follow, say)


def _listen(client: Client, turns: int, heard: queue.SimpleQueue[Turn | GameEnds | Exception]) -> None:
    """Answer every turn at once, whatever is being done with it: who answers late misses the next one."""
    try:
        for _ in range(turns + 1):
            message = client.read_turn()
            if isinstance(message, Turn):
                client.send_turn_ack(message.turn_number, [])
            heard.put(message)
            if isinstance(message, GameEnds):
                return
        heard.put(ProtocolError(f"the game has {turns} turns, but more of them came"))
    except (ProtocolError, OSError) as error:
        heard.put(error)


def _meet(seen: Seen, message: GameStarts | Turn) -> None:
    """Who plays, and whether they are still there."""
    seen.players = [
        PlayerInfo(one.player_id, one.nickname, one.remote_address, one.is_connected)
        for one in message.players_info
    ]
    count = seen.start.nb_players + seen.start.nb_special_players
    for player in seen.players:
        if not 0 <= player.player_id < count:
            raise ProtocolError(f"the server names player {player.player_id}; there are {count}")


def _retrace(start: GameStarts) -> Retrace:
    try:
        state, turns = start.initial_game_state, start.nb_turns_max
        return Retrace(state, start.nb_players, start.nb_special_players, turns)
    except HoplonError as error:
        raise CannotWatch(f"the game of this server is not hexabomb, or has no players: {error}") from None


def _take(seen: Seen, message: Turn | GameEnds, follow: Follow, say: Say) -> None:
    """One more state. TURN number k shows the board after k + 1 turns, GAME_ENDS the last one."""
    if isinstance(message, Turn):
        number = message.turn_number + 1
        _meet(seen, message)
    else:
        number, seen.end = seen.turns, message
    retrace = seen.retrace
    try:
        follows = number == seen.turn + 1 and retrace.see(message.game_state)
        if not follows:
            say(f"what happened before turn {number} was not seen; the game goes on from there")
            retrace.jump(message.game_state, number)
            seen.parts.append(MatchRecorder(HexabombOptions(position=notation(retrace.play.states, 0))))
    except BadState as error:
        raise ProtocolError(f"turn {number}: {error}") from None
    seen.parts[-1].note(retrace.play)
    follow(seen, not follows)
