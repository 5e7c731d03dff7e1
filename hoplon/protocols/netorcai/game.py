"""One game: identities, the turns, the answers of the players, the end.

Every method runs to its end on one event loop without waiting, so that an answer is in
exactly one DO_TURN and nothing is decided twice.
"""

import asyncio
import random
from collections.abc import Iterable
from enum import Enum, auto
from typing import Protocol

from hoplon.protocols.netorcai import messages
from hoplon.protocols.netorcai.collection import Collection
from hoplon.protocols.netorcai.connection import CannotSend
from hoplon.protocols.netorcai.fields import BadMessage
from hoplon.protocols.netorcai.frames import TOO_BIG, TooBig, frame
from hoplon.protocols.netorcai.gojson import Document, text_of
from hoplon.protocols.netorcai.logs import Log
from hoplon.protocols.netorcai.messages import NO_PLAYERS_INFO, NOBODY, Collected, PlayerInfo, Role, TurnAck
from hoplon.protocols.netorcai.peer import KeptTurn, Peer, State
from hoplon.protocols.netorcai.settings import Settings

INIT_PATIENCE = 3
"""Seconds within which the game logic answers DO_INIT."""


class Phase(Enum):
    INIT = auto()
    """DO_INIT is sent, its answer awaited."""

    PAUSE = auto()
    """Players think, or the delay before the next turn runs."""

    TURN = auto()
    """DO_TURN is sent, its answer awaited."""

    OVER = auto()


class Host(Protocol):
    """Who runs the game and owns its clients."""

    def kick(self, peer: Peer, reason: str) -> None: ...
    def game_logic_failed(self, reason: str) -> None: ...
    def game_finished(self) -> None: ...


