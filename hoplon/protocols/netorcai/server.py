"""The orchestration server: who is connected, who may join, and how a game ends."""

import asyncio
import errno
import random
import socket
from collections.abc import Iterator

from hoplon.protocols.netorcai import messages
from hoplon.protocols.netorcai.background import Background
from hoplon.protocols.netorcai.connection import CannotSend, Connection
from hoplon.protocols.netorcai.fields import BadMessage
from hoplon.protocols.netorcai.frames import NOT_JSON, frame
from hoplon.protocols.netorcai.game import Game
from hoplon.protocols.netorcai.gojson import Document, NotJson, Reader, text_of
from hoplon.protocols.netorcai.logs import Log, Notes
from hoplon.protocols.netorcai.messages import Login, PlayerInfo, Role
from hoplon.protocols.netorcai.peer import Peer, State
from hoplon.protocols.netorcai.settings import Settings

GRACE = 0.25
"""Seconds in which the last messages may go out before the server is gone."""

SETTLE = 0.05
"""Seconds between the last log line and the end, for whoever reads the log through a pipe."""

HEAVY = 2**17
"""Longer messages are decoded beside the event loop, for the sake of the other clients."""

REASON_LIMIT = 4096
"""Longer kick reasons, which can only quote a client's own words, are cut."""

LOGIN_PATIENCE = 60.0
"""Seconds, beyond those for an answer, in which a stranger has to log in, where there is such a limit."""

BACKLOG = 1024
LOGIN_ACK = frame(messages.login_ack())


class CannotListen(OSError):
    """The port cannot be had; the text says why."""


