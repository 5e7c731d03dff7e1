"""A server that is killed at any moment loses nothing that it has told anybody, and every match goes on.

`HOPLON_KILLS` says how often. `HOPLON_DATABASE=postgresql` keeps the matches in a PostgreSQL of its own,
another value is the URL of a database.
"""

from __future__ import annotations

import os
import random
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from postgres import Postgres
from served import Begun, Board, Server
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.waiting import patience, until

KILLS = int(os.environ.get("HOPLON_KILLS", "4"))
PARTS = 2 if KILLS >= 20 else 1  # servers side by side
LONGEST = 1.2  # seconds of play before a kill
EARLY = 8  # one start of so many is killed before it is complete
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
    """Sits at a board until the server is gone; chooses if it may, and writes down all that it is told."""

    def __init__(self, server: Server, match: Begun, game: str, seed: int, ready: threading.Barrier) -> None:
        super().__init__(daemon=True)
        self.game = game
        self.match = match
        self.told: dict[int, str | None] = {}
        self.problem = ""
        self.waits = False  # for a bot that thinks, or for an answer
        self._server, self._ready, self._dice = server, ready, random.Random(seed)

    def run(self) -> None:
        """Play."""
        try:
            token = self.match.tokens[0] if self.match.tokens else None
            with self._server.board(self.match.id, token, "all") as board:
                self._ready.wait(patience())
                self._play(board)
        except (ConnectionClosed, InvalidHandshake, OSError):
            return
        except AssertionError as error:
            self.problem = str(error)
            self._ready.abort()

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


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_killed_at_random_moments_nothing_that_was_told_is_lost(
    tmp_path: Path, part: int, database: list[str]
) -> None:
    dice = random.Random(6 + part)
    kills = -(-KILLS // PARTS)
    server = Server(tmp_path / "arena.sqlite", *database)
    server.start()
    matches: list[Begun | None] = [None] * len(MATCHES)
    told: dict[str, dict[int, str | None]] = {}
    at_work, early = 0, 0
    began = time.monotonic()
    try:
        for kill in range(kills):
            for n, given in enumerate(MATCHES):
                match = matches[n]
                if match is None or server.get(match.path)["ended"] is not None:
                    matches[n] = server.begin(**given, seed=dice.randrange(1000), open=True)
            playing = [match for match in matches if match is not None]
            ready = threading.Barrier(len(playing) + 1)
            players = [
                Player(server, match, MATCHES[n]["game"], 100 * kill + n, ready)
                for n, match in enumerate(playing)
            ]
            for player in players:
                player.start()
            ready.wait(patience())
            if not any(told.values()):
                until(lambda: any(player.told for player in players), "somebody is told of a choice")  # noqa: B023
            time.sleep(dice.uniform(0.0, LONGEST))
            at_work += sum(player.waits for player in players)
            server.kill()
            for player in players:
                player.join(patience())
                assert not player.problem, player.problem
                told.setdefault(player.match.id, {}).update(player.told)
            if kill % EARLY == EARLY - 1:
                server.start(wait=False)
                time.sleep(dice.uniform(0.0, 2.0))
                server.kill()
                early += 1
            server.start()
            for match in playing:
                check_kept(server, match, told[match.id])
    finally:
        server.stop()
    heard = sum(len(kept) for kept in told.values())
    took = time.monotonic() - began
    print(
        f"{kills} kills in play and {early} while starting, {took:.0f} s: "
        f"{len(told)} matches, {heard} choices told, {at_work} answers under way at a kill"
    )
    assert heard
    assert at_work >= kills


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