class Game:
    def __init__(
        self,
        host: Host,
        settings: Settings,
        log: Log,
        game_logic: Peer,
        guests: Iterable[Peer],
        dice: random.Random,
    ) -> None:
        guests = list(guests)
        self._host = host
        self._log = log
        self._game_logic = game_logic
        self._players = _seated(guests, dice)
        self._visualizations = [g for g in guests if g.role is Role.VISUALIZATION]
        self._nb_special = sum(p.role is Role.SPECIAL for p in self._players)
        self._nb_turns = settings.nb_turns_max
        self._delay_first_turn = settings.delay_first_turn
        self._delay_turns = settings.delay_turns
        self._is_fast = settings.fast
        self._patience = settings.patience
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._phase = Phase.INIT
        self._turns_done = 0
        self._collection = Collection()
        self._awaited: set[Peer] = set()
        self._players_info: str | None = None

    def begin(self) -> None:
        nb_ordinary = len(self._players) - self._nb_special
        text = messages.do_init(nb_ordinary, self._nb_special, self._nb_turns)
        self._timer = self._loop.call_later(INIT_PATIENCE, self._init_is_late)
        self._tell_game_logic("DO_INIT", text)

    def players(self) -> list[PlayerInfo]:
        """Who plays, by id."""
        return [peer.info for peer in self._players]

    @property
    def turns_done(self) -> int:
        """How many turns have been played."""
        return self._turns_done

    def halt(self) -> None:
        """Nothing more happens in this game."""
        self._phase = Phase.OVER
        if self._timer is not None:
            self._timer.cancel()

    def unheard(self, description: str) -> str:
        """The reason to kick a game logic that cannot be read any more."""
        awaited = "DO_INIT_ACK" if self._phase is Phase.INIT else "DO_TURN_ACK"
        return f"Cannot read {awaited}. {description}"

    def hears(self) -> None:
        """An answer of the game logic is here, though not understood yet: it is not late."""
        if self._phase is Phase.INIT and self._timer is not None:
            self._timer.cancel()

    def heard(self, received: Document) -> None:
        """Takes a message of the game logic."""
        self.hears()
        if self._phase is Phase.INIT:
            self._take_init_ack(received)
        else:
            self._take_turn_ack(received)

    def answered(self, peer: Peer, ack: TurnAck) -> None:
        """Takes a valid answer of a thinking client."""
        if self._log.is_debug:
            self._log.debug("Client received a TURN_ACK (from socket)", {"playerID": peer.player_id})
        peer.state = State.READY
        peer.calm()
        if peer.is_player:
            self._collect(Collected(peer.player_id, peer.turn, ack.actions))
        if peer.kept is not None and peer.is_here:
            kept, peer.kept = peer.kept, None
            self._send_turn(peer, kept)
        self._stop_awaiting(peer)

    def left(self, peer: Peer) -> None:
        """A kicked or departed client keeps its id and its place in the counts."""
        self._players_info = None
        peer.kept = None
        peer.calm()
        self._stop_awaiting(peer)

    def _take_init_ack(self, received: Document) -> None:
        try:
            state = messages.read_do_init_ack(received)
        except BadMessage as problem:
            self._host.game_logic_failed(f"Invalid DO_INIT_ACK message. {problem}")
            return
        self._phase = Phase.PAUSE
        self._tell_start(state)
        if self._is_fast:
            self._do_turn()
        else:
            now = self._loop.time()
            self._sleep("Sleeping before first turn", self._delay_first_turn, since=now)

    def _tell_start(self, state: str) -> None:
        start = messages.GameStarts(
            len(self._players) - self._nb_special,
            self._nb_special,
            self._nb_turns,
            self._delay_first_turn,
            self._delay_turns,
            state,
        )
        for peer in _present(self._players):
            self._tell(peer, "GAME_STARTS", start.told_to(peer.player_id, NO_PLAYERS_INFO))
        for peer in _present(self._visualizations):
            self._tell(peer, "GAME_STARTS", start.told_to(NOBODY, self._info()))
        for peer in _present(self._players + self._visualizations):
            peer.state = State.READY

    def _take_turn_ack(self, received: Document) -> None:
        arrival = self._loop.time()
        self._log.debug("GL received a new DO_TURN_ACK (from socket)")
        try:
            ack = messages.read_do_turn_ack(received, len(self._players))
            if self._phase is not Phase.TURN:
                raise BadMessage("No DO_TURN is waiting for it")
        except BadMessage as problem:
            self._host.game_logic_failed(f"Invalid DO_TURN_ACK message. {problem}")
            return
        self._turns_done += 1
        if self._turns_done == self._nb_turns:
            self._end(ack.winner, ack.state)
            return
        self._awaited = set(_present(self._players)) if self._is_fast else set()
        self._hand_out(self._turns_done - 1, ack.state)
        self._phase = Phase.PAUSE
        if not self._is_fast:
            self._sleep("Sleeping before next turn", self._delay_turns, since=arrival)
        elif not self._awaited:
            self._do_turn()

    def _hand_out(self, number: int, state: str) -> None:
        players = list(_present(self._players))
        self._hand_out_to(players, number, state, NO_PLAYERS_INFO)
        visualizations = list(_present(self._visualizations))
        if visualizations:
            self._hand_out_to(visualizations, number, state, self._info())

    def _hand_out_to(self, peers: list[Peer], number: int, state: str, info: str) -> None:
        try:
            kept = KeptTurn(number, frame(messages.turn(number, state, info)))
        except TooBig as problem:
            for peer in peers:
                self._host.kick(peer, f"Cannot send TURN. {problem}")
            return
        for peer in peers:
            if self._log.is_debug:
                self._log.debug(
                    "Client received a new TURN (from GL goroutine)", {"playerID": peer.player_id}
                )
            if peer.state is State.READY:
                self._send_turn(peer, kept)
            else:
                peer.kept = kept

    def _send_turn(self, peer: Peer, kept: KeptTurn) -> None:
        peer.state = State.THINKING
        peer.turn = kept.number
        if self._patience is not None and peer.is_player:
            peer.calm()
            peer.alarm = self._loop.call_later(self._patience, self._is_late, peer, self._patience)
        self._send(peer, "TURN", kept.octets)

    def _is_late(self, peer: Peer, patience: float) -> None:
        self._host.kick(peer, f"Cannot read TURN_ACK. No answer to TURN {peer.turn} within {patience:g} s")

    def _collect(self, answer: Collected) -> None:
        """Adds an answer; one player's endless answer must not cost everybody the game."""
        self._collection.add(answer)
        while self._collection.is_too_heavy():
            self._host.kick(
                self._players[self._collection.remove_heaviest()],
                f"Invalid TURN_ACK received. {TOO_BIG}",
            )

    def _stop_awaiting(self, peer: Peer) -> None:
        if peer in self._awaited:
            self._awaited.remove(peer)
            if not self._awaited and self._phase is Phase.PAUSE:
                self._do_turn()

    def _do_turn(self) -> None:
        self._phase = Phase.TURN
        self._tell_game_logic("DO_TURN", messages.do_turn(self._collection.take()))

    def _end(self, winner: int, state: str) -> None:
        self._phase = Phase.OVER
        if winner == NOBODY:
            self._log.info("Game is finished (no winner!)")
        else:
            peer = self._players[winner]
            self._log.info(
                "Game is finished",
                {
                    "winner nickname": peer.nickname,
                    "winner player ID": winner,
                    "winner remote address": peer.line.remote_address,
                },
            )
        text = messages.game_ends(winner, state)
        for peer in _present(self._players + self._visualizations):
            self._tell(peer, "GAME_ENDS", text)
            self._host.kick(peer, "Game is finished")
        self._host.game_finished()

    def _init_is_late(self) -> None:
        self._host.game_logic_failed(f"Did not receive DO_INIT_ACK after {INIT_PATIENCE} seconds.")

    def _sleep(self, message: str, milliseconds: float, since: float) -> None:
        whole = int(milliseconds)
        self._log.debug(message, {"duration (ms)": whole})
        self._timer = self._loop.call_at(since + whole / 1000, self._do_turn)

    def _info(self) -> str:
        if self._players_info is None:
            self._players_info = messages.players_info(self.players())
        return self._players_info

    def _tell_game_logic(self, kind: str, text: str) -> None:
        peer = self._game_logic
        if self._log.is_debug:
            self._log.debug(f"Sending {kind} to game logic", {"content": text, **peer.notes})
        try:
            peer.line.send(frame(text))
        except (CannotSend, TooBig) as problem:
            self._host.game_logic_failed(f"Cannot send {kind}. {problem}")

    def _tell(self, peer: Peer, kind: str, text: str) -> None:
        try:
            octets = frame(text)
        except TooBig as problem:
            self._host.kick(peer, f"Cannot send {kind}. {problem}")
            return
        self._send(peer, kind, octets)

    def _send(self, peer: Peer, kind: str, octets: bytes) -> None:
        if self._log.is_debug:
            content = text_of(octets[4:-1])
            self._log.debug(f"Sending {kind} to client", {"content": content, **peer.notes})
        try:
            peer.line.send(octets)
        except CannotSend as problem:
            self._host.kick(peer, f"Cannot send {kind}. {problem}")


def _seated(guests: list[Peer], dice: random.Random) -> list[Peer]:
    """Special players take the first ids in login order, the others follow in random order."""
    special = [g for g in guests if g.role is Role.SPECIAL]
    ordinary = [g for g in guests if g.role is Role.PLAYER]
    dice.shuffle(ordinary)
    players = special + ordinary
    for player_id, peer in enumerate(players):
        peer.player_id = player_id
    return players


def _present(peers: list[Peer]) -> Iterable[Peer]:
    return (peer for peer in peers if peer.is_here)
