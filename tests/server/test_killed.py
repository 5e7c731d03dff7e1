"""A server that is killed at any moment loses nothing that it has told anybody, and every match goes on.

One server is started again; of two on one database, the other goes on with everything. Some are not killed
but suspended for longer than others wait for them. `HOPLON_KILLS` says how often in all, `HOPLON_SERVERS` is
1, 2 or both (`1,2`). `HOPLON_DATABASE=postgresql` keeps the matches in a PostgreSQL of its own, another value
is the URL of a database.
"""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from postgres import Postgres
from served import Begun, Board, Server
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from hoplon.server.leases import LIFE
from tests.waiting import patience, until

KILLS = int(os.environ.get("HOPLON_KILLS", "4"))
PARTS = [int(part) for part in os.environ.get("HOPLON_SERVERS", "1,2").split(",")]  # servers of each test
LONGEST = 1.2  # seconds of play before a kill
EARLY = 8  # one start of so many is killed before it is complete
SUSPENDED = 5  # one of so many times a server is suspended, if there is another
SLEEP = LIFE + 1.5  # seconds
ME = {"player": "me"}

# All games: people alone, against bots, and bots among themselves that think for a while. The matches are
# open, so that their files hold everything, also orders that the turn still waits for.
MATCHES: list[dict[str, Any]] = [
    {"game": "hoplite"},
    {"game": "hoplite", "seats": [{"player": "bot", "bot": "search:nodes=3000"}]},
    {"game": "hexabomb", "seats": [ME, {"player": "bot", "bot": "hunter"}]},
    {"game": "hexabomb", "seats": [{"player": "bot", "bot": "painter"}] * 2, "options": {"turns": "400"}},
    {"game": "codekeeper"},
    {"game": "codekeeper", "seats": [{"player": "bot", "bot": "explorer"}]},
    {"game": "cardbattle", "seats": [ME, {"player": "bot", "bot": "judge"}]},
    {"game": "cardbattle", "seats": [ME, ME]},
]


class Player(threading.Thread):
    """Sits at a board until it is closed; chooses if it may, and writes down all that it is told."""

    def __init__(self, server: Server, match: Begun, game: str, seed: int, ready: threading.Barrier) -> None:
        super().__init__(daemon=True)
        self.game = game
        self.match = match
        self.told: dict[int, str | None] = {}
        self.problem = ""
        self.waits = False  # for a bot that thinks, or for an answer
        self._server, self._ready, self._dice = server, ready, random.Random(seed)
        self._board: Board | None = None

    def run(self) -> None:
        """Play."""
        try:
            token = self.match.tokens[0] if self.match.tokens else None
            with self._server.board(self.match.id, token, "all") as self._board:
                self._ready.wait(patience())
                self._play(self._board)
        except (ConnectionClosed, InvalidHandshake, OSError):
            return
        except AssertionError as error:
            self.problem = str(error)
            self._ready.abort()

    def leave(self) -> None:
        """Whatever happens, leave the board."""
        if self._board is not None:
            self._board.close()
        self.join(patience())
        assert not self.problem, self.problem

    def _play(self, board: Board) -> None:
        asked, choice = -1, ""
        while board.state["outcome"] is None:
            number, offers = board.state["number"], board.state["choices"]
            if offers and asked != number:
                asked = number
                choice = self._dice.choice(offers)["text"]
                board.say({"type": "choose", "choice": choice, "number": number})
            self.waits = True
            message = board.hear()
            self.waits = False
            if (
                message["type"] == "error" and message["error"]["code"] == "busy"
            ):  # it moves to another server
                continue
            assert message["type"] in ("turn", "state"), message
            if message["type"] == "turn":
                is_mine = message["number"] == asked + 1
                self.told[message["number"]] = choice if is_mine else self._read(message["choice"])

    def _read(self, said: str) -> str | None:
        """The choice of a bot. Of a battle a sentence is told: there it counts that one was made."""
        return None if self.game == "cardbattle" else said


def choices_of(server: Server, match: Begun) -> list[str]:
    """The choices of a match as its file says them."""
    lines = server.get(f"{match.path}/file").splitlines()
    found = [line.split(" ")[1:-1] for line in lines if line[:1].isdigit()]
    return [" ".join(words[1:] if words[0].startswith("@") else words) for words in found]