class Server:
    """Plays one game with whoever logs in. All methods belong to one event loop."""

    def __init__(self, settings: Settings, log: Log, dice: random.Random | None = None) -> None:
        self.settings = settings
        self._log = log
        self._dice = dice or random.SystemRandom()
        self._reader = Reader()
        self._background = Background()
        self._listeners: list[asyncio.Server] = []
        self._lines: dict[Connection, Peer | None] = {}
        self._peers: dict[Role, list[Peer]] = {role: [] for role in Role}
        self._game: Game | None = None
        self._status: int | None = None
        self._stopped = asyncio.Event()
        self._emptied = asyncio.Event()

    async def listen(self) -> int:
        """Accepts connections from now on, on all addresses or those of the loopback; returns the port."""
        loop = asyncio.get_running_loop()
        sockets = _bound_sockets(self.settings.port, self.settings.everywhere)
        port: int = sockets[0].getsockname()[1]
        for sock in sockets:
            server = await loop.create_server(lambda: Connection(self), sock=sock, backlog=BACKLOG)
            self._listeners.append(server)
        self._log.info("Listening incoming connections", {"port": port})
        return port

    async def wait(self) -> int:
        """Returns the exit status once the server was stopped and the farewells are out."""
        await self._stopped.wait()
        loop = asyncio.get_running_loop()
        settled = loop.time() + SETTLE
        if self._lines:
            self._emptied.clear()
            try:
                await asyncio.wait_for(self._emptied.wait(), GRACE)
            except TimeoutError:
                for line in list(self._lines):
                    line.drop()
        await asyncio.sleep(max(0.0, settled - loop.time()))
        return self._status or 0

    def start(self) -> str | None:
        """Starts the game, or says why not."""
        if self._game is not None:
            return "Game has already been started"
        if not self._peers[Role.GAME_LOGIC]:
            return "Cannot start: Game logic not connected"
        self._log.info("Starting game")
        game_logic = self._peers[Role.GAME_LOGIC][0]
        guests = [peer for peer in self._everybody() if peer is not game_logic]
        self._game = Game(self, self.settings, self._log, game_logic, guests, self._dice)
        self._game.begin()
        return None

    def players(self) -> list[PlayerInfo]:
        """Who plays, by id; nobody before the start."""
        return [] if self._game is None else self._game.players()

    @property
    def turns_done(self) -> int:
        """How many turns have been played."""
        return 0 if self._game is None else self._game.turns_done

    def kick_at(self, remote_address: str, reason: str) -> None:
        """Kicks the client that is connected from this address, if it is still there."""
        for line, peer in list(self._lines.items()):
            if line.remote_address == remote_address and not line.has_said_goodbye():
                if peer is None:
                    self._turn_away(line, reason)
                else:
                    self.kick(peer, reason)

    def stop(self, status: int, warning: str | None = None) -> None:
        """Ends the server: no more listening, and everybody is told."""
        if self._status is not None:
            return
        self._status = status
        if warning is not None:
            self._log.warning(warning)
        self._background.close()
        if self._game is not None:
            self._game.halt()
        self._log.warning("Closing listening socket.")
        for listener in self._listeners:
            listener.close()
        self._log.warning(
            "Could not accept incoming connection. Aborting server.",
            {"err": f"accept tcp :{self.settings.port}: use of closed network connection"},
        )
        peers = list(self._everybody())
        if peers:
            self._log.warning("Sending KICK messages to clients")
        for peer in peers:
            self.kick(peer, "netorcai abort")
        for line, login in list(self._lines.items()):
            if login is None and not line.has_said_goodbye():
                line.drop()
        self._stopped.set()

    def kick(self, peer: Peer, reason: str) -> None:
        if not peer.is_here:
            return
        peer.state = State.KICKED
        self._peers[peer.role].remove(peer)
        self._say_goodbye(peer.line, reason, peer.notes)
        if self._game is not None and peer.role is not Role.GAME_LOGIC:
            self._game.left(peer)

    def game_logic_failed(self, reason: str) -> None:
        for peer in list(self._peers[Role.GAME_LOGIC]):
            self.kick(peer, reason)
        self.stop(1, "Game logic failed. Aborting.")

    def game_finished(self) -> None:
        for peer in list(self._peers[Role.GAME_LOGIC]):
            self.kick(peer, "Game is finished")
        self.stop(0)

    def opened(self, line: Connection) -> None:
        if self._status is not None:
            line.drop()
            return
        self._lines[line] = None
        if self.settings.patience is not None:
            asyncio.get_running_loop().call_later(
                self.settings.patience + LOGIN_PATIENCE, self._is_late, line
            )
        self._log.debug("New connection", {"remote address": line.remote_address})

    def _is_late(self, line: Connection) -> None:
        if line in self._lines and self._lines[line] is None and not line.has_said_goodbye():
            self._turn_away(line, "Invalid first message: No LOGIN came in time")

    def closed(self, line: Connection) -> None:
        self._lines.pop(line, None)
        if not self._lines:
            self._emptied.set()

    def received(self, line: Connection, content: bytes) -> None:
        if len(content) > HEAVY:
            self._digest(line, content)
            return
        try:
            self._take(line, content, self._reader.read(content))
        except NotJson as problem:
            self._take_garbage(line, content, problem)

    def _digest(self, line: Connection, content: bytes) -> None:
        line.hold()
        peer = self._lines[line]
        if peer is not None:
            peer.calm()
            if self._game is not None and peer.role is Role.GAME_LOGIC:
                self._game.hears()
        self._background.do(
            lambda: _digested(content), lambda found: self._take_digested(line, content, found)
        )

    def _take_digested(self, line: Connection, content: bytes, found: Document | NotJson) -> None:
        if line.has_said_goodbye():
            return
        if isinstance(found, NotJson):
            self._take_garbage(line, content, found)
            return
        self._take(line, content, found)
        if not line.has_said_goodbye():
            line.resume()

    def _take(self, line: Connection, content: bytes, document: Document) -> None:
        peer = self._lines[line]
        if self._log.is_debug:
            self._log_received(line, peer, content)
        if peer is None:
            self._log_in(line, document)
        elif peer.role is Role.GAME_LOGIC:
            self._hear_game_logic(document)
        else:
            self._hear_participant(peer, document)

    def _take_garbage(self, line: Connection, content: bytes, problem: NotJson) -> None:
        if self._log.is_debug:
            notes = {"err": str(problem), "message content": text_of(content)}
            self._log.debug("Non-JSON message received", notes)
        self.failed(line, NOT_JSON)

    def failed(self, line: Connection, description: str) -> None:
        peer = self._lines.get(line)
        if peer is None:
            notes = {"err": description, "remote address": line.remote_address}
            self._log.debug("Cannot receive client first message", notes)
            self._turn_away(line, f"Invalid first message: {description}")
        elif peer.role is not Role.GAME_LOGIC:
            self.kick(peer, f"Cannot read TURN_ACK. {description}")
        elif self._game is None:
            self.game_logic_failed(f"Game logic error. {description}")
        else:
            self.game_logic_failed(self._game.unheard(description))

    def _everybody(self) -> Iterator[Peer]:
        for peers in self._peers.values():
            yield from peers

    def _log_received(self, line: Connection, peer: Peer | None, content: bytes) -> None:
        notes: Notes = {
            "content": text_of(content.rstrip(b"\n")),
            "content size": len(content),
            "nickname": peer.nickname if peer else "",
            "remote address": line.remote_address,
        }
        self._log.debug("New message received", notes)

    def _log_in(self, line: Connection, document: Document) -> None:
        try:
            login = messages.read_login(document)
        except BadMessage as problem:
            notes = {"err": str(problem), "remote address": line.remote_address}
            self._log.debug("Cannot read LOGIN message", notes)
            self._turn_away(line, f"Invalid first message: {problem}")
            return
        refusal = self._refusal(login.role)
        if refusal is not None:
            self._turn_away(line, f"LOGIN denied: {refusal}", login.nickname)
            return
        try:
            line.send(LOGIN_ACK)
        except CannotSend:
            self._turn_away(line, "LOGIN denied: Could not send LOGIN_ACK", login.nickname)
            return
        self._admit(line, login)

    def _refusal(self, role: Role) -> str | None:
        """Why nobody can take this role now."""
        present = len(self._peers[role])
        if role is not Role.VISUALIZATION and self._game is not None:
            return "Game has been started"
        if role is Role.PLAYER and present >= self.settings.nb_players_max:
            return "Maximum number of players reached"
        if role is Role.SPECIAL and present >= self.settings.nb_splayers_max:
            return "Maximum number of special players reached"
        if role is Role.VISUALIZATION and present >= self.settings.nb_visus_max:
            return "Maximum number of visus reached"
        if role is Role.GAME_LOGIC and present:
            return "A game logic is already logged in"
        return None

    def _admit(self, line: Connection, login: Login) -> None:
        peer = Peer(line, login.nickname, login.role)
        self._lines[line] = peer
        self._peers[login.role].append(peer)
        notes: dict[str, str | int | bool] = {**peer.notes}
        if peer.is_player:
            notes["player count"] = len(self._peers[Role.PLAYER])
            notes["special player count"] = len(self._peers[Role.SPECIAL])
            notes["special"] = peer.role is Role.SPECIAL
            self._log.info("New player accepted", notes)
        elif peer.role is Role.VISUALIZATION:
            notes["visu count"] = len(self._peers[Role.VISUALIZATION])
            self._log.info("New visualization accepted", notes)
        else:
            self._log.info("Game logic accepted", notes)
        if self.settings.autostart and self._game is None and self._is_complete():
            self._log.info("Automatic starting conditions are met")
            self.start()

    def _is_complete(self) -> bool:
        return (
            len(self._peers[Role.PLAYER]) == self.settings.nb_players_max
            and len(self._peers[Role.SPECIAL]) == self.settings.nb_splayers_max
            and len(self._peers[Role.VISUALIZATION]) == self.settings.nb_visus_max
            and len(self._peers[Role.GAME_LOGIC]) == 1
        )

    def _hear_game_logic(self, document: Document) -> None:
        if self._game is None:
            self.game_logic_failed("Received a game logic message but the game has not started")
        else:
            self._game.heard(document)

    def _hear_participant(self, peer: Peer, document: Document) -> None:
        try:
            ack = messages.read_turn_ack(document, peer.turn)
        except BadMessage as problem:
            self.kick(peer, f"Invalid TURN_ACK received. {problem}")
            return
        if self._game is None or peer.state is not State.THINKING:
            self.kick(peer, "Received a TURN_ACK but the client state is not THINKING")
            return
        self._game.answered(peer, ack)

    def _turn_away(self, line: Connection, reason: str, nickname: str = "") -> None:
        notes = {"nickname": nickname, "remote address": line.remote_address}
        self._say_goodbye(line, reason, notes)

    def _say_goodbye(self, line: Connection, reason: str, notes: Notes) -> None:
        if len(reason) > REASON_LIMIT:
            reason = reason[:REASON_LIMIT] + "…"
        self._log.warning("Kicking client", {**notes, "reason": reason})
        line.farewell(reason)


def _digested(content: bytes) -> Document | NotJson:
    try:
        return messages.digest(content)
    except NotJson as problem:
        return problem


def _bound_sockets(port: int, everywhere: bool) -> list[socket.socket]:
    """One socket for IPv4 and one for IPv6, on the same port; a missing family is left out."""
    sockets: list[socket.socket] = []
    missing = OSError(errno.EADDRNOTAVAIL, "no address family is available")
    for family, whole, own in ((socket.AF_INET, "0.0.0.0", "127.0.0.1"), (socket.AF_INET6, "::", "::1")):
        address = whole if everywhere else own
        if sockets:
            port = sockets[0].getsockname()[1]
        try:
            sockets.append(socket.create_server((address, port), family=family, backlog=BACKLOG))
        except OSError as problem:
            if problem.errno in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT):
                missing = problem
                continue
            for sock in sockets:
                sock.close()
            raise CannotListen(_cause(port, problem)) from None
    if not sockets:
        raise CannotListen(_cause(port, missing))
    return sockets


def _cause(port: int, problem: OSError) -> str:
    return f"listen tcp :{port}: bind: {(problem.strerror or str(problem)).lower()}"