@pytest.fixture
def database() -> Iterator[list[str]]:
    """The words that tell a server of another database than a SQLite file."""
    wanted = os.environ.get("HOPLON_DATABASE", "")
    if wanted != "postgresql":
        yield ["--database", wanted] if wanted else []
        return
    with Postgres() as url:
        yield ["--database", url]


class Told:
    """What anybody was told of all matches: there is one history of each."""

    def __init__(self) -> None:
        self.of: dict[str, dict[int, str | None]] = {}

    def take(self, player: Player) -> None:
        """What a player was told, which nobody was told otherwise."""
        kept = self.of.setdefault(player.match.id, {})
        for number, choice in player.told.items():
            before = kept.get(number)
            assert None in (before, choice) or before == choice, (player.match.id, number)
            kept[number] = choice or before

    def count(self) -> int:
        """How many choices."""
        return sum(len(kept) for kept in self.of.values())


@pytest.mark.slow
@pytest.mark.parametrize("many", PARTS)
def test_killed_at_random_moments_nothing_that_was_told_is_lost(
    tmp_path: Path, many: int, database: list[str]
) -> None:
    dice = random.Random(6 + many)
    kills = -(-KILLS // len(PARTS))
    servers = [Server(tmp_path / "arena.sqlite", *database) for _ in range(many)]
    for server in servers:
        server.start()
    matches: list[Begun | None] = [None] * len(MATCHES)
    told = Told()
    at_work, early, slept = 0, 0, 0
    away: list[float] = []  # seconds until another server had everything
    began = time.monotonic()
    try:
        for kill in range(kills):
            for n, given in enumerate(MATCHES):
                match, server = matches[n], dice.choice(servers)
                if match is None or server.get(match.path)["ended"] is not None:
                    matches[n] = server.begin(**given, seed=dice.randrange(1000), open=True)
            playing = [match for match in matches if match is not None]
            ready = threading.Barrier(len(playing) + 1)
            players = [
                Player(dice.choice(servers), match, MATCHES[n]["game"], 100 * kill + n, ready)
                for n, match in enumerate(playing)
            ]
            for player in players:
                player.start()
            ready.wait(patience())
            if not told.count():
                until(lambda: any(player.told for player in players), "somebody is told of a choice")  # noqa: B023
            time.sleep(dice.uniform(0.0, LONGEST))
            at_work += sum(player.waits for player in players)
            victim = dice.choice(servers)
            if many > 1 and kill % SUSPENDED == SUSPENDED - 1:
                os.kill(victim.process.pid, signal.SIGSTOP)
                time.sleep(SLEEP)
                os.kill(victim.process.pid, signal.SIGCONT)
                slept += 1
            else:
                victim.kill()
            at = time.monotonic()
            if many == 1:
                early += restart(victim, kill, dice)
            other = next((server for server in servers if server is not victim), victim)
            for match in playing:
                other.get(match.path)
            away.append(time.monotonic() - at)
            for player in players:
                player.leave()
                told.take(player)
            for match in playing:
                check_kept(other, match, told.of[match.id])
            if victim.process.poll() is not None:
                early += restart(victim, kill, dice)
    finally:
        for server in servers:
            server.stop()
    print(
        f"{many} server(s), {kills - slept} kills in play, {early} while starting, {slept} suspended, "
        f"{time.monotonic() - began:.0f} s: {len(told.of)} matches, {told.count()} choices told, "
        f"{at_work} answers under way at a kill, all matches there again after "
        f"{sorted(away)[len(away) // 2]:.1f} s, at most {max(away):.1f} s"
    )
    assert told.count()
    assert at_work >= kills


def restart(server: Server, kill: int, dice: random.Random) -> int:
    """Start a server that was killed; how often it was killed before it had started."""
    early = kill % EARLY == EARLY - 1
    if early:
        server.start(wait=False)
        time.sleep(dice.uniform(0.0, 2.0))
        server.kill()
    server.start()
    return int(early)


def check_kept(server: Server, match: Begun, told: dict[int, str | None]) -> None:
    """Every choice that anybody was told is there, and the match is over or goes on."""
    kept = choices_of(server, match)
    assert len(kept) >= max(told, default=0), match.id
    for number, choice in told.items():
        assert choice in (None, kept[number - 1]), (match.id, number)
    with server.board(match.id, match.tokens[0] if match.tokens else None, "all") as board:
        while not (board.state["choices"] or board.state["outcome"] or board.state["number"] > len(kept)):
            assert not board.state["trouble"], board.state["trouble"]
            board.hear()
